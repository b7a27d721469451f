// Two runs on one clock: presets, differences, steps, the scrubber, a choice of one's own, forks.

import assert from "node:assert/strict";
import { assertAccessible, open, pageTest, screenshot } from "./page.js";
import { act, eventually, forgive, openScenario, place, press, selectBranch } from "./room.js";

const WIDTHS = [1440, 1024, 768, 360];

const LOOKS = [
  ["light", { colorScheme: "light", locale: "en-GB" }],
  ["dark", { colorScheme: "dark", locale: "en-GB" }],
  ["light-zh", { colorScheme: "light", locale: "zh-CN" }],
  ["dark-zh", { colorScheme: "dark", locale: "zh-CN" }],
];

/** The row of the table that is shown: number, ISR and LEO/HW of both sides, and the sign between them. */
const row = async (page) => {
  const current = page.locator(".score tr[aria-current]");
  if ((await current.count()) === 0) return [];
  const cells = await current.locator("td:not(.tx)").allTextContents();
  return cells.map((cell) => cell.trim());
};

const compared = (page, sides) => open(page, `#/compare/${sides}`);

const PARTING = ["13", "[0,1]", "2/2", "2/2", "≠ first", "[1]", "1/1", "2/2"];

pageTest("S10 and S11 part in the step that the vectors give", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  await page.getByRole("heading", { name: "One crash, two protocols" }).waitFor();
  await page.getByText("Here the two runs part:").first().waitFor();
  await page.getByText("Offset 1 holds m1 on broker 0, m2 on broker 1").waitFor();
  await page.getByText("was told where that ends").waitFor();
  await page.getByText("Not saved by either:").waitFor();
  await page.getByText("steps 0–12 are the same").waitFor();
  await page.getByText("left and right run as one until step 12").waitFor();
  assert.equal(await page.locator(".score tr.ne").count(), 3);
  const underlined = await page.locator(".score tr[aria-current] td.ch").allTextContents();
  assert.deepEqual(underlined, ["[0,1]", "2/2", "[1]", "1/1"]);
});

pageTest("the keys step through both runs, and from difference to difference", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  await press(page, "ArrowRight", "Step 14 of 15");
  assert.deepEqual(await row(page), ["14", "[0,1]", "2/2", "2/2", "≠", "[1]", "2/2", "2/2"]);
  await press(page, "n", "Step 15 of 15");
  assert.deepEqual(await row(page), ["15", "[0,1]", "2/2", "2/2", "≠ records", "[0,1]", "2/2", "2/2"]);
  await press(page, "n", "Step 15 of 15");
  await press(page, "Home", "Step 0 of 15");
  assert.deepEqual(await row(page), ["0", "[0,1]", "1/1", "1/1", "=", "[0,1]", "1/1", "1/1"]);
  await press(page, "ArrowLeft", "Step 0 of 15");
  await press(page, "N", "Step 13 of 15");
  await press(page, "End", "Step 15 of 15");
  await press(page, "p", "Step 14 of 15");
  await press(page, "p", "Step 13 of 15");
  await press(page, "ArrowLeft", "Step 12 of 15");
  assert.equal((await row(page))[4], "=");
});

pageTest("the space bar plays both runs to their end", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  await page.locator("#stage").focus();
  await page.keyboard.press("Space");
  await eventually(() => place(page), "Step 15 of 15");
  await page.getByRole("button", { name: "Play (Space)" }).waitFor();
});

