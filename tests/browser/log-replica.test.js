// A simulated replica’s folder in the Log room: reached from its numbers, stepped with the run, taken away as a .zip.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { assertAccessible, open, pageTest, screenshot } from "./page.js";
import { eventually, openScenario, press } from "./room.js";

const headline = (page) => page.locator("#explain h2").textContent();
const facts = (page) => page.locator(".logroom .facts > span").allTextContents();

pageTest("a replica’s number leads to its folder, where its records are as bytes", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await press(page, "ArrowRight", "Event 1 of 15");
  await page.locator(".mk.leo a").first().click();
  await page.getByRole("link", { name: "What this replica has on its disk" }).click();
  await page.getByRole("heading", { level: 1, name: "first-0" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#/log/b0/first-0");
  assert.equal(await headline(page), "Nothing is wrong with these files.");
  assert.deepEqual((await facts(page)).slice(0, 4), ["Broker 0, at step 1 of the run", "log start 0", "LEO 8", "HW 5"]);
  assert.equal(await page.locator(".boxes button").count(), 8);
  await page.locator("#log-find").fill("6");
  await page.keyboard.press("Enter");
  await eventually(async () => (await headline(page)).startsWith("Offset 6 starts at byte "), true);
  await assertAccessible(page);
  await screenshot(page, "log-replica");
  // The run goes on, and the folder with it.
  await page.getByRole("link", { name: "at step 1 of the run" }).click();
  await page.locator(".mk.leo a").first().waitFor();
  for (let step = 2; step <= 15; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
  await page.goBack();
  await eventually(async () => (await facts(page))[0], "Broker 0, at step 15 of the run");
});

pageTest("the .zip holds the folder and its checkpoints, and the room finds nothing wrong with it", {}, async ({ page }) => {
  await openScenario(page, "S02");
  await page.getByRole("link", { name: "Log", exact: true }).click();
  await page.getByRole("link", { name: "Broker 1", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "first-0" }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .zip" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "kafka-logs.zip");
  const files = unzipSync(readFileSync(await download.path()));
  const names = Object.keys(files);
  assert.deepEqual(names, [
    "broker-1/first-0/00000000000000000000.index",
    "broker-1/first-0/00000000000000000000.log",
    "broker-1/first-0/00000000000000000000.timeindex",
    "broker-1/first-0/00000000000000000005.snapshot",
    "broker-1/first-0/leader-epoch-checkpoint",
    "broker-1/replication-offset-checkpoint",
    "broker-1/recovery-point-offset-checkpoint",
    "broker-1/log-start-offset-checkpoint",
    "broker-1/cleaner-offset-checkpoint",
  ]);
  assert.equal(new TextDecoder().decode(files["broker-1/replication-offset-checkpoint"]), "0\n1\nfirst 0 5\n");
  await page.getByRole("button", { name: "Other files…" }).click();
  await eventually(() => new URL(page.url()).hash, "#/log");
  const chosen = names.map((name) => ({ name: name.split("/").at(-1), mimeType: "", buffer: Buffer.from(files[name]) }));
  await page.locator("input[type=file]").first().setInputFiles(chosen);
  await page.getByRole("heading", { level: 1, name: "Files without a folder" }).waitFor();
  assert.equal(await headline(page), "Nothing is wrong with these files.");
  // What is the reader’s own they have already.
  assert.equal(await page.getByRole("button", { name: "Download .zip" }).count(), 0);
});

pageTest("an address of a replica that is not there says so", {}, async ({ page }) => {
  await openScenario(page, "S02");
  for (const nowhere of ["b9/first-0", "b0/first-7", "b0/nowhere-0"]) {
    await page.evaluate((nowhere) => { location.hash = `#/log/${nowhere}`; }, nowhere);
    const [broker, folder] = nowhere.split("/");
    await page.getByText(`Broker ${broker.slice(1)} has no replica of ${folder} in the run that is open.`).waitFor();
  }
  await page.evaluate(() => { location.hash = "#/log/bx/nonsense"; });
  await page.getByRole("heading", { name: "A partition’s folder, byte for byte" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

pageTest("without a run there is no replica to look at, and the way to one is told", {}, async ({ page }) => {
  await open(page, "#/log/b0/first-0");
  await page.getByText("No run is open, so there is no simulated broker to look at.").waitFor();
  await assertAccessible(page);
  await screenshot(page, "log-replica-alone");
  // Other files take its place, in the address, too.
  await page.getByRole("button", { name: "Open first-0" }).click();
  await page.getByRole("heading", { level: 1, name: "first-0" }).waitFor();
  assert.equal(new URL(page.url()).hash, "#/log");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .zip" }).click(),
  ]);
  const names = Object.keys(unzipSync(readFileSync(await download.path())));
  assert.equal(names.filter((name) => /^first-0\/\d{20}\.log$/.test(name)).length, 3);
  // The way on leads to a scenario, and from it back to its own folder.
  await page.goto(page.url().replace("#/log", "#/log/b0/first-0"));
  await page.getByRole("alert").getByRole("link").click();
  await page.locator(".catalogue").waitFor();
});

pageTest("another run’s folder is not taken for the one before, and a lookup outlives a visit to the Cluster room", {}, async ({ page }) => {
  const first = async () => {
    await page.evaluate(() => { location.hash = "#/log/b0/first-0"; });
    await page.getByRole("heading", { level: 1, name: "first-0" }).waitFor();
  };
  await openScenario(page, "S02");
  await first();
  await eventually(async () => (await facts(page))[2], "LEO 8");
  await page.locator("#log-find").fill("6");
  await page.keyboard.press("Enter");
  await eventually(async () => (await headline(page)).startsWith("Offset 6 starts at byte "), true);
  await page.getByRole("link", { name: "at step 0 of the run" }).click();
  await page.locator(".mk.leo a").first().waitFor();
  await first();
  await eventually(async () => (await headline(page)).startsWith("Offset 6 starts at byte "), true);
  // Without loading the page anew, which would forget the folder anyway.
  await page.evaluate(() => { globalThis.isSamePage = true; });
  await openScenario(page, "S25");
  await first();
  assert.equal(await page.evaluate(() => globalThis.isSamePage), true);
  await eventually(async () => (await facts(page))[2], "LEO 6");
});
