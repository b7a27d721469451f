// Nonsense in every field: it is said what is wrong, and the session is as usable as before.

import assert from "node:assert/strict";
import { open, pageTest } from "./page.js";
import { choose, eventually, goHome, logs, notice, openScenario, paste, pasteAndUse, place, press, sample } from "./room.js";

/** A session that nothing has hurt: S02 at event 4, which goes on. */
async function withSession(page) {
  await openScenario(page, "S02");
  for (let step = 1; step <= 4; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
}

async function assertUsable(page) {
  await page.getByRole("link", { name: "Cluster", exact: true }).click();
  await eventually(() => place(page), "Event 4 of 15");
  await press(page, "ArrowRight", "Event 5 of 15");
  assert.equal(await logs(page), "8/5 5/5 5/5");
  await press(page, "ArrowLeft", "Event 4 of 15");
}

/** Every byte there is, several times, as a browser pastes it. */
function rubbish() {
  const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 167 + (at >> 8)) & 255);
  return new TextDecoder().decode(bytes).replaceAll("\r", "\n");
}

pageTest("binary rubbish in the paste box is not understood, and that is said", {}, async ({ page }) => {
  await withSession(page);
  await goHome(page);
  await paste(page, rubbish());
  const read = page.getByRole("dialog", { name: "What was read" });
  await read.getByText("Nothing in this text was understood.").waitFor();
  assert.equal(await read.getByRole("button", { name: "Use what was read" }).count(), 0);
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("a megabyte of text in the paste box is read to its end", {}, async ({ page }) => {
  await withSession(page);
  await goHome(page);
  const read = page.getByRole("dialog", { name: "What was read" });
  await paste(page, "lorem ipsum dolor sit amet\n".repeat(40_000));
  await read.getByText("Nothing in this text was understood.").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await paste(page, "x".repeat(1_048_576));
  await read.getByText("Nothing in this text was understood.").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("an id that is none is told with its line and place, and the other lines are read", {}, async ({ page }) => {
  await open(page);
  await paste(
    page,
    [
      "Topic: first\tPartitionCount: 2\tReplicationFactor: 3",
      "\tTopic: first\tPartition: 0\tLeader: 1\tReplicas: 1,2,0\tIsr: 1,2,x",
      "\tTopic: first\tPartition: 1\tLeader: 2\tReplicas: 2,0,1\tIsr: 2,0,1",
    ].join("\n"),
  );
  const read = page.getByRole("dialog", { name: "What was read" });
  await read.getByText("One partition of one topic on 3 brokers.").waitFor();
  const complaint = read.locator(".complaints li", { hasText: "Line 2:" });
  assert.match(await complaint.textContent(), /^Line 2: “x” in Isr is no broker id; the line is left out/);
  const [line, caret] = (await complaint.locator("pre").textContent()).split("\n");
  // Of a long line, the end before the place is shown.
  assert.equal(line, "…opic: first Partition: 0 Leader: 1 Replicas: 1,2,0 Isr: 1,2,x");
  assert.equal(caret, " ".repeat(line.length - 1) + "^");
  await read.getByRole("button", { name: "Use what was read" }).click();
  await page.getByRole("heading", { level: 1, name: "first-1" }).waitFor();
});

pageTest("an empty paste can't be read", {}, async ({ page }) => {
  await open(page);
  const read = page.getByRole("button", { name: "Read this" });
  assert.equal(await read.isDisabled(), true);
  await page.locator("textarea.paste").fill(" \n\t ");
  assert.equal(await read.isDisabled(), true);
});

pageTest("a group's name may be anything but empty", {}, async ({ page }) => {
  await open(page);
  await pasteAndUse(page, sample("seed-consumer-offsets-50.txt"));
  await page.getByRole("button", { name: "Group", exact: true }).click();
  const group = page.getByLabel("group.id");
  const told = async () => (await page.locator("#group .note p").allTextContents())[0] ?? "";
  await group.press("Enter");
  assert.equal(await told(), "");
  // The partitions are those of Java's String.hashCode.
  for (const [name, partition] of [
    ["🦀", 2],
    ["組", 18],
    [" ", 32],
    ["a`b**c", 2],
    ["g".repeat(300), 6],
  ]) {
    await group.fill(name);
    await group.press("Enter");
    await eventually(told, `${name} lives in __consumer_offsets-${partition}.`);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send records" }).waitFor();
});

pageTest("without an offsets topic no group lives anywhere, and that is said", {}, async ({ page }) => {
  await withSession(page);
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByLabel("group.id").fill("test_group");
  await page.keyboard.press("Enter");
  await page.getByText("This topology has no __consumer_offsets.").waitFor();
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("a setting takes whole numbers within its bounds, and nothing else", {}, async ({ page }) => {
  await withSession(page);
  await page.getByRole("button", { name: "min.insync.replicas 1", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("min.insync.replicas", { exact: true });
  const complaint = dialog.getByRole("alert");
  for (const [typed, told] of [
    ["abc", "abc is no whole number."],
    ["-1", "-1 is no whole number."],
    ["1.5", "1.5 is no whole number."],
    ["", " is no whole number."],
    ["0", "Between 1 and 100."],
    ["101", "Between 1 and 100."],
    ["99999999999999999999999", "Between 1 and 100."],
  ]) {
    await field.fill(typed);
    await field.press("Enter");
    await eventually(() => complaint.allTextContents(), [told]);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
  }
  await field.fill("1");
  await field.press("Enter");
  await eventually(() => complaint.allTextContents(), []);
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("no records are sent from an empty field", {}, async ({ page }) => {
  await withSession(page);
  await page.getByRole("button", { name: "Send records" }).click();
  for (const empty of ["", "   "]) {
    await page.getByLabel("Value").fill(empty);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    assert.equal(await page.getByRole("dialog").isVisible(), true);
    assert.equal(await page.getByLabel("Value").evaluate((field) => field.validity.valid), false);
  }
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("odd records are sent and kept over a reload", {}, async ({ page }) => {
  await withSession(page);
  await page.getByRole("button", { name: "Send records" }).click();
  const odd = ['"quoted"', "a..b", "🦀", "<b>", "back\\slash", "x".repeat(16_384)];
  await page.getByLabel("Value").fill(odd.join(" "));
  await page.getByLabel("Value").press("Enter");
  await eventually(() => place(page), "Event 5 of 5");
  assert.equal(await notice(page), "");
  await page.reload();
  await eventually(() => place(page), "Event 5 of 5");
  assert.equal(await notice(page), "");
});

pageTest("a record that no saved run could hold is refused, and the run is as it was", {}, async ({ page }) => {
  await withSession(page);
  for (const values of ["x".repeat(16_385), "y ".repeat(600_000)]) {
    await page.getByRole("button", { name: "Send records" }).click();
    await page.getByLabel("Value").evaluate((field, values) => {
      field.value = values;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, values);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await eventually(() => notice(page), "That is more than a saved run can hold.");
    await page.getByRole("button", { name: "Close" }).click();
    await eventually(() => notice(page), "");
  }
  await assertUsable(page);
});

pageTest("a consumer's offset is a number, whatever is typed", {}, async ({ page }) => {
  await withSession(page);
  await page.getByRole("button", { name: "Send records" }).click();
  for (const typed of ["-5", "1e3", "abc", "", "9".repeat(40)]) {
    await page.getByLabel("from offset").fill(typed);
    await page.getByRole("button", { name: "Read as a consumer" }).click();
    assert.equal(await page.getByRole("dialog").isVisible(), true, typed);
  }
  await page.getByLabel("from offset").fill("99999");
  await page.getByRole("button", { name: "Read as a consumer" }).click();
  await eventually(() => place(page), "Event 5 of 5");
  await page.getByText("OFFSET_OUT_OF_RANGE").first().waitFor();
});

const BROKEN = [
  "tidemark-scenario 1",
  "id broken",
  'title en "Broken"',
  "release 3.9",
  "broker 0",
  "topic first",
  "  partition 0 replicas=0,7",
  "at 1s explode 0",
].join("\n");

pageTest("a broken scenario file is refused with the place of its first mistake", {}, async ({ page }) => {
  await withSession(page);
  await goHome(page);
  await choose(page, "broken.tidemark", BROKEN);
  await eventually(() => notice(page), "The scenario has 2 mistakes; the first is at line 7, column 26.");
  await assertUsable(page);
});

pageTest("a broken scenario file leaves no empty room behind", {}, async ({ page }) => {
  await open(page);
  await choose(page, "broken.tidemark", BROKEN);
  await eventually(() => notice(page), "The scenario has 2 mistakes; the first is at line 7, column 26.");
  await page.getByRole("link", { name: "Cluster", exact: true }).click();
  await page.locator("main").getByRole("button").first().click();
  await eventually(async () => (await page.locator(".lane[role=group]").count()) > 0, true);
});

pageTest("a file that is no text is not understood", {}, async ({ page }) => {
  await withSession(page);
  await goHome(page);
  await choose(page, "picture.txt", Uint8Array.from({ length: 10_000 }, (_, at) => (at * 31) & 255));
  await page.getByText("Nothing in this text was understood.").waitFor();
  await page.keyboard.press("Escape");
  await assertUsable(page);
});

pageTest("a file that is too large is not read", {}, async ({ page }) => {
  await withSession(page);
  await goHome(page);
  await choose(page, "huge.log", Buffer.alloc(17 * 1024 * 1024, "x"));
  await eventually(() => notice(page), "huge.log is larger than the 16 MB that are read.");
  await assertUsable(page);
});

pageTest("an address that names no room leads to the first screen", {}, async ({ page }) => {
  await open(page, "#/../%00<script>alert(1)</script>");
  await page.locator("textarea.paste").waitFor();
});

pageTest("a saved run opens again from its file", {}, async ({ page }) => {
  await withSession(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const text = await (await saved).createReadStream().then((stream) => stream.toArray());
  assert.match(Buffer.concat(text).toString(), /^tidemark-scenario 1\nid S02\n/);
  await goHome(page);
  await choose(page, "run.tidemark", Buffer.concat(text));
  await eventually(() => place(page), "Event 0 of 15");
});
