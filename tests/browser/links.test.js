// Links and files: a run goes round as a link, a link that does not open says why, other pages show a scenario,
// and a file is dropped anywhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { assertAccessible, facts, open, pageTest, screenshot } from "./page.js";
import { act, branches, choose, eventually, goHome, logs, notice, openScenario, place, press, title } from "./room.js";

const KEPT = "This is the link’s run. Your own run is kept.";

/** Shares the run that is shown, and gives its link. */
async function share(page) {
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("#share textarea").inputValue();
  await page.keyboard.press("Escape");
  await page.locator("#share[open]").waitFor({ state: "detached" });
  return link;
}

/** Goes to an address within the page, as a reader does who puts a link into the address bar. */
async function follow(page, link) {
  await page.evaluate((hash) => { location.hash = hash; }, link.slice(link.indexOf("#")));
}

/** The scenario S02 at event 3. */
async function standAtThree(page) {
  await openScenario(page, "S02");
  for (let step = 1; step <= 3; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
}

function crc32c(bytes) {
  let register = 0xffffffff;
  for (const byte of bytes) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit++) register = (register >>> 1) ^ (register & 1 ? 0x82f63b78 : 0);
  }
  return ~register >>> 0;
}

/** The link with some of its bytes changed, and the checksum of what it is then. */
function altered(link, change) {
  const [address, payload] = link.split("#/s/");
  const bytes = Buffer.from(payload, "base64url");
  change(bytes);
  bytes.writeUInt32BE(crc32c(bytes.subarray(7)), 3);
  return `${address}#/s/${bytes.toString("base64url")}`;
}

// Where things are in a link's bytes.
const RULES_AT = 7;
const HASH_AT = 9;

pageTest("the link of every scenario gives the same run in another browser", {}, async ({ page, context }) => {
  const other = await context.browser().newContext({ locale: "en-GB" });
  try {
    const second = await other.newPage();
    await open(page);
    const ids = await page.evaluate(() => tidemarkBoot.scenarioIds());
    assert.ok(ids.length >= 36, String(ids));
    for (const [index, id] of ids.entries()) {
      await openScenario(page, id);
      await page.keyboard.press("End");
      await eventually(async () => /^Event (\d+) of \1$/.test(await place(page)), true);
      const link = await share(page);
      assert.ok(link.startsWith(`${facts.address}#/s/VE0B`), link);
      assert.ok(link.length <= 8192, `${id}: ${link.length}`);
      await second.goto(link);
      await eventually(async () => (await title(second)).endsWith(`· ${id}`), true);
      await eventually(() => notice(second), index === 0 ? "" : KEPT);
      assert.equal(await place(second), await place(page));
      // Text, place and trace hash are all in it.
      assert.equal(await share(second), link, id);
    }
  } finally {
    await other.close();
  }
});

pageTest("a link brings the branches and the place", {}, async ({ page, context }) => {
  await standAtThree(page);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 4 of 4");
  await press(page, "ArrowLeft", "Event 3 of 4");
  const link = await share(page);
  const other = await context.browser().newContext({ locale: "en-GB" });
  try {
    const second = await other.newPage();
    await second.goto(link);
    await eventually(() => place(second), "Event 3 of 4");
    assert.deepEqual(await branches(second), ["main line", "You crash broker 2, from event 3 *"]);
    assert.equal(await logs(second), await logs(page));
    assert.equal(new URL(second.url()).hash, "#/cluster");
    await second.reload();
    await eventually(() => place(second), "Event 3 of 4");
  } finally {
    await other.close();
  }
});

pageTest("sharing copies the link, says what it holds, and is accessible", { locale: "zh-CN" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openScenario(page, "S02");
  await page.locator(".tools button", { hasText: "分享" }).click();
  const dialog = page.locator("#share[open]");
  await dialog.getByText("链接已复制到剪贴板。").waitFor();
  await assertAccessible(page);
  const link = await dialog.locator("textarea").inputValue();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await screenshot(page, "share");
});

