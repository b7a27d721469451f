// The whole page takes the place of the first module: where the reader stood, and without being noticed.

import assert from "node:assert/strict";
import { open, pageTest } from "./page.js";
import { branches, eventually, logs, notice, openScenario, place, press, selectBranch, standInAFork } from "./room.js";

/** The addresses of what the page has loaded, without their digests. */
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.replace(/-[0-9a-f]{16}\./, ".")));

const isWhole = async (page) => (await loaded(page)).some((name) => name.endsWith("later/whole_bg.wasm"));

pageTest("the first scenario needs the first module only", {}, async ({ page }) => {
  await standInAFork(page);
  assert.equal(await isWhole(page), false);
});

const tookOver = (page) =>
  eventually(() => page.evaluate(() => globalThis.tidemarkBoot.workerUrl.includes("start-whole")), true);

pageTest("what only the whole page has finds branch, step and state as they were", {}, async ({ page }) => {
  await standInAFork(page);
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await eventually(() => isWhole(page), true);
  await tookOver(page);
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

pageTest("no key is lost, and the picture stays, while the whole page takes over", {}, async ({ page }) => {
  // Of two partitions, so that the whole page is called as soon as the first moment is drawn.
  await openScenario(page, "S31");
  await page.evaluate(() => {
    globalThis.paintedWithoutRun = 0;
    const look = () => {
      if (document.querySelector(".where .vh") === null) globalThis.paintedWithoutRun++;
      requestAnimationFrame(look);
    };
    look();
  });
  const presses = 60;
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press % 2 === 0 ? "End" : "ArrowLeft");
    await page.waitForTimeout(10);
  }
  await tookOver(page);
  await eventually(async () => {
    const [, step, steps] = /^Event (\d+) of (\d+)$/.exec(await place(page)) ?? [];
    return Number(steps) - Number(step);
  }, 1);
  assert.equal(await page.evaluate(() => globalThis.paintedWithoutRun), 0);
});

pageTest("a run that plays goes on in the whole page", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await page.keyboard.press("Space");
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await tookOver(page);
  await eventually(() => place(page), "Event 15 of 15");
});

pageTest("what was said is still said, and can be undone, in the whole page", {}, async ({ page }) => {
  await standInAFork(page);
  await page.locator(".forks-menu > summary").click();
  await page.getByRole("button", { name: "Delete You crash broker 2" }).click();
  const said = "The fork is deleted.";
  await eventually(() => notice(page), said);
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await tookOver(page);
  await page.locator(".spacetime").first().waitFor();
  assert.equal(await notice(page), said);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.evaluate(() => (location.hash = "#/cluster"));
  await eventually(() => branches(page), ["main line", "You crash broker 2, from event 4 *"]);
});

pageTest("the whole page waits until the first one's dialog is closed", {}, async ({ page }) => {
  await standInAFork(page);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.evaluate(() => (location.hash = "#/cluster/spacetime"));
  await eventually(() => isWhole(page), true);
  await page.waitForTimeout(500);
  assert.equal(await page.locator("dialog[open]").count(), 1);
  assert.equal(await page.locator(".spacetime").count(), 0);
  await page.keyboard.press("Escape");
  await page.locator(".spacetime").first().waitFor();
});

pageTest("an address that only the whole page has starts that at once", {}, async ({ page }) => {
  await open(page, "#/cluster/spacetime");
  assert.match(await page.evaluate(() => tidemarkBoot.workerUrl), /start-whole/);
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
  await tookOver(page);
  await eventually(() => place(page), "Event 4 of 5");
  assert.ok(troubles.splice(0).every((trouble) => trouble.includes("whole_bg") || trouble.includes("ERR_FAILED")));
});
