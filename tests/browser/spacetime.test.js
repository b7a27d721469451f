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

pageTest("the lens decides which lines are drawn", {}, async ({ page }) => {
  await openScenario(page, "A01");
  await openDiagram(page);
  for (let step = 1; step <= 3; step++) await stepTo(page, step);
  const names = () => page.locator("svg.st .st-name").allTextContents();
  await eventually(names, ["client", "broker 0", "broker 1", "broker 2"]);
  const lens = page.locator(".st-lens select");
  await lens.selectOption("2");
  await eventually(async () => (await names()).includes("client"), false);
  await eventually(async () => (await names()).includes("broker 2"), true);
  const titles = await page.locator("svg.st .st-arrow title").allTextContents();
  assert.ok(titles.length > 0);
  assert.deepEqual(titles.filter((title) => !/ 2 → |→ 2:/.test(title)), []);
  await page.getByText("Only what the event list’s filter lets through.").waitFor();
  // The kind is chosen where the events are listed.
  await lens.selectOption("");
  await page.locator(".events-bar button").click();
  const kinds = page.locator(".events-filter select");
  await kinds.selectOption({ index: 3 });
  await eventually(async () => (await names()).includes("broker 2"), false);
  await eventually(async () => (await names()).includes("client"), true);
});

pageTest("a value in the diagram leads to its causes, by pointer and by keys", {}, async ({ page }) => {
  await openScenario(page, "S01");
  await openDiagram(page);
  for (let step = 1; step <= 5; step++) await press(page, "ArrowRight", `Event ${step} of 12`);
  await page.locator("svg.st a", { hasText: "LEO 1" }).first().click();
  await eventually(() => place(page), "Event 1 of 12");
  await eventually(() => page.url().endsWith("#/cluster/spacetime/why/leo/0"), true);
  await page.getByRole("heading", { name: "Broker 0’s log ends at 1." }).waitFor();
  await page.locator("svg.st a", { hasText: "HW 0 → 1" }).first().focus();
  await page.keyboard.press("Enter");
  await eventually(() => page.url().includes("/why/hw/"), true);
  await eventually(async () => (await place(page)) !== "Event 1 of 12", true);
});

/** Pairs of texts in the picture whose letters lie over each other. */
const overlaps = (page) => page.locator("svg.st").evaluate((svg) => {
  const boxes = [...svg.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([one, a], at) => {
    for (const [other, b] of boxes.slice(at + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 4) found.push(`${one} | ${other}`);
    }
  });
  return found;
});

for (const [width, height] of [[1440, 900], [768, 1024], [360, 740]]) {
  pageTest(`no text lies on another at ${width} px, with and without a callout`, { viewport: { width, height } }, async ({ page }) => {
    for (const id of ["A01", "S08"]) {
      await openScenario(page, id);
      await openDiagram(page);
      await page.keyboard.press("End");
      await eventually(async () => /Event (\d+) of \1$/.test(await place(page)), true);
      await eventually(() => arrows(page).then((count) => count > 3), true);
      assert.deepEqual(await overlaps(page), [], id);
      for (const value of ["hw/1", "leo/1", "leader"]) {
        await page.evaluate((value) => (location.hash = `#/cluster/spacetime/why/${value}`), value);
        await page.locator("#explain .chain, #explain .note").first().waitFor();
        await eventually(() => overlaps(page), []);
      }
      await screenshot(page, `spacetime-why-${id}-${width}`);
    }
  });
}
