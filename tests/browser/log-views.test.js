// The Log room's further views: retention on a clock, compaction, and the way of the bytes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertAccessible, open, pageTest, screenshot } from "./page.js";
import { eventually } from "./room.js";

/** A text as it is typed: spaces that don't break, and thin ones, are spaces. */
const plain = (text) => text.replace(/[\u00a0\u202f]/g, " ");

const headline = async (page) => plain(await page.locator("#explain h2").textContent());
const texts = async (page, selector) => (await page.locator(selector).allTextContents()).map(plain);

/** The field of a setting. */
const field = (page, name) => page.locator("label.setting", { has: page.getByText(name, { exact: true }) }).locator("input");

async function set(page, name, value) {
  await field(page, name).fill(value);
  await page.keyboard.press("Tab");
}

/** Opens an example, and the view of this name. */
async function example(page, button, view) {
  await open(page, "#/log");
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.locator(".files").waitFor();
  await page.getByRole("link", { name: view, exact: true }).click();
}

pageTest("retention says when each segment really goes, and the clock goes there", {}, async ({ page }) => {
  await example(page, "Open first-0", "Retention");
  await eventually(() => headline(page), "Segment 0 stays for another 4 d 9 h.");
  assert.deepEqual(await texts(page, ".life .track > p"), [
    "offset 5 keeps it 4 d 9 h more",
    "offset 11 keeps it 6 d 3 h more",
    "offset 14 keeps it 7 d more",
  ]);
  await page.locator("#explain").click();
  await page.keyboard.press("ArrowRight");
  await eventually(() => headline(page), "Segment 6 stays for another 42 h.");
  assert.match(await page.locator(".life").first().textContent(), /goes at the next check/);
  await page.keyboard.press("End");
  await eventually(async () => (await texts(page, ".life .track > p")).at(-1), "goes at the next check");
  await page.keyboard.press("Home");
  await eventually(async () => (await texts(page, ".life .track > p")).at(-1), "offset 14 keeps it 7 d more");
  await assertAccessible(page);
  await screenshot(page, "log-retention");
});

pageTest("a limit is changed in place, also as a span, and nonsense is told where it stands", {}, async ({ page }) => {
  await example(page, "Open first-0", "Retention");
  await set(page, "retention.ms", "3d");
  await eventually(() => field(page, "retention.ms").inputValue(), "259200000");
  await eventually(() => headline(page), "Segment 0 stays for another 9 h.");
  assert.match((await texts(page, ".life .track > p"))[0], /4 of its 6 records are past 3 d/);
  await set(page, "retention.ms", "-1");
  await eventually(() => headline(page), "Segment 0 never goes as things are.");
  await set(page, "retention.bytes", "2268");
  await eventually(() => headline(page), "Segment 6 never goes as things are.");
  assert.match(await page.locator(".life").first().textContent(), /goes at the next check/);
  await set(page, "HW", "5");
  await eventually(() => headline(page), "Segment 0 never goes as things are.");
  assert.match(await page.locator("#explain").textContent(), /above the high watermark/);
  await set(page, "retention.bytes", "a lot");
  assert.equal(await page.locator(".setting input:invalid").count(), 1);
  await eventually(() => headline(page), "Segment 0 never goes as things are.");
});

pageTest("the picture of the courses is compacted, record by record, and then offset 6 is gone", {}, async ({ page }) => {
  await example(page, "Open prices-0", "Compaction");
  await eventually(() => headline(page), "The next free cleaner thread takes this log.");
  assert.deepEqual(await page.locator(".columns .dropped s").allTextContents(), ["k1", "k2", "k5"]);
  assert.deepEqual(await page.locator(".columns .dropped small").allTextContents(), ["newer: 3", "newer: 5", "newer: 7"]);
  await page.locator("#explain").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await eventually(() => headline(page), "k1 at 0 goes: newer: 3.");
  await screenshot(page, "log-compaction-step");
  await page.keyboard.press("End");
  await assertAccessible(page);
  await screenshot(page, "log-compaction");
  await page.getByRole("button", { name: "Run the round" }).click();
  await eventually(() => page.locator(".columns .none").allTextContents(), ["gone", "", "gone", ""]);
  await eventually(() => page.locator("label.setting", { hasText: "cleaner checkpoint" }).locator("input").inputValue(), "9");
  await page.getByRole("link", { name: "Files and lookup" }).click();
  await page.locator("#log-find").fill("6");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Lookup of 6" }).waitFor();
  await eventually(async () => (await headline(page)).startsWith("Offset 6 starts at byte"), true);
  await page.getByRole("link", { name: "Compaction", exact: true }).click();
  await page.getByRole("button", { name: "Back to before the round" }).click();
  await eventually(() => page.locator(".columns .dropped s").allTextContents(), ["k1", "k2", "k5"]);
});

