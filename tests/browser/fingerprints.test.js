// Determinism across platforms: the page's engine runs the catalogue as the native one does.

import assert from "node:assert/strict";
import { facts, open, pageTest } from "./page.js";

pageTest("every run of the catalogue has the same hashes in the browser as outside of it", {}, async ({ page }) => {
  await open(page);
  const lines = await page.evaluate(async () => {
    const module = await import(document.querySelector("link[rel=modulepreload]").href);
    const lines = [];
    for (const id of await tidemarkBoot.scenarioIds()) {
      lines.push(module.fingerprint(await tidemarkBoot.scenario(id)));
    }
    return lines;
  });
  assert.equal(lines.length, 36);
  for (const line of lines) assert.match(line, /^[AS]\d\d [1-9]\d* [0-9a-f]{16} [0-9a-f]{16}$/);
  assert.deepEqual(lines, facts.fingerprints);
});