pageTest("a browser that refuses the clipboard shows the link", {}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await standAtThree(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("#share").getByText("Copy this link:").waitFor();
  assert.match(await page.locator("#share textarea").inputValue(), /#\/s\/VE0B/);
  await page.getByText("It holds the whole run as text, shown at event 3.").waitFor();
});

pageTest("a link that does not open says what is wrong, and the run stays", {}, async ({ page }) => {
  await standAtThree(page);
  const link = await share(page);
  const [, payload] = link.split("#/s/");
  const cases = [
    ["aGVsbG8", "This is no link of Tidemark’s."],
    [`${payload.slice(0, 20)}!${payload.slice(21)}`, "This link is damaged at character 21."],
    [payload.slice(0, -8), "This link is damaged: a part is missing, or was changed on its way."],
    [`${payload.slice(0, 60)}${payload.slice(61)}`, "This link is damaged: a part is missing, or was changed on its way."],
    [`VE0J${payload.slice(4)}`, "This link has format 9; this page reads format 1 only."],
    ["A".repeat(8001), "This link is too long: 8\u202f001 characters, and at most 8\u202f000 are read."],
  ];
  for (const [wrong, said] of cases) {
    await follow(page, `#/s/${wrong}`);
    await eventually(() => notice(page), said);
    await eventually(() => place(page), "Event 3 of 15");
    assert.equal(await logs(page), "8/5 5/5 7/5");
  }
  await assertAccessible(page);
  await press(page, "End", "Event 15 of 15");
});

pageTest("a wrong link in a fresh browser leads to the first screen", {}, async ({ page }) => {
  await open(page, "#/s/VE0B");
  await eventually(() => notice(page), "This link is damaged: a part is missing, or was changed on its way.");
  await page.locator("textarea.paste").waitFor();
});

pageTest("a link of other rules opens and says what differs", {}, async ({ page }) => {
  await standAtThree(page);
  const link = await share(page);
  const rules = (bytes) => bytes.writeUInt16BE(7, RULES_AT);
  const hash = (bytes) => bytes.writeUInt32BE(0, HASH_AT);
  const cases = [
    [rules, "This link was made under rules version 7, this page has version 1. Up to here both give the same run."],
    [
      (bytes) => [rules, hash].forEach((change) => change(bytes)),
      "This link was made under rules version 7, this page has version 1, and gives another run: what happens up to here differs from what the sender saw.",
    ],
    [hash, "The link promises another run than this page computes from it: what happens up to here differs from what the sender saw."],
  ];
  for (const [change, said] of cases) {
    await follow(page, altered(link, change));
    await eventually(() => notice(page), said);
    await eventually(() => place(page), "Event 3 of 15");
    await page.getByRole("button", { name: "Close" }).click();
  }
});

pageTest("a step that no run has is not run after for ever", {}, async ({ page }) => {
  await standAtThree(page);
  const link = await share(page);
  await follow(page, altered(link, (bytes) => bytes.writeUInt32BE(4_000_000_000, 21)));
  await eventually(async () => (await notice(page)).startsWith("The link promises another run"), true);
  await eventually(() => place(page), "Event 15 of 15");
});

pageTest("one's own run is kept when a link is opened, and come back to", {}, async ({ page }) => {
  await standAtThree(page);
  const link = await share(page);
  await openScenario(page, "S01");
  await page.keyboard.press("ArrowRight");
  await eventually(async () => (await place(page)).startsWith("Event 1 of "), true);
  const own = [await title(page), await place(page)];
  await eventually(() => page.evaluate(() => localStorage.getItem("tidemark.session").includes("\nid S01\n")), true);
  await follow(page, link);
  await eventually(() => notice(page), KEPT);
  assert.equal(await place(page), "Event 3 of 15");
  await page.getByRole("button", { name: "Back to my run" }).click();
  await eventually(async () => [await title(page), await place(page)], own);
  assert.equal(await notice(page), "");
  // And once more the other way, from the first screen.
  await goHome(page);
  await page.getByRole("button", { name: "Back to my run" }).click();
  await eventually(() => place(page), "Event 3 of 15");
});

pageTest("a run too long for a link is offered as a file, and opens from it", {}, async ({ page }) => {
  await standAtThree(page);
  const [head] = readFileSync(new URL("../../core/catalogue/S02.tidemark", import.meta.url), "utf8").split("at 0s");
  let noise = 1;
  let text = head.replace("schedule by-hand\n", "");
  for (let line = 0; line < 1500; line++) {
    noise = (noise * 48271) % 2147483647;
    text += `at ${line}ms produce first-0 values=${noise.toString(36)}\n`;
  }
  await goHome(page);
  await choose(page, "long.tidemark", text);
  await eventually(async () => (await place(page)).startsWith("Event 0 of "), true);
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("#share").getByText("This run is too long for a link").waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  assert.equal(file.split("\n").filter((line) => line.includes("produce first-0")).length, 1500);
});

/** Drags a file with this text over the page, or drops it. */
async function drag(page, kind, text) {
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "run.tidemark", { type: "text/plain" }));
    return transfer;
  }, text);
  await page.dispatchEvent("#stage", kind, { dataTransfer: transfer });
}

