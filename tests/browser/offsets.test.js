// The first question people bring: half of __consumer_offsets is gone with one broker. Where does my group live?

import assert from "node:assert/strict";
import { open, pageTest } from "./page.js";
import { act, eventually, fact, goHome, paste, place, sample } from "./room.js";

const OFFSETS = sample("seed-consumer-offsets-50.txt");

async function find(page, group) {
  await page.getByLabel("group.id").fill(group);
  await page.getByRole("button", { name: "Find" }).click();
}

const found = (page) => page.locator("#group .note p").allTextContents();

pageTest("a crash takes half of a pasted offsets topic offline, and a group is found in it", {}, async ({ page }) => {
  await open(page);
  await paste(page, OFFSETS);
  const read = page.getByRole("dialog", { name: "What was read" });
  await read.getByText("50 partitions of one topic on 2 brokers.").waitFor();
  await read.getByText("min.insync.replicas is 1.").waitFor();
  await read.getByRole("button", { name: "Use what was read" }).click();
  await eventually(() => fact(page, "leader"), "1");

  await page.getByRole("button", { name: "Group", exact: true }).click();
  await find(page, "test_group");
  await eventually(() => found(page), [
    "test_group lives in __consumer_offsets-12.",
    "Its coordinator is broker 1.",
  ]);
  await page.keyboard.press("Escape");

  await act(page, 1, "Crash");
  await eventually(() => place(page), "Event 1 of 1");
  assert.equal(await fact(page, "leader"), "1");
  await page.getByRole("button", { name: "Next election" }).click();
  await eventually(() => place(page), "Event 2 of 2");
  assert.equal(await fact(page, "leader"), "none");
  const totals = await page.locator(".totals > span").allTextContents();
  assert.deepEqual(totals.slice(0, 2), ["50 partitions", "25 without leader was 0"]);

  await page.getByRole("button", { name: "Group", exact: true }).click();
  await find(page, "test_group");
  await eventually(() => found(page), [
    "test_group lives in __consumer_offsets-12.",
    "That partition has no leader now: the group has no coordinator.",
  ]);
});

pageTest("only partitions without leader are listed when asked for", {}, async ({ page }) => {
  await open(page);
  await paste(page, OFFSETS);
  await page.getByRole("button", { name: "Use what was read" }).click();
  await act(page, 1, "Crash");
  await page.getByRole("button", { name: "Next election" }).click();
  await page.getByLabel("Show", { exact: true }).selectOption("without leader");
  await page.getByRole("button", { name: "As a table" }).click();
  const rows = page.locator("tbody tr", { has: page.locator("td.bad") });
  await eventually(() => rows.count(), 25);
  assert.match(await rows.first().innerText(), /^__consumer_offsets-0\s+none\s+\[1\]\s+\[1\]$/);
});

pageTest("a partition is chosen in the grid", {}, async ({ page }) => {
  await open(page);
  await paste(page, OFFSETS);
  await page.getByRole("button", { name: "Use what was read" }).click();
  await page.getByRole("button", { name: "Show __consumer_offsets-13" }).click();
  await page.getByRole("heading", { level: 1, name: "__consumer_offsets-13" }).waitFor();
  assert.equal(await fact(page, "leader"), "0");
});

pageTest("the back button leads to the first screen, and the run is still there", {}, async ({ page }) => {
  await open(page);
  await paste(page, OFFSETS);
  await page.getByRole("button", { name: "Use what was read" }).click();
  await act(page, 1, "Crash");
  await eventually(() => place(page), "Event 1 of 1");
  await page.goBack();
  await page.locator("textarea.paste").waitFor();
  await page.goForward();
  await eventually(() => place(page), "Event 1 of 1");
  await goHome(page);
});
