// Reads files that somebody chose. The first message is `{ paths, files }`, or nothing for the example; it tells how far it is, and what came of it.
// Every later message is a question as bytes, and is answered in order.

import init, { Reader } from "./files.js";

// How long it reads before it says how far it is, in ms.
const STRETCH_MS = 60;

let reader;

async function open(chosen) {
  await init({ module_or_path: new URL("./files_bg.wasm", import.meta.url) });
  reader = chosen ? new Reader(chosen.paths, chosen.files, Date.now()) : Reader.example();
  addEventListener("message", ({ data }) => postMessage({ told: reader.ask(data) }));
  survey();
}

function survey() {
  const until = performance.now() + STRETCH_MS;
  while (reader.step()) {
    if (performance.now() < until) continue;
    const [done, total] = reader.progress();
    postMessage({ done, total });
    setTimeout(survey);
    return;
  }
  postMessage({ report: reader.report() });
}

// A rejected promise is not an error of the worker's, and the page hears of those only.
const fail = (error) => setTimeout(() => { throw error; });

addEventListener("message", ({ data }) => open(data).catch(fail), { once: true });
