// Starts the page and, as a worker's script, the engine: both from the one compiled module.
//
// There are two modules of the same page: the first has what the first scenario needs, the whole one everything.
// The whole one is loaded when an address asks for something that the first lacks.
//
// The page finds `globalThis.tidemarkBoot = { module, workerUrl, … }` when its `run_app` is called.
// A worker is started with `new Worker(workerUrl, { type: "module" })`, and the first message
// posted to it is `{ module }`; every later message is for its `run_worker` to receive.

import init, { initSync, run_app, run_worker } from "./tidemark.js";
import { compile, serve } from "./start.js";

// The rooms and views that only the whole page has.
const WHOLE = /^#\/(cluster\/|compare|log)/;

// Speaks for the first page, while the whole page is on its way: says from where that is to go on, and leaves.
let speaking;

// How much of what the page has asked for is not there yet.
let underWay = 0;

// What most visits need little or nothing of is loaded when it is asked for.
const later = {
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

// The whole page takes the place of the first one, which `speak` speaks for.
async function whole(speak) {
  // Who asks again, while it is on its way, has the last word.
  const isFirst = speaking === undefined;
  speaking = speak;
  if (!isFirst) return true;
  try {
    const takePlace = await loadWhole();
    await takePlace((leaves) => (leaves || !isBusy() ? speaking(leaves) : undefined));
    return true;
  } catch (error) {
    words = firstWords;
    throw error;
  } finally {
    speaking = undefined;
  }
}

// Whether the page waits for something, or shows a dialog: both would be gone with it.
function isBusy() {
  return underWay > 0 || document.querySelector("dialog[open]:not(#import)") !== null;
}

// The same function, counted while it is under way, until the page has had time to go on with what it gives.
function counted(load) {
  return async (given) => {
    underWay++;
    try {
      return await load(given);
    } finally {
      setTimeout(() => underWay--);
    }
  };
}

// English is in each of the page's modules; of other languages each has its own file, since the whole page has more to say.
const firstWords = {
  "zh-Hans": new URL("./later/words-zh.txt", import.meta.url).href,
};
const wholeWords = {
  "zh-Hans": new URL("./later/whole-words-zh.txt", import.meta.url).href,
};
let words = firstWords;

// The chosen theme, before anything is drawn in the other one.
function showTheme() {
  try {
    const theme = localStorage.getItem("tidemark.theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // No storage, no choice: the system's theme is shown.
  }
}

async function loadWhole() {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("./later/whole.css", import.meta.url);
  const styled = new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", () => reject(new Error(sheet.href)));
  });
  document.head.append(sheet);
  const { load } = await import("./later/start-whole.js");
  const [start] = await Promise.all([load(), styled]);
  words = wholeWords;
  return start;
}

async function loadFirst() {
  const module = await compile(new URL("./tidemark_bg.wasm", import.meta.url));
  Object.assign(globalThis.tidemarkBoot, { module, workerUrl: import.meta.url });
  await init({ module_or_path: module });
  return run_app;
}

async function startPage() {
  showTheme();
  const pasteWorkerUrl = new URL("./later/paste-worker.js", import.meta.url).href;
  globalThis.tidemarkBoot = { pasteWorkerUrl, whole };
  for (const [name, load] of Object.entries(later)) globalThis.tidemarkBoot[name] = counted(load);
  try {
    const start = await (WHOLE.test(location.hash) ? loadWhole() : loadFirst());
    await start();
  } catch (error) {
    const notice = document.getElementById("cannot-start");
    notice.querySelector("code").textContent = String(error);
    notice.hidden = false;
  }
}

if (globalThis.document === undefined) serve({ initSync, run_worker });
else startPage();
