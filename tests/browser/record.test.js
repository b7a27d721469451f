// Follow one record: through all replicas and all branches.

import assert from "node:assert/strict";
import { assertAccessible, pageTest, screenshot } from "./page.js";
import { eventually, openScenario, place, press } from "./room.js";

pageTest("the record of S08 is followed until it is lost", {}, async ({ page }) => {
  await openScenario(page, "S08");
  await press(page, "ArrowRight", "Event 1 of 14");
  await page.locator("a.rec", { hasText: "m1" }).first().click();
  const panel = page.locator("#explain");
  await panel.getByText("Lost: it was acknowledged or committed, and the leader lacks it.").waitFor();
  await panel.getByText("Broker 0 leads epoch 1 and lacks it").waitFor();
  await assertAccessible(page);
  await screenshot(page, "record");
  await panel.locator(".chain li", { hasText: "Broker 0 cuts it off" }).getByRole("button").click();
  await eventually(() => place(page), "Event 6 of 14");
  // It is still the same record, where it stands no more.
  await panel.getByText("Broker 0 leads epoch 1 and lacks it").waitFor();
  await page.keyboard.press("Escape");
  await eventually(() => page.url().endsWith("#/cluster"), true);
});

pageTest("A03: lost in one branch, committed in the other", {}, async ({ page }) => {
  await openScenario(page, "A03");
  await page.evaluate(() => { location.hash = "#/cluster/record/value/m1"; });
  const lives = page.locator("#explain .life");
  await eventually(() => lives.count(), 2);
  assert.match(await lives.nth(0).innerText(), /Lost/);
  assert.match(await lives.nth(1).innerText(), /delivered[\s\S]*Committed/);
});

pageTest("what the ledger counts as lost leads to the record", {}, async ({ page }) => {
  await openScenario(page, "S08");
  await page.keyboard.press("End");
  await eventually(() => place(page), "Event 14 of 14");
  const example = page.locator(".ledger a", { hasText: "m1" });
  await example.focus();
  await page.keyboard.press("Enter");
  await eventually(() => page.url().endsWith("#/cluster/record/value/m1"), true);
  await page.locator("#explain").getByText("Lost: it was acknowledged or committed, and the leader lacks it.").waitFor();
});
