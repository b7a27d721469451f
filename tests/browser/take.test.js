// What a reader takes away: pictures, a sequence diagram, a table.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { assertAccessible, pageTest, screenshot } from "./page.js";
import { openScenario, press } from "./room.js";

async function standAtEvent6(page) {
  await openScenario(page, "S02");
  for (let step = 1; step <= 6; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
}

async function openDialog(page) {
  await page.getByRole("link", { name: "Take away", exact: true }).click();
  await page.locator("#take-sequence").waitFor();
}

async function saved(page, button) {
  const download = page.waitForEvent("download");
  await page.locator("#take").getByRole("button", { name: button, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const TABLE = `| partition | broker | role | in ISR | leader epoch | log start offset | high watermark | log end offset |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;

pageTest("the state as a table, saved and copied", { permissions: ["clipboard-read", "clipboard-write"] }, async ({ page }) => {
  await standAtEvent6(page);
  await openDialog(page);
  const markdown = await saved(page, "Save as Markdown");
  assert.equal(markdown.name, "first-0-event-6.md");
  assert.ok(markdown.bytes.toString().startsWith(TABLE));
  assert.equal(await page.locator("#take-table").innerText(), markdown.bytes.toString());
  const csv = await saved(page, "Save as CSV");
  assert.equal(csv.name, "first-0-event-6.csv");
  const rows = csv.bytes.toString().trimEnd().split("\r\n").map((line) => line.split(","));
  assert.deepEqual(rows.map((row) => row.length), [8, 8, 8, 8]);
  assert.deepEqual(rows.slice(1).map((row) => row[1]), ["0", "1", "2"]);
  await page.locator("#take section").nth(2).getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), markdown.bytes.toString());
});

pageTest("the picture of the lanes stands for itself, as SVG and as PNG", {}, async ({ page, context }) => {
  await standAtEvent6(page);
  await openDialog(page);
  const svg = await saved(page, "Save as SVG");
  assert.equal(svg.name, "first-0-event-6.svg");
  const text = svg.bytes.toString();
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(text, />HW \d+</);
  assert.match(text, />m7</);
  assert.match(text, /<pattern id="epoch-0"/);
  assert.equal(/var\(--|class=/.exec(text), null);
  const png = await saved(page, "Save as PNG");
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  // It is not one colour.
  const shown = await context.newPage();
  await shown.goto(`data:text/html,<img src="data:image/png;base64,${png.bytes.toString("base64")}">`);
  const colours = await shown.evaluate(async () => {
    const image = document.querySelector("img");
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
    return seen.size;
  });
  assert.ok(colours > 8);
});

pageTest("the events around are a sequence diagram, and the space-time diagram is a picture", {}, async ({ page }) => {
  await standAtEvent6(page);
  await page.getByRole("link", { name: "Space-time", exact: true }).click();
  await page.locator("svg.st").waitFor();
  await openDialog(page);
  assert.ok(page.url().endsWith("#/cluster/spacetime/take"));
  const mermaid = await saved(page, "Save as Mermaid");
  assert.equal(mermaid.name, "first-0-event-6.mmd");
  const lines = mermaid.bytes.toString().trimEnd().split("\n");
  assert.equal(lines[0], "sequenceDiagram");
  assert.ok(lines.slice(1).every((line) => /^ {4}(participant p\d+ as |p\d+(->>|-x)p\d+: |Note over p\d+: )/.test(line)));
  assert.ok(lines.some((line) => line.includes("->>")));
  const svg = await saved(page, "Save as SVG");
  assert.match(svg.bytes.toString(), />broker 1</);
  await page.keyboard.press("Escape");
  await page.locator("#take-sequence").waitFor({ state: "detached" });
  assert.ok(page.url().endsWith("#/cluster/spacetime"));
});

for (const [name, options] of [
  ["1440", { viewport: { width: 1440, height: 900 } }],
  ["360-dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
]) {
  pageTest(`the dialog fits and is accessible: ${name}`, options, async ({ page }) => {
    await standAtEvent6(page);
    await openDialog(page);
    await assertAccessible(page);
    await screenshot(page, `take-${name}`);
  });
}
