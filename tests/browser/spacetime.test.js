// The space-time diagram: the same run as lines and arrows, by pointer, by keys, and as a table.

import assert from "node:assert/strict";
import { assertAccessible, pageTest, screenshot } from "./page.js";
import { eventually, openScenario, place, press } from "./room.js";

/** Goes to the diagram through the switch above the picture. */
async function openDiagram(page) {
  await page.locator(".views a[href*=\"spacetime\"]").first().click();
  await page.locator("svg.st").waitFor();
}

/** One step forward, to this event. */
async function stepTo(page, step) {
  await page.keyboard.press("ArrowRight");
  await eventually(async () => (await place(page)).startsWith(`Event ${step} of `), true);
}

const arrows = (page) => page.locator("svg.st .st-arrow").count();

/** What the row of the current event says, from the table. */
async function rows(page) {
  const open = await page.locator("details.st-table").evaluate((table) => table.open);
  if (!open) await page.locator("details.st-table > summary").click();
  return page.locator(".st-table tr[aria-current]").evaluateAll((rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ").trim()));
}

pageTest("the switch leads to the diagram and back, and the address says which picture stands", {}, async ({ page }) => {
  await openScenario(page, "S01");
  await openDiagram(page);
  assert.ok(page.url().endsWith("#/cluster/spacetime"));
  assert.equal(await page.locator(".lane[role=group]").count(), 0);
  await page.goBack();
  await page.locator(".lane[role=group]").first().waitFor();
  assert.equal(await page.locator("svg.st").count(), 0);
});

pageTest("the diagram follows the keys, and an arrow that is clicked leads to its event", {}, async ({ page }) => {
  await openScenario(page, "S01");
  await openDiagram(page);
  for (let step = 1; step <= 5; step++) await press(page, "ArrowRight", `Event ${step} of 12`);
  await eventually(() => page.locator("svg.st .st-dot.now").count().then((count) => count > 0), true);
  // The first arrow is the producer's request, the trigger of event 1.
  await page.locator("svg.st .st-arrow .st-hit").first().dispatchEvent("click");
  await eventually(() => place(page), "Event 1 of 12");
  await eventually(async () => (await rows(page)).length > 0, true);
  assert.match((await rows(page)).join(" "), /broker 0: LEO 1/);
});

pageTest("plus and minus zoom, a kind and a process can be left out", {}, async ({ page }) => {
  await openScenario(page, "A01");
  await openDiagram(page);
  for (let step = 1; step <= 3; step++) await stepTo(page, step);
  await eventually(() => arrows(page).then((count) => count > 5), true);
  const before = await arrows(page);
  await page.keyboard.press("+");
  await eventually(() => arrows(page).then((count) => count < before), true);
  await page.keyboard.press("-");
  await eventually(() => arrows(page), before);
  await page.getByRole("button", { name: "Replication", exact: true }).click();
  await eventually(() => page.locator("svg.st .st-arrow.k-repl").count(), 0);
  await page.getByRole("button", { name: "Replication", exact: true }).click();
  await eventually(() => arrows(page), before);
  await page.locator(".st-bar").getByRole("button", { name: "broker 2", exact: true }).click();
  await eventually(() => arrows(page).then((count) => count < before), true);
  assert.equal(await page.locator("svg.st .st-name", { hasText: "broker 2" }).count(), 0);
});

for (const [width, height, scheme] of [[1440, 900, "light"], [1440, 900, "dark"], [1024, 768, "light"], [768, 1024, "light"], [360, 740, "light"]]) {
  pageTest(`accessible at ${width} px, ${scheme}`, { viewport: { width, height }, colorScheme: scheme }, async ({ page }) => {
    await openScenario(page, "A01");
    await openDiagram(page);
    await page.keyboard.press("End");
    await eventually(async () => /Event (\d+) of \1$/.test(await place(page)), true);
    await eventually(() => arrows(page).then((count) => count > 3), true);
    await assertAccessible(page);
    const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(scrolls, false, "the page itself does not scroll sideways");
    await screenshot(page, `spacetime-${width}-${scheme}`);
  });
}

pageTest("in Chinese the diagram speaks Chinese", { locale: "zh-CN" }, async ({ page }) => {
  await openScenario(page, "S01");
  await openDiagram(page);
  await page.getByText("手动驱动").first().waitFor();
  await screenshot(page, "spacetime-zh");
});
