// The presenter's view: the stage alone, captions large, a remote control's keys; captions are written and travel.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { assertAccessible, open, pageTest, screenshot } from "./page.js";
import { choose, eventually, openScenario, place, press } from "./room.js";

const said = (page) => page.locator(".present-caption").innerText();

async function present(page) {
  await page.getByRole("link", { name: "Present", exact: true }).click();
  await page.locator(".present-caption").waitFor();
}

pageTest("the stage alone is left, and a remote control's keys step", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await present(page);
  for (const gone of [".top", ".side", ".transport", ".ledger"]) assert.equal(await page.locator(gone).isVisible(), false);
  assert.equal(await page.locator(".lane[role=group]").count(), 3);
  await page.keyboard.press("PageDown");
  await page.locator(".present-said").getByText("Event 1 of 15").waitFor();
  await page.keyboard.press("PageDown");
  await page.locator(".present-said").getByText("Event 2 of 15").waitFor();
  await page.keyboard.press("PageUp");
  await page.locator(".present-said").getByText("Event 1 of 15").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".transport").waitFor();
  assert.ok(page.url().endsWith("#/cluster"));
});

pageTest("a caption is written, stands until the next, and travels with the saved scenario", {}, async ({ page, context }) => {
  await openScenario(page, "S02");
  for (let step = 1; step <= 6; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
  await present(page);
  await page.getByRole("button", { name: "Write a caption" }).click();
  await page.getByRole("textbox").fill("Watch broker 2.");
  // Keys of the remote control belong to the text now.
  await page.keyboard.press("PageDown");
  await page.getByRole("button", { name: "Keep it" }).click();
  await eventually(() => said(page), "Watch broker 2.");
  await page.keyboard.press("PageDown");
  await page.locator(".present-said").getByText("Event 7 of 15").waitFor();
  await eventually(() => said(page), "n5 takes offset 5. Offset 5 no longer means m5.");
  await page.keyboard.press("PageUp");
  await eventually(() => said(page), "Watch broker 2.");
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const text = await readFile(await (await download).path(), "utf8");
  assert.match(text, /note at=\S+( after=\d+)?\n {2}caption en "Watch broker 2\."/);
  const second = await context.newPage();
  await open(second);
  await choose(second, "run.tidemark", text);
  await eventually(() => place(second), "Event 0 of 15");
  for (let step = 1; step <= 6; step++) await press(second, "ArrowRight", `Event ${step} of 15`);
  await second.locator("#explain").getByText("Watch broker 2.").waitFor();
});

for (const [name, options] of [
  ["1440", { viewport: { width: 1440, height: 900 } }],
  ["1440-dark", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
  ["360", { viewport: { width: 360, height: 740 } }],
]) {
  pageTest(`fits and is accessible: ${name}`, options, async ({ page }) => {
    await openScenario(page, "S02");
    await page.evaluate(() => (location.hash = "#/cluster/present"));
    await page.locator(".present-caption").waitFor();
    for (let step = 1; step <= 4; step++) {
      await page.keyboard.press("PageDown");
      await page.locator(".present-said").getByText(`Event ${step} of 15`).waitFor();
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertAccessible(page);
    await screenshot(page, `present-${name}`);
  });
}