pageTest("rows, events, jumps and the scrubber lead through both runs", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  await page.getByRole("button", { name: /^Step 9: / }).click();
  await eventually(() => place(page), "Step 9 of 15");
  await page.locator(".ev").filter({ hasText: "You send m2" }).click();
  await eventually(() => place(page), "Step 10 of 15");
  await page.getByRole("button", { name: "First difference" }).click();
  await eventually(() => place(page), "Step 13 of 15");
  await page.getByRole("button", { name: "Next difference (N)" }).click();
  await eventually(() => place(page), "Step 14 of 15");
  const box = await page.locator(".scrub").boundingBox();
  await page.mouse.move(box.x + box.width * 0.2, box.y + 18);
  await page.mouse.down();
  await page.mouse.move(box.x + 2, box.y + 18);
  await page.mouse.up();
  await eventually(() => place(page), "Step 0 of 15");
  await page.getByRole("button", { name: /^#5 / }).waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.getByRole("button", { name: /^#5 / }).click();
  await eventually(() => place(page), "Step 5 of 15");
});

const PRESETS = [
  ["One crash, two promises", "acks=1", "Lost: a.", "Nothing is broken,"],
  ["One lost disk, two minimums", "min.insync.replicas=1", "Lost: a b.", "Nothing is broken,"],
  ["One outage, two elections", "Unclean election allowed", "Lost: m2 m3 m4.", "Nothing is broken,"],
];

for (const [title, left, lost, holds] of PRESETS) {
  pageTest(`a preset is a real run: ${title}`, {}, async ({ page }) => {
    await open(page, "#/compare");
    await page.locator(".presets a", { hasText: title }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("region", { name: left }).waitFor();
    await page.keyboard.press("End");
    await page.locator(".pane").first().getByText(lost).waitFor();
    await page.locator(".pane").last().getByText(holds).waitFor();
  });
}

pageTest("ZooKeeper and KRaft part when the shorter session ends", {}, async ({ page }) => {
  await open(page, "#/compare");
  await page.locator(".presets a", { hasText: "One crash, two controllers" }).click();
  await page.getByRole("heading", { name: "One crash, two controllers" }).waitFor();
  await eventually(() => place(page), "Step 30 of 179");
  await page.locator("#explain").getByText("Right:").waitFor();
  await page.locator("#explain").getByText("has no such step here").waitFor();
});

pageTest("nothing chosen shows what there is, and a choice of one's own is compared", {}, async ({ page }) => {
  await open(page, "#/compare");
  await page.getByText("Offset 1 holds m1 on broker 0, m2 on broker 1").waitFor();
  // Run, what is changed, its value.
  const field = (side, at) => page.getByRole("group", { name: side, exact: true }).locator("select").nth(at);
  await field("Left", 0).selectOption("S14");
  await field("Right", 0).selectOption("S14");
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  await compare.click();
  await page.getByText("Both sides are the same run.").waitFor();
  await field("Right", 1).selectOption("acks");
  await field("Right", 2).selectOption("all");
  await compare.click();
  await page.getByRole("heading", { name: "One crash, two promises" }).waitFor();
  assert.match(page.url(), /#\/compare\/S14\/S14,acks=all$/);
});

pageTest("a fork is compared with the line it left, from the tree of branches", {}, async ({ page }) => {
  await openScenario(page, "S02");
  for (let step = 1; step <= 4; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 5 of 5");
  await page.locator(".forks-menu > summary").click();
  await page.getByRole("link", { name: "Compare with…" }).click();
  await eventually(() => place(page), "Step 5 of 16");
  assert.match(page.url(), /#\/compare\/@1\/@0$/);
  await page.goBack();
  await eventually(() => place(page), "Event 5 of 5");
  await selectBranch(page, "main line");
  await press(page, "End", "Event 15 of 15");
});

pageTest("what can't be compared is said, and another choice offered", {}, async ({ page }) => {
  await compared(page, "@0/@7");
  await page.getByText("No run is open to compare with.").waitFor();
  await page.getByRole("link", { name: "Compare something else" }).click();
  await page.locator(".presets").waitFor();
});

for (const [look, options] of LOOKS) {
  pageTest(`the room is accessible and fits: ${look}`, options, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await compared(page, "S10/S11");
      await eventually(async () => (await row(page))[0], "13");
      await assertAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
      await screenshot(page, `compare-${width}-${look}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, "#/compare");
    await page.locator(".example .verdict").first().waitFor();
    await assertAccessible(page);
    await screenshot(page, `compare-empty-${look}`);
  });
}

pageTest("where one stands is in the address: a reload and a link come back to it", {}, async ({ page, context }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  assert.match(page.url(), /#\/compare\/S10\/S11$/);
  await press(page, "End", "Step 15 of 15");
  await press(page, "ArrowLeft", "Step 14 of 15");
  await eventually(() => page.url().endsWith("#/compare/S10/S11/p0/r14"), true);
  await page.reload();
  await eventually(() => place(page), "Step 14 of 15");
  const other = await context.newPage();
  await open(other, "#/compare/S10/S11/p0/r2");
  await eventually(() => place(other), "Step 2 of 15");
  // And back where the runs part, the address needs no more.
  await press(page, "p", "Step 13 of 15");
  await eventually(() => page.url().endsWith("#/compare/S10/S11"), true);
});

pageTest("lanes that are the same on both sides say so", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  const equal = () => page.locator(".pane .lane", { hasText: "equal on both sides" }).evaluateAll((lanes) => lanes.map((lane) => lane.ariaLabel.slice(0, 8)));
  await eventually(equal, ["broker 1", "broker 1"]);
  await press(page, "ArrowLeft", "Step 12 of 15");
  await eventually(equal, ["broker 0", "broker 1", "broker 0", "broker 1"]);
});

pageTest("after the engine was started again the comparison goes on where it was", {}, async ({ page, troubles }) => {
  await openScenario(page, "S02");
  await page.evaluate(() => (location.hash = "#/compare/S10/S11"));
  await eventually(() => row(page), PARTING);
  await press(page, "End", "Step 15 of 15");
  // From now on the engine dies of whatever it is asked; the one that takes its place does not.
  await page.workers()[0].evaluate(() => {
    self.onmessage = () => {
      throw new WebAssembly.RuntimeError("unreachable");
    };
  });
  await press(page, "ArrowLeft", "Step 14 of 15");
  assert.deepEqual((await row(page))[0], "14");
  await press(page, "ArrowLeft", "Step 13 of 15");
  forgive(troubles, /RuntimeError: unreachable/);
});

pageTest("Help lists the keys of the studies", {}, async ({ page }) => {
  await compared(page, "S10/S11");
  await eventually(() => row(page), PARTING);
  await page.keyboard.press("?");
  const keys = page.locator("#help .keys-table").last();
  for (const [key, does] of [["N", "Compare: to the next difference"], ["P", "Compare: to the previous difference"], ["Ctrl+Shift+Z", "Do again what was taken back"]]) {
    const line = keys.locator("tr", { has: page.locator("kbd", { hasText: new RegExp(`^${key.replaceAll("+", "\\+")}$`) }) });
    await eventually(() => line.locator("td").last().textContent(), does);
  }
});
