// Makes and opens share links: what does is loaded with the first of them.

import init, { make, open } from "./link.js";

const ready = () => init({ module_or_path: new URL("./link_bg.wasm", import.meta.url) });

/** What a link holds, or what is wrong with it, as bytes. */
export async function openLink(payload) {
  await ready();
  return open(payload);
}

/** Makes the link of a run and copies it: `copied LINK`, or `shown LINK` where the browser refuses; empty if no link can hold it. */
export async function shareLink(run) {
  await ready();
  const payload = make(run);
  if (payload === undefined) return "";
  const link = `${location.href.split("#")[0]}#/s/${payload}`;
  try {
    await navigator.clipboard.writeText(link);
    return `copied ${link}`;
  } catch {
    return `shown ${link}`;
  }
}
