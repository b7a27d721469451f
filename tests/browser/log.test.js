// The Log room: a folder that Kafka wrote is chosen, an offset is looked up, a byte that the test changed is found.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertAccessible, open, pageTest, screenshot } from "./page.js";
import { eventually } from "./room.js";

const golden = JSON.parse(readFileSync(new URL("../vectors/golden_segments.json", import.meta.url), "utf8"));

/** The files of a golden log, as a field gives them. */
function folder(name) {
  const { files } = golden.logs.find((log) => log.name === name);
  return Object.entries(files).map(([name, { base64 }]) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(base64, "base64"),
  }));
}

/** Opens the room and has files read. */
async function read(page, files, heading = "Files without a folder") {
  await open(page, "#/log");
  await page.locator("input[type=file]").first().setInputFiles(files);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

const headline = (page) => page.locator("#explain h2").textContent();
const findings = (page) => page.locator(".finding .words").allTextContents();

async function find(page, offset) {
  await page.locator("#log-find").fill(String(offset));
  await page.keyboard.press("Enter");
}

pageTest("the navigation leads to the room, which says what can be opened", {}, async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByRole("heading", { name: "A partition’s folder, byte for byte" }).waitFor();
  await assertAccessible(page);
  await screenshot(page, "log-empty");
});

pageTest("a folder that Kafka wrote is sound, and an offset is found comparison by comparison", {}, async ({ page }) => {
  await read(page, folder("A"));
  assert.equal(await headline(page), "Nothing is wrong with these files.");
  await find(page, 36);
  await eventually(() => headline(page), "Offset 36 starts at byte 20082: 4 comparisons in the index, 5 batch headers read.");
  assert.equal(await page.locator(".where .vh").textContent(), "Step 10 of 10");
  await page.getByRole("heading", { name: "Batch at position 20082" }).waitFor();
  await page.locator("#explain").click();
  await page.keyboard.press("Home");
  await eventually(() => headline(page), "Segment 0 has the largest base offset up to 36.");
  await page.keyboard.press("ArrowRight");
  await eventually(() => headline(page), "Entry 0: 9 < 36: search the end of the index");
  await page.keyboard.press("End");
  await eventually(() => page.locator(".where .vh").textContent(), "Step 10 of 10");
  await screenshot(page, "log-lookup");
});

pageTest("the example has offset 3 at position 756, as in the picture of the courses", {}, async ({ page }) => {
  await open(page, "#/log");
  await page.getByRole("button", { name: "Open first-0" }).click();
  await page.getByRole("heading", { level: 1, name: "first-0" }).waitFor();
  assert.equal(await headline(page), "Nothing is wrong with these files.");
  assert.deepEqual(await page.locator(".seg > p span:first-child").allTextContents(), ["segment 0", "segment 6", "segment 12"]);
  await find(page, 3);
  await eventually(() => headline(page), "Offset 3 starts at byte 756: 2 comparisons in the index, one batch header read.");
  await find(page, 2);
  await eventually(() => headline(page), "Offset 2 starts at byte 504: 2 comparisons in the index, 3 batch headers read.");
  await screenshot(page, "log-example");
});

pageTest("the byte that was changed is found, and its batch shown", {}, async ({ page }) => {
  const files = folder("A");
  // In the value of the record with offset 1, whose batch begins at 377.
  files.find(({ name }) => name.endsWith(".log")).buffer[700] ^= 0x20;
  await read(page, files);
  assert.equal(await headline(page), "One thing is wrong with these files.");
  const [found] = await findings(page);
  assert.match(found, /^The checksum of the batch from offset 1 is wrong: [0-9a-f]{8} stored, [0-9a-f]{8} computed\..*0…000\.log, byte 377$/);
  await page.locator(".finding").first().click();
  await page.getByRole("heading", { name: "Batch at position 377" }).waitFor();
  assert.match(await page.locator(".fields .bad").textContent(), /the bytes have/);
  await assertAccessible(page);
  await screenshot(page, "log-damaged");
});

pageTest("a field names its bytes, and a byte its field", {}, async ({ page }) => {
  await read(page, folder("B"));
  const field = page.locator(".fields button", { has: page.getByText("lastOffsetDelta", { exact: true }) });
  await field.click();
  assert.equal(await field.getAttribute("aria-pressed"), "true");
  await eventually(() => page.locator(".hex .on").allTextContents(), ["00", "00", "00", "02"]);
  await page.locator(".hex-row span").nth(16).click();
  await eventually(() => page.locator(".fields [aria-pressed=true] span").textContent(), "magic");
});

