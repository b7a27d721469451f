// Reads files. The first message is `{ paths, files }` of those that somebody chose, or bytes that hold files which the page
// made; it tells how far it is, and what came of it. Every later message is a question as bytes, and is answered in order, or
// asks for all files that the page made in a .zip: no bytes.

import init, { Reader } from "./files.js";

// How long it reads before it says how far it is, in ms.
const STRETCH_MS = 60;

// How much it reads at once, in bytes.
const PIECE = 1 << 20;

let reader;

async function open(chosen) {
  await init({ module_or_path: new URL("./files_bg.wasm", import.meta.url) });
  reader = readerFor(chosen);
  addEventListener("message", ({ data }) => postMessage(data ? { told: reader.ask(data) } : { zip: reader.zip() }));
  await survey(chosen.files);
}

function readerFor(chosen) {
  return chosen.files ? new Reader(chosen.paths, chosen.files, Date.now()) : Reader.made(chosen);
}

async function survey(files) {
  let until = performance.now() + STRETCH_MS;
  const rest = async () => {
    if (performance.now() < until) return;
    const [done, total] = reader.progress();
    postMessage({ done, total });
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + STRETCH_MS;
  };
  for (;;) {
    const number = reader.wanted();
    if (files && number !== undefined) await stream(files[number], number, rest);
    else if (!reader.step()) break;
    await rest();
  }
  postMessage({ report: reader.report() });
}

/** Feeds a file from its first byte on. A slice after the other takes browsers four times as long, and memory for all of it. */
async function stream(file, number, rest) {
  const [source, room] = readerOf(file);
  let buffer = room;
  // It may end, as far as the reader is concerned, before the stream says so.
  while (reader.wanted() === number) {
    // What was changed or taken away since it was chosen can't be read: the file ends there.
    const { done, value } = await source.read(buffer && new Uint8Array(buffer)).catch(() => ({ done: true }));
    reader.feed(done ? new Uint8Array() : value);
    if (!done) buffer &&= value.buffer;
    await rest();
  }
  // A log dir has thousands of files, and nothing more is wanted of this one.
  source.cancel().catch(() => {});
}

/** What reads a file in order, and the room that it reads into where the browser can do that. */
function readerOf(file) {
  try {
    return [file.stream().getReader({ mode: "byob" }), new ArrayBuffer(PIECE)];
  } catch {
    return [file.stream().getReader()];
  }
}

// A rejected promise is not an error of the worker's, and the page hears of those only.
const fail = (error) => setTimeout(() => { throw error; });

addEventListener("message", ({ data }) => open(data).catch(fail), { once: true });
