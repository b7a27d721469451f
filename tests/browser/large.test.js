// The largest cluster there is: 10 000 partitions on 100 brokers.

import assert from "node:assert/strict";
import { open, pageTest, screenshot } from "./page.js";
import { eventually, fact, pasteAndUse, place } from "./room.js";

const PARTITIONS = 10_000;
const BROKERS = 100;

/** Broker `p % 100` leads partition `p`, the next two follow. */
function described() {
  const lines = [`Topic: wide\tPartitionCount: ${PARTITIONS}\tReplicationFactor: 3\tConfigs: `];
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const replicas = [0, 1, 2].map((step) => (partition + step) % BROKERS).join(",");
    lines.push(`\tTopic: wide\tPartition: ${partition}\tLeader: ${partition % BROKERS}\tReplicas: ${replicas}\tIsr: ${replicas}`);
  }
  return lines.join("\n");
}

/** A frame is drawn: the page is not frozen. */
const drawn = (page) => page.evaluate(() => new Promise((next) => requestAnimationFrame(() => next(true))));

/** Whether the canvas has anything but its ground left of its middle. */
const painted = (page) =>
  page.locator("canvas.mx-canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const inks = new Set();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 0) inks.add(data[at]);
    return inks.size > 2;
  });

// Digits are grouped by thin spaces.
const plain = (text) => text.replaceAll(/\s/g, " ");

const totals = async (page) => (await page.locator(".totals > span").allTextContents()).slice(0, 2).map(plain);

pageTest("10 000 partitions are read, scrolled and stepped", {}, async ({ page }) => {
  await open(page);
  await pasteAndUse(page, described());
  assert.equal(await fact(page, "AR"), "[0,1,2]");
  await eventually(() => totals(page), ["10 000 partitions", "0 without leader"]);
  await eventually(() => painted(page), true);
  await screenshot(page, "large");

  const scroller = page.locator(".mx-scroll");
  for (const left of [30_000, 60_000, 119_000, 0]) {
    await scroller.evaluate((element, left) => {
      element.scrollLeft = left;
    }, left);
    await drawn(page);
    await eventually(() => painted(page), true);
  }

  await page.locator("details.menu summary").first().click();
  await page.locator("details.menu").first().getByRole("button", { name: "Crash", exact: true }).click();
  await eventually(() => place(page), "Event 1 of 1");
  await page.getByRole("button", { name: "Next election" }).click();
  await eventually(async () => (await fact(page, "leader")) !== "0", true);
  assert.equal(await fact(page, "leader"), "1");
  assert.deepEqual(await totals(page), ["10 000 partitions", "0 without leader"]);
  await drawn(page);
  await page.keyboard.press("ArrowLeft");
  await eventually(() => fact(page, "leader"), "0");
});

pageTest("10 000 partitions as a table are paged through", {}, async ({ page }) => {
  await open(page);
  await pasteAndUse(page, described());
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByText("1–40 of 10 000").waitFor();
  await page.getByRole("button", { name: "Later partitions" }).click();
  await page.getByText("41–80 of 10 000").waitFor();
  await page.getByRole("button", { name: "wide-45" }).click();
  await page.getByRole("heading", { level: 1, name: "wide-45" }).waitFor();
  assert.equal(await fact(page, "leader"), "45");
});
