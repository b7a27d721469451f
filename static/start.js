// What both of the page's modules start with: see boot.js.

/** Compiles the module at an address. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Not every host knows the type, and streaming insists on it.
  const streamed = response.headers.get("content-type") === "application/wasm";
  return streamed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** In a worker: waits for the module, and serves the page from then on. */
export function serve({ initSync, run_worker }) {
  const first = ({ data: { module } }) => {
    globalThis.tidemarkBoot = { module };
    initSync({ module });
    run_worker();
  };
  addEventListener("message", first, { once: true });
}
