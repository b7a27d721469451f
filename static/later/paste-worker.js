// Reads one paste: the first message is its text, the answer is what became of it, as bytes.

import init, { read } from "./paste.js";

async function answer({ data }) {
  await init({ module_or_path: new URL("./paste_bg.wasm", import.meta.url) });
  postMessage(read(data));
}

// A rejected promise is not an error of the worker's, and the page hears of those only.
const fail = (error) => setTimeout(() => { throw error; });

addEventListener("message", (message) => answer(message).catch(fail), { once: true });
