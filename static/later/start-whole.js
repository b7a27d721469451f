// Starts the whole page in the place of the first module's, and, as a worker's script, its engine.

import init, { initSync, run_app, run_worker } from "./whole.js";
import { compile, serve } from "../start.js";
import { copyText, savePicture } from "./take.js";

/** Loads the whole page; what it gives starts it. */
export async function load() {
  const module = await compile(new URL("./whole_bg.wasm", import.meta.url));
  await init({ module_or_path: module });
  return () => {
    Object.assign(globalThis.tidemarkBoot, { module, workerUrl: import.meta.url, copyText, savePicture });
    run_app();
  };
}

if (globalThis.document === undefined) serve({ initSync, run_worker });
