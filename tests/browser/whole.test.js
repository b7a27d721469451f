// The whole page takes the place of the first module: where the reader stood, and without being noticed.

import assert from "node:assert/strict";
import { open, pageTest } from "./page.js";
import { branches, eventually, logs, place, press, selectBranch, standInAFork } from "./room.js";

/** The addresses of what the page has loaded, without their digests. */
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.replace(/-[0-9a-f]{16}\./, ".")));

const isWhole = async (page) => (await loaded(page)).some((name) => name.endsWith("later/whole_bg.wasm"));

pageTest("the first scenario needs the first module only", {}, async ({ page }) => {
  await standInAFork(page);
  assert.equal(await isWhole(page), false);
});

pageTest("what only the whole page has finds branch, step and state as they were", {}, async ({ page }) => {
  await standInAFork(page);
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await eventually(() => isWhole(page), true);
  await eventually(() => page.evaluate(() => globalThis.tidemarkBoot.workerUrl.includes("start-whole")), true);
  await eventually(() => place(page), "Event 4 of 5");
  await page.evaluate(() => (location.hash = "#/cluster"));
  await eventually(() => logs(page), "8/5 5/5 5/5");
  assert.deepEqual(await branches(page), ["main line", "You crash broker 2, from event 4 *"]);
  // One page hears the keys, not two.
  await press(page, "ArrowLeft", "Event 3 of 5");
  await selectBranch(page, "main line");
  await press(page, "End", "Event 15 of 15");
  assert.equal(await logs(page), "6/6 6/6 6/6");
  assert.equal(await page.locator("#app > *").count(), 1);
});

pageTest("an address that only the whole page has starts that at once", {}, async ({ page }) => {
  await open(page, "#/cluster/spacetime");
  assert.match(await page.evaluate(() => tidemarkBoot.workerUrl), /start-whole/);
  assert.equal(await page.evaluate(() => tidemarkBoot.handedOver), undefined);
  await eventually(async () => (await place(page)).startsWith("Event "), true);
});

pageTest("without the whole page the run stays, and it is said", {}, async ({ page, troubles }) => {
  await standInAFork(page);
  await page.route("**/later/whole_bg-*", (route) => route.abort());
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await page.getByText("could not be loaded").first().waitFor();
  assert.equal(await place(page), "Event 4 of 5");
  await page.unrouteAll();
  await page.evaluate(() => (location.hash = "#/cluster"));
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await eventually(() => page.evaluate(() => globalThis.tidemarkBoot.workerUrl.includes("start-whole")), true);
  await eventually(() => place(page), "Event 4 of 5");
  assert.ok(troubles.splice(0).every((trouble) => trouble.includes("whole_bg") || trouble.includes("ERR_FAILED")));
});
