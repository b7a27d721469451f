// Coming back: after a reload, in a second tab, and after the engine has died.

import assert from "node:assert/strict";
import { facts, open, pageTest } from "./page.js";
import { act, branches, eventually, forgive, logs, notice, openScenario, place, press, selectBranch, standInAFork } from "./room.js";

/** In a fork of S02, at event 3 of its 5. */
async function standFurtherBack(page) {
  await standInAFork(page);
  await press(page, "ArrowLeft", "Event 3 of 5");
}

async function assertInTheFork(page) {
  await eventually(() => place(page), "Event 3 of 5");
  assert.deepEqual(await branches(page), ["main line", "You crash broker 2, from event 4 *"]);
  assert.equal(await logs(page), "8/5 5/5 7/5");
  await press(page, "ArrowRight", "Event 4 of 5");
  assert.equal(await logs(page), "8/5 5/5 5/5");
  await selectBranch(page, "main line");
  await press(page, "End", "Event 15 of 15");
  assert.equal(await logs(page), "6/6 6/6 6/6");
}

pageTest("a reload comes back to the same step, branch and state", {}, async ({ page }) => {
  await standFurtherBack(page);
  await page.reload();
  await assertInTheFork(page);
});

pageTest("a second tab shows the same run at the same step", {}, async ({ page, context }) => {
  await standFurtherBack(page);
  const second = await context.newPage();
  await open(second, "#/cluster");
  await assertInTheFork(second);
  // What is done there leaves the first tab where it is.
  assert.equal(await place(page), "Event 3 of 5");
  await press(page, "ArrowRight", "Event 4 of 5");
  assert.equal(await logs(page), "8/5 5/5 5/5");
});

pageTest("two tabs with runs of their own don't mix them up", {}, async ({ page, context }) => {
  await standFurtherBack(page);
  const second = await context.newPage();
  await openScenario(second, "S01");
  await press(page, "ArrowRight", "Event 4 of 5");
  await second.reload();
  await eventually(async () => (await second.locator(".lane[role=group]").count()) > 0, true);
  assert.equal(await notice(second), "");
  await page.reload();
  await eventually(async () => (await page.locator(".lane[role=group]").count()) > 0, true);
  assert.equal(await notice(page), "");
});

pageTest("a tab that was closed is come back to", {}, async ({ page, context }) => {
  await standFurtherBack(page);
  await page.close();
  const later = await context.newPage();
  await later.goto(facts.address);
  await later.getByRole("link", { name: "Cluster", exact: true }).click();
  await assertInTheFork(later);
});

pageTest("what is stored and can't be read is said, and the page works", {}, async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    localStorage.setItem("tidemark.session", "tidemark-scenario 1\nnonsense");
    localStorage.setItem("tidemark.place", "7 99999 x");
  });
  await page.reload();
  await eventually(() => notice(page), "The scenario has 4 mistakes; the first is at line 2, column 1.");
  await openScenario(page, "S02");
  await press(page, "End", "Event 15 of 15");
});

/** From now on the engine of this page dies of whatever it is asked. */
function poison(page) {
  return page.workers()[0].evaluate(() => {
    self.onmessage = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
}

pageTest("when the engine dies, the page says so and is back at the last good step", {}, async ({ page, troubles }) => {
  await standFurtherBack(page);
  await poison(page);
  await page.keyboard.press("ArrowRight");
  await eventually(
    () => notice(page),
    "The engine stopped at event 3 and was started again there. Your run is safe.",
  );
  forgive(troubles, /RuntimeError: unreachable/);
  await assertInTheFork(page);
});

pageTest("an action that kills the engine is left out, and all before it is there", {}, async ({ page, troubles }) => {
  await standFurtherBack(page);
  await press(page, "End", "Event 5 of 5");
  await act(page, 1, "Crash");
  await eventually(() => place(page), "Event 6 of 6");
  await poison(page);
  await act(page, 2, "Start again");
  await eventually(
    () => notice(page),
    "The engine stopped at event 6 and was started again there. Your run is safe.",
  );
  forgive(troubles, /RuntimeError: unreachable/);
  await eventually(() => place(page), "Event 6 of 6");
  await act(page, 1, "Start again");
  await eventually(() => place(page), "Event 7 of 7");
});

pageTest("when no engine can be started again, the page says so; a reload brings the run back", {}, async ({ page, troubles }) => {
  await standFurtherBack(page);
  await page.evaluate(() => {
    tidemarkBoot.workerUrl = "./gone.js";
  });
  await poison(page);
  await page.keyboard.press("ArrowRight");
  await eventually(() => notice(page), "Tidemark made a mistake at event 3. Your run is safe.");
  forgive(troubles, /RuntimeError: unreachable|gone\.js|status of 404/);
  await page.getByRole("button", { name: "Reload" }).click();
  await assertInTheFork(page);
});
