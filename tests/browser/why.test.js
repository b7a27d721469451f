// Why this value? Any number leads to its causes, in words and in the diagram, and to what it waits for.

import assert from "node:assert/strict";
import { assertAccessible, pageTest, screenshot } from "./page.js";
import { eventually, openScenario, place, press } from "./room.js";

const chain = (page) =>
  page.locator("#explain ol.chain").first().locator("li").evaluateAll((lines) =>
    lines.map((line) => line.lastElementChild.innerText.trim()));

pageTest("the HW of S01 goes back to the producer, as in the mock-up", {}, async ({ page }) => {
  await openScenario(page, "S01");
  for (let step = 1; step <= 5; step++) await press(page, "ArrowRight", `Event ${step} of 12`);
  await page.locator(".mk.hw a").first().click();
  await page.getByText("The last member of the ISR asked for offset 1.").first().waitFor();
  const told = await chain(page);
  assert.equal(told.length, 7);
  assert.match(told[0], /HW/);
  assert.match(told[3], /Broker 0 answers the fetch of 2/);
  assert.match(told.at(-1), /^also needed:/);
  // The same beside the diagram, where the chain is marked.
  await page.locator(".views a[href*=\"spacetime\"]").first().click();
  await page.locator("svg.st").waitFor();
  await page.locator(".facts a").first().click();
  await eventually(() => page.url().endsWith("#/cluster/spacetime/why/isr"), true);
});

pageTest("the chain is marked in the diagram, and Esc leads back to Explain", {}, async ({ page }) => {
  await openScenario(page, "S01");
  for (let step = 1; step <= 5; step++) await press(page, "ArrowRight", `Event ${step} of 12`);
  await page.evaluate(() => { location.hash = "#/cluster/spacetime/why/hw/0"; });
  await eventually(() => page.locator("svg.st .st-arrow.trigger").count(), 4);
  assert.equal(await page.locator("svg.st .st-arrow.needed").count(), 3);
  assert.equal(await page.locator("svg.st .st-arrow.led").count(), 3);
  await page.getByText("min(LEO 1, LEO[1] 1, LEO[2] 1)").waitFor();
  await assertAccessible(page);
  await screenshot(page, "why");
  // A cause leads to its event.
  await page.locator("#explain .chain li").nth(2).getByRole("button").click();
  await eventually(() => place(page), "Event 3 of 12");
  await page.keyboard.press("Escape");
  await eventually(() => page.url().endsWith("#/cluster/spacetime"), true);
  await eventually(() => page.locator("svg.st .st-arrow.trigger").count(), 0);
});

pageTest("it says what a value waits for: whose fetch, and when it arrives", {}, async ({ page }) => {
  await openScenario(page, "A01");
  for (let step = 1; step <= 3; step++) {
    await page.keyboard.press("ArrowRight");
    await eventually(async () => (await place(page)).startsWith(`Event ${step} of `), true);
  }
  await page.locator(".mk.hw a").first().click();
  await page.getByText("Broker 1 has to ask for offset 1.").waitFor();
  await assertAccessible(page);
});
