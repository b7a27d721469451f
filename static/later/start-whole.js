// Starts the whole page, in the place of the first module's if that is there, and, as a worker's script, its engine.

import init, { follow, initSync, run_app, run_worker } from "./whole.js";
import { compile, serve } from "../start.js";
import { readFiles } from "./own-files.js";
import { copyText, savePicture } from "./take.js";

// How often it is asked whether the first page can leave, in ms.
const PATIENCE_MS = 50;
// A page that is used all the time is not waited for for ever: it stands still while the rest of the way is gone.
const ATTEMPTS_MAX = 20;

/** Loads the whole page; what it gives starts it, in the place of the page that `first` speaks for. */
export async function load() {
  const module = await compile(new URL("./whole_bg.wasm", import.meta.url));
  await init({ module_or_path: module });
  const whole = { module, workerUrl: import.meta.url, copyText, readFiles, savePicture };
  return async (first) => {
    const before = { ...globalThis.tidemarkBoot };
    Object.assign(globalThis.tidemarkBoot, whole);
    if (first) {
      await catchUp(first).catch((error) => {
        Object.assign(globalThis.tidemarkBoot, before);
        throw error;
      });
    }
    run_app();
  };
}

/** Leads an engine to where the first page is, until both are level; then that page leaves. */
async function catchUp(first) {
  let reached;
  for (let attempt = 1; ; attempt++) {
    let left;
    while ((left = first(false)) === undefined) await pause();
    if (left.join() === reached) break;
    reached = left.join();
    const stands = new Promise((resolve) => follow(left, resolve));
    if (attempt === ATTEMPTS_MAX) break;
    if (!(await stands)) throw new Error("the engine does not follow");
  }
  first(true);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

if (globalThis.document === undefined) serve({ initSync, run_worker });