pageTest("every segment, codec and file has its place", {}, async ({ page }) => {
  await read(page, folder("E"));
  assert.equal(await page.locator(".seg").count(), 1);
  assert.equal(await page.locator(".boxes button").count(), 5);
  await page.getByRole("button", { name: "The batch after" }).click();
  await page.getByRole("heading", { name: "Batch at position 179" }).waitFor();
  await eventually(() => page.locator(".fields button", { hasText: "attributeslz4" }).count(), 1);
  await page.getByText("The records are compressed; taken out they have 580 bytes.").waitFor();
});

pageTest("what is no log is told, and other files can be chosen", {}, async ({ page }) => {
  const image = { name: "00000000000000000000.log", mimeType: "image/png", buffer: Buffer.from("\x89PNG\r\n\x1a\n".repeat(40), "latin1") };
  const empty = { name: "00000000000000000007.log", mimeType: "", buffer: Buffer.alloc(0) };
  await read(page, [image, empty]);
  const told = await findings(page);
  assert.ok(told.some((told) => told.startsWith("This is no such file")), told.join("|"));
  assert.ok(told.some((told) => told.startsWith("The file is empty.")), told.join("|"));
  await find(page, "abc");
  assert.equal(await page.locator("#log-find:invalid").count(), 1);
  await page.getByRole("button", { name: "Other files…" }).click();
  await page.getByRole("heading", { name: "A partition’s folder, byte for byte" }).waitFor();
});

pageTest("the files are still there after another room", {}, async ({ page }) => {
  await read(page, folder("D"));
  await page.getByRole("link", { name: "Learn" }).click();
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Files without a folder" }).waitFor();
  assert.equal(await page.locator(".seg").count(), 3);
});

pageTest("files that are dropped are read", {}, async ({ page }) => {
  await open(page, "#/log");
  const files = folder("C").map(({ name, buffer }) => [name, buffer.toString("base64")]);
  const dropped = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of files) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
    }
    return transfer;
  }, files);
  await page.dispatchEvent("#stage", "dragover", { dataTransfer: dropped });
  await page.dispatchEvent("#stage", "drop", { dataTransfer: dropped });
  await page.getByRole("heading", { level: 1, name: "Files without a folder" }).waitFor();
  assert.equal(await headline(page), "Nothing is wrong with these files.");
  assert.equal(await page.locator(".drop-hint").count(), 0);
});

pageTest("a file of 1 GiB is read while the page goes on answering, and can be given up", {}, async ({ page }) => {
  await open(page, "#/log");
  const batch = folder("A").find(({ name }) => name.endsWith(".log")).buffer.subarray(0, 377);
  // A file of so many references to one blob, of which the browser keeps one.
  const chosen = await page.evaluateHandle((base64) => {
    const batch = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    let blob = new Blob([batch]);
    while (blob.size < 2 ** 30) blob = new Blob([blob, blob]);
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob.slice(0, 2 ** 30)], "00000000000000000000.log"));
    return transfer;
  }, batch.toString("base64"));
  await page.dispatchEvent("#stage", "drop", { dataTransfer: chosen });
  const told = page.locator(".log-empty p").filter({ hasText: /of 1\s073\s741\s824 bytes/ });
  await told.first().waitFor();
  const before = await told.first().textContent();
  await eventually(async () => (await told.first().textContent()) !== before, true);
  // The page answers meanwhile: another room and back.
  await page.getByRole("link", { name: "Learn" }).click();
  await page.locator(".catalogue").waitFor();
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByRole("heading", { name: "Reading the files…" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "A partition’s folder, byte for byte" }).waitFor();
});

for (const [name, options] of [
  ["1440-dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 } }],
  ["1024", { viewport: { width: 1024, height: 768 } }],
  ["360", { viewport: { width: 360, height: 740 } }],
  ["360-zh", { locale: "zh-CN", viewport: { width: 360, height: 740 } }],
]) {
  pageTest(`the room fits and is accessible: ${name}`, options, async ({ page }) => {
    await open(page, "#/log");
    await page.locator("input[type=file]").first().setInputFiles(folder("B"));
    await page.locator(".seg").first().waitFor();
    await find(page, 14);
    await page.locator(".lk .hit").first().waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await screenshot(page, `log-${name}`);
  });
}