pageTest("a scenario file is opened wherever it is dropped", {}, async ({ page }) => {
  const text = readFileSync(new URL("../../core/catalogue/S10.tidemark", import.meta.url), "utf8");
  await standAtThree(page);
  await drag(page, "dragover", text);
  await page.getByText("Drop the file to open it").waitFor();
  await screenshot(page, "drop");
  await page.dispatchEvent("#stage", "dragleave", {});
  await page.locator(".drop-hint").waitFor({ state: "detached" });
  await drag(page, "dragover", text);
  await drag(page, "drop", text);
  await eventually(async () => (await title(page)).endsWith("· S10"), true);
  assert.equal(await page.locator(".drop-hint").count(), 0);
  await goHome(page);
  await drag(page, "drop", text.replace("S10", "S99"));
  await eventually(async () => (await title(page)).endsWith("· S99"), true);
});

/** A page of somebody else's that shows ours. */
async function hosted(page, route) {
  await page.route("**/host.html", (handled) => handled.fulfill({
    contentType: "text/html",
    body: `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1>
<iframe src="./${route}" title="A Kafka scenario in Tidemark" width="960" height="600"></iframe></main></html>`,
  }));
  await page.goto(`${facts.address}host.html`);
  return page.frameLocator("iframe");
}

for (const colorScheme of ["light", "dark"]) {
  pageTest(`an embedded scenario has its transport and nothing else: ${colorScheme}`, { colorScheme }, async ({ page }) => {
    const frame = await hosted(page, "#/embed/S02");
    await frame.locator(".lane[role=group]").first().waitFor();
    assert.equal(await frame.locator("header, aside, nav").count(), 0);
    assert.equal(await frame.locator("footer.transport").count(), 1);
    await frame.getByRole("button", { name: "Step forward (→)" }).click();
    await eventually(() => frame.locator(".where .vh").textContent(), "Event 1 of 15");
    const edges = await frame.locator("footer.transport").evaluate((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      const stage = document.getElementById("stage").getBoundingClientRect();
      return { below: innerHeight - bottom, between: top - stage.bottom };
    });
    assert.deepEqual(edges, { below: 0, between: 0 });
    await screenshot(page, `embed-${colorScheme}`);
    await assertAccessible(page);
    // The reader's own session is not the host's to change.
    assert.equal(await page.evaluate(() => localStorage.getItem("tidemark.session")), null);
  });
}

pageTest("a link is embedded, too, and a wrong address says so", {}, async ({ page }) => {
  await standAtThree(page);
  const link = await share(page);
  const own = await page.evaluate(() => localStorage.getItem("tidemark.place"));
  const frame = await hosted(page, link.replace(facts.address, "").replace("#/s/", "#/embed/s/"));
  await eventually(async () => (await frame.locator(".where .vh").count()) > 0, true);
  assert.equal(await frame.locator(".where .vh").textContent(), "Event 3 of 15");
  assert.equal(await frame.locator(".toast").count(), 0);
  await frame.getByRole("button", { name: "Step forward (→)" }).click();
  await eventually(() => frame.locator(".where .vh").textContent(), "Event 4 of 15");
  assert.equal(await page.evaluate(() => localStorage.getItem("tidemark.place")), own);
  await open(page, "#/embed/S99");
  await eventually(() => notice(page), "This is no link of Tidemark’s.");
});
