// Starts the page and, as a worker's script, the engine: both from the one compiled module.
//
// The page finds `globalThis.tidemarkBoot = { module, workerUrl, … }` when its `run_app` is called.
// A worker is started with `new Worker(workerUrl, { type: "module" })`, and the first message
// posted to it is `{ module }`; every later message is for its `run_worker` to receive.

import init, { initSync, run_app, run_worker } from "./tidemark.js";

async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Not every host knows the type, and streaming insists on it.
  const streamed = response.headers.get("content-type") === "application/wasm";
  return streamed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

// What most visits need little or nothing of is loaded when it is asked for.
const later = {
  pasteWorkerUrl: new URL("./later/paste-worker.js", import.meta.url).href,
  async scenarioIds() {
    const { scenarios } = await import("./later/catalogue.js");
    return Object.keys(scenarios);
  },
  async scenario(id) {
    const { scenarios } = await import("./later/catalogue.js");
    const response = await fetch(scenarios[id]);
    if (!response.ok) throw new Error(`${id}: ${response.status}`);
    return response.text();
  },
  async openLink(payload) {
    return (await import("./later/links.js")).openLink(payload);
  },
  async shareLink(run) {
    return (await import("./later/links.js")).shareLink(run);
  },
  async words(language) {
    const response = await fetch(words[language]);
    if (!response.ok) throw new Error(`${language}: ${response.status}`);
    return response.text();
  },
};

// English is in the page's own module.
const words = {
  "zh-Hans": new URL("./later/words-zh.txt", import.meta.url).href,
};

// The chosen theme, before anything is drawn in the other one.
function showTheme() {
  try {
    const theme = localStorage.getItem("tidemark.theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // No storage, no choice: the system's theme is shown.
  }
}

async function startPage() {
  showTheme();
  try {
    const module = await compile(new URL("./tidemark_bg.wasm", import.meta.url));
    globalThis.tidemarkBoot = { module, workerUrl: import.meta.url, ...later };
    await init({ module_or_path: module });
  } catch (error) {
    const notice = document.getElementById("cannot-start");
    notice.querySelector("code").textContent = String(error);
    notice.hidden = false;
    return;
  }
  run_app();
}

function startWorker() {
  const first = ({ data: { module } }) => {
    globalThis.tidemarkBoot = { module, workerUrl: import.meta.url };
    initSync({ module });
    run_worker();
  };
  addEventListener("message", first, { once: true });
}

if (globalThis.document === undefined) startWorker();
else startPage();
