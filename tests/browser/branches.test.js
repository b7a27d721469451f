// Forks: what is done in the past begins a branch, and nothing of the old one is lost.

import assert from "node:assert/strict";
import { pageTest } from "./page.js";
import { act, branches, eventually, logs, openScenario, place, press, selectBranch } from "./room.js";

async function goTo(page, step) {
  await press(page, "Home", "Event 0 of 15");
  for (let at = 1; at <= step; at++) await press(page, "ArrowRight", `Event ${at} of 15`);
}

pageTest("an action in the past forks; the old branch is reopened with its old states", {}, async ({ page }) => {
  await openScenario(page, "S02");
  assert.equal(await page.locator(".forks-menu").count(), 0);
  await goTo(page, 4);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 5 of 5");
  await eventually(() => branches(page), ["main line", "You crash broker 2, from event 4 *"]);
  await page.getByText("You crash broker 2").first().waitFor();

  await selectBranch(page, "main line");
  await eventually(async () => (await place(page)).endsWith("of 15"), true);
  await eventually(() => branches(page), ["main line *", "You crash broker 2, from event 4"]);
  await press(page, "End", "Event 15 of 15");
  assert.equal(await logs(page), "6/6 6/6 6/6");
  await goTo(page, 9);
  assert.equal(await logs(page), "8/5 6/6 6/6");

  await selectBranch(page, "You crash broker 2");
  await eventually(() => place(page), "Event 5 of 5");
  assert.equal(await logs(page), "8/5 5/5 5/5");
  await press(page, "ArrowLeft", "Event 4 of 5");
});

pageTest("a fork of a fork is kept as well", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await goTo(page, 4);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 5 of 5");
  await act(page, 2, "Start again");
  await eventually(() => place(page), "Event 6 of 6");
  await press(page, "ArrowLeft", "Event 5 of 6");
  await act(page, 1, "Pause");
  await eventually(() => branches(page), [
    "main line",
    "You crash broker 2, from event 4",
    "You pause broker 1, from event 5 *",
  ]);
});

async function changeMinIsr(page, when) {
  await page.getByRole("button", { name: "min.insync.replicas 1", exact: true }).click();
  const field = page.getByRole("dialog").getByLabel("min.insync.replicas", { exact: true });
  await field.fill("2");
  await field.press("Enter");
  await page.getByText("min.insync.replicas: 2").waitFor();
  await page.getByRole("button", { name: when }).click();
  await page.getByRole("button", { name: "min.insync.replicas 2", exact: true }).waitFor();
}

pageTest("a setting changed from here forks", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await goTo(page, 4);
  await changeMinIsr(page, "Go on from here");
  await eventually(() => place(page), "Event 5 of 5");
  await eventually(() => branches(page), ["main line", "You set min.insync.replicas to 2, from event 4 *"]);
  await press(page, "ArrowLeft", "Event 4 of 5");
  await page.getByRole("button", { name: "min.insync.replicas 1", exact: true }).waitFor();
  await selectBranch(page, "main line");
  await press(page, "End", "Event 15 of 15");
  await page.getByRole("button", { name: "min.insync.replicas 1", exact: true }).waitFor();
});

pageTest("a setting changed from the start runs the same commands again", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await goTo(page, 9);
  await changeMinIsr(page, "Run again from the start");
  assert.equal((await branches(page)).length, 2);
  await page.keyboard.press("End");
  await eventually(() => place(page), "Event 16 of 16");
  assert.equal(await logs(page), "6/6 6/6 6/6");
  await page.keyboard.press("Home");
  await press(page, "ArrowRight", "Event 1 of 16");
  await page.getByText("You set min.insync.replicas to 2").first().waitFor();
  await press(page, "ArrowRight", "Event 2 of 16");
  await page.getByText("You crash broker 0").first().waitFor();
});

pageTest("a setting that is kept after all changes nothing", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await goTo(page, 3);
  await page.getByRole("button", { name: /^acks / }).click();
  await page.getByRole("dialog").getByLabel("acks", { exact: true }).selectOption("1");
  await page.getByRole("button", { name: /^Keep / }).click();
  await page.keyboard.press("Escape");
  assert.equal(await place(page), "Event 3 of 15");
  assert.equal(await page.locator(".forks-menu").count(), 0);
});
