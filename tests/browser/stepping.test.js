// Steps with the keyboard, forwards and back: S02, whose states tests/vectors/replication_scenarios.json has.

import assert from "node:assert/strict";
import { pageTest } from "./page.js";
import { eventually, fact, logs, openScenario, place, press } from "./room.js";

// LEO/HW of brokers 0, 1 and 2, leader and ISR after each event; event 0 is the vector's step 1.
const STATES = [
  ["8/5 5/5 7/5", "0", "[0,1,2]"],
  ["8/5 5/5 7/5", "0", "[0,1,2]"],
  ["8/5 5/5 7/5", "1", "[1,2]"],
  ["8/5 5/5 7/5", "1", "[1,2]"],
  ["8/5 5/5 5/5", "1", "[1,2]"],
  ["8/5 5/5 5/5", "1", "[1,2]"],
  ["8/5 5/5 5/5", "1", "[1,2]"],
  ["8/5 6/5 5/5", "1", "[1,2]"],
  ["8/5 6/5 6/5", "1", "[1,2]"],
  ["8/5 6/6 6/6", "1", "[1,2]"],
  ["8/5 6/6 6/6", "1", "[1,2]"],
  ["8/5 6/6 6/6", "1", "[1,2]"],
  ["5/5 6/6 6/6", "1", "[1,2]"],
  ["6/6 6/6 6/6", "1", "[1,2]"],
  ["6/6 6/6 6/6", "1", "[0,1,2]"],
  ["6/6 6/6 6/6", "1", "[0,1,2]"],
];

const state = async (page) => [await logs(page), await fact(page, "leader"), await fact(page, "ISR")];

pageTest("the arrow keys step to the end and back through the same states", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await eventually(() => place(page), "Event 0 of 15");
  assert.deepEqual(await state(page), STATES[0]);
  for (let step = 1; step <= 15; step++) {
    await press(page, "ArrowRight", `Event ${step} of 15`);
    assert.deepEqual(await state(page), STATES[step], `event ${step}`);
  }
  for (let step = 14; step >= 0; step--) {
    await press(page, "ArrowLeft", `Event ${step} of 15`);
    assert.deepEqual(await state(page), STATES[step], `back at event ${step}`);
  }
});

pageTest("End and Home lead to both ends, where the arrow keys lead no further", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await press(page, "ArrowLeft", "Event 0 of 15");
  await press(page, "End", "Event 15 of 15");
  assert.deepEqual(await state(page), STATES[15]);
  await press(page, "ArrowRight", "Event 15 of 15");
  await press(page, "End", "Event 15 of 15");
  await press(page, "Home", "Event 0 of 15");
  assert.deepEqual(await state(page), STATES[0]);
});

pageTest("the space bar plays and pauses, and a played run stands still at its end", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await page.getByLabel("Speed").selectOption("16×");
  await page.locator("#stage").focus();
  await page.keyboard.press("Space");
  await eventually(() => place(page), "Event 15 of 15");
  assert.deepEqual(await state(page), STATES[15]);
  await page.getByRole("button", { name: "Play (Space)" }).waitFor();
});

for (const pause of [0, 200]) {
  pageTest(`the scrubber is dragged, with ${pause} ms between its moves`, {}, async ({ page }) => {
    await openScenario(page, "S02");
    const { x, y, width } = await page.locator(".scrub").boundingBox();
    await page.mouse.move(x + width * 0.2, y + 18);
    await page.mouse.down();
    await page.waitForTimeout(pause);
    await page.mouse.move(x + width * 0.6, y + 18);
    await page.waitForTimeout(pause);
    // The pointer leaves the bar, and the drag goes on.
    await page.mouse.move(x + width - 2, y - 200);
    await page.waitForTimeout(pause);
    await page.mouse.up();
    await eventually(() => place(page), "Event 15 of 15");
    // Let go is let go.
    await page.mouse.move(x + width * 0.2, y + 18);
    await page.waitForTimeout(pause);
    assert.equal(await place(page), "Event 15 of 15");
  });
}

pageTest("Explain tells each event, and the event list has it", {}, async ({ page }) => {
  await openScenario(page, "S02");
  for (let step = 1; step <= 4; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
  const explain = page.locator("#explain");
  await explain.getByText("Broker 2 cuts its log of first-0 from 7 to 5.").waitFor();
  await explain.getByText("Before 0.11, a follower of a new leader cuts its log to its own HW").waitFor();
  await page.getByText("Broker 2 cuts 7 → 5").first().waitFor();
});

pageTest("records are sent, and the keys in a field are the field's own", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await press(page, "End", "Event 15 of 15");
  await page.getByRole("button", { name: "Send records" }).click();
  const values = page.getByLabel("Value");
  await values.fill("n6 n7");
  for (const key of ["Home", "ArrowRight", "ArrowLeft", "End"]) await values.press(key);
  assert.equal(await place(page), "Event 15 of 15");
  await values.press("Enter");
  await eventually(() => place(page), "Event 16 of 16");
  assert.equal(await logs(page), "6/6 8/6 6/6");
});