pageTest("the first condition that is not met is marked", {}, async ({ page }) => {
  await example(page, "an hour after its round", "Compaction");
  const unmet = async () => (await texts(page, ".conditions .unmet"))[0] ?? "";
  await eventually(async () => (await unmet()).startsWith("the dirty ratio is above 0.5: 930 / (1 032 + 930)"), true);
  await set(page, "min.cleanable.dirty.ratio", "0.4");
  await eventually(() => headline(page), "The next free cleaner thread takes this log.");
  await page.locator(".setting select").selectOption("delete");
  await eventually(() => unmet(), "cleanup.policy has compact");
  await screenshot(page, "log-compaction-unmet");
});

pageTest("one reader from far behind makes another pay, and a larger cache would help", {}, async ({ page }) => {
  await open(page, "#/log/io");
  await eventually(() => headline(page), "9 of the 18 pages that audit-1 polled had given way to a reader from the past.");
  assert.equal(await page.locator(".pg:not(.legend .pg):not(.gone)").count(), 120);
  assert.deepEqual(await page.locator(".path:not(p) .m:last-child b").allTextContents(), ["40", "21", "11"]);
  await set(page, "cache", "200");
  await eventually(() => headline(page), "audit-1 polls 18 pages, and all are still there.");
  await set(page, "readers", "3");
  await eventually(() => page.locator(".path:not(p) .m:last-child b").allTextContents(), ["12", "7", "4"]);
  await page.getByLabel("TLS").check();
  await eventually(() => page.locator(".path.taken b").first().textContent(), "read, write");
  await page.locator("#explain").click();
  await page.keyboard.press("Home");
  await eventually(() => page.locator(".where .vh").textContent(), "Step 0 of 31");
  await page.getByRole("button", { name: "Next disk read" }).click();
  await eventually(() => headline(page), "A reader comes from far behind, at page 0.");
  await assertAccessible(page);
  await screenshot(page, "log-io");
});

pageTest("a time is found through the time index, the offset index and batches", {}, async ({ page }) => {
  await open(page, "#/log");
  await page.getByRole("button", { name: "Open first-0", exact: true }).click();
  await page.locator(".files").waitFor();
  await page.getByLabel("What is searched").selectOption("timestamp");
  // A millisecond before the record with offset 8.
  await page.locator("#log-find").fill("1700201599999");
  await page.keyboard.press("Enter");
  await eventually(() => headline(page), "Offset 8 is the first that is new enough: 2023-11-17 06:13:20.");
  assert.equal(await page.locator(".where .vh").textContent(), "Step 12 of 12");
  await page.locator("#explain").click();
  await page.keyboard.press("ArrowLeft");
  await eventually(() => headline(page), "Batch at 504 is read, up to offset 8.");
  await page.getByRole("heading", { name: "Batch at position 504" }).waitFor();
  await page.keyboard.press("Home");
  await eventually(() => headline(page), "Segment 0 reaches to 2023-11-16 09:13:20: too old.");
  await screenshot(page, "log-time");
  await page.getByLabel("What is searched").selectOption("offset");
  await page.locator("#log-find").fill("3");
  await page.keyboard.press("Enter");
  await eventually(() => headline(page), "Offset 3 starts at byte 756: 2 comparisons in the index, one batch header read.");
});

pageTest("two replicas’ folders are held against each other", {}, async ({ page }) => {
  const golden = JSON.parse(readFileSync(new URL("../vectors/golden_segments.json", import.meta.url), "utf8"));
  const { files } = golden.logs.find((log) => log.name === "B");
  const folder = await mkdtemp(join(tmpdir(), "tidemark-pair-"));
  for (const broker of ["broker-1", "broker-2"]) {
    await mkdir(join(folder, broker, "b-0"), { recursive: true });
    for (const [name, { base64 }] of Object.entries(files)) {
      const bytes = Buffer.from(base64, "base64");
      // An unclean leader's epoch.
      if (broker === "broker-2" && name === "00000000000000000017.log") bytes[15] = 2;
      const text = "0\n3\n0 0\n1 12\n2 17\n";
      const isOther = broker === "broker-2" && name === "leader-epoch-checkpoint";
      await writeFile(join(folder, broker, "b-0", name), isOther ? text : bytes);
    }
  }
  await open(page, "#/log/pair");
  await page.locator("input[webkitdirectory]").setInputFiles(folder);
  await eventually(() => headline(page), "The logs part at offset 17.");
  assert.match((await texts(page, ".pair .panels .bad")).join("|"), /epoch 1, CRC [0-9a-f]{8}.*epoch 2, CRC [0-9a-f]{8}/);
  const rows = page.locator(".cuts").nth(1).locator("tbody tr");
  assert.deepEqual(await rows.nth(2).locator("td").allTextContents(), ["KIP-279 (since 2.0)", "17", "4", "4", "0"]);
  await assertAccessible(page);
  await screenshot(page, "log-pair");
  await rm(folder, { recursive: true });
});

pageTest("a view has its own address, which outlives a reload", {}, async ({ page }) => {
  await open(page, "#/log/io");
  await page.getByRole("heading", { name: "Page cache of a broker" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Page cache of a broker" }).waitFor();
  await open(page, "#/log/compaction");
  await page.getByRole("heading", { name: "A partition’s folder, byte for byte" }).waitFor();
  await page.getByRole("button", { name: "Open prices-0" }).click();
  await page.getByRole("heading", { name: "Offset map" }).waitFor();
});
