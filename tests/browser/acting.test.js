// You are the network: single messages and timers, by pointer and by keys, and the forks that come of it.

import assert from "node:assert/strict";
import { assertAccessible, pageTest } from "./page.js";
import { act, branches, eventually, logs, notice, openScenario, place, press, selectBranch } from "./room.js";

/** Goes on step by step. */
async function goTo(page, step, of) {
  for (let at = 1; at <= step; at++) await press(page, "ArrowRight", `Event ${at} of ${of}`);
}

/** The cards of messages and timers, by the words on their left; the selected one is marked with a star. */
function cards(page, kind) {
  return page.locator(`.fl${kind}`).evaluateAll((cards) =>
    cards.map((card) => card.querySelector("b, s").textContent + (card.ariaCurrent === "true" ? " *" : "")),
  );
}

const messages = (page) => cards(page, ":not(.timer, .dropped)");
const timers = (page) => cards(page, ".timer");

/** What has become of the records: `2 written, 2 committed, …`. */
async function ledger(page) {
  const said = await page.locator(".ledger > span").allTextContents();
  return said.map((text) => text.trim()).filter((text) => /\d (committed|lost)/.test(text)).map((text) => /\d+ \w+/.exec(text)[0]);
}

/** A03 at event 6: broker 1's first answer that tells of HW 2 is in flight, and the scenario is about to drop it. */
async function answerInFlight(page) {
  await openScenario(page, "A03");
  await goTo(page, 6, 35);
  await eventually(() => messages(page), ["FetchResponse"]);
}

pageTest("a message is selected by pointer and by keys, and its card opens in place", {}, async ({ page }) => {
  await answerInFlight(page);
  const card = page.locator(".fl:not(.timer)").first();
  const head = card.locator("button").first();
  await head.click();
  await eventually(() => messages(page), ["FetchResponse *"]);
  assert.equal(await card.getByRole("definition").nth(0).textContent(), "1 → 0");
  const offered = await card.getByRole("button").allTextContents();
  // An answer is matched to its request: it can't arrive twice.
  assert.deepEqual(offered.slice(1), ["Drop", "Hold", "Delay…", "Deliver now"]);
  await head.click();
  await eventually(() => messages(page), ["FetchResponse"]);
  await head.focus();
  await page.keyboard.press("Enter");
  await eventually(() => messages(page), ["FetchResponse *"]);
  await page.keyboard.press("Space");
  await eventually(() => messages(page), ["FetchResponse"]);
  // On the wire, too.
  const dot = await page.locator(".wires .hit").first().boundingBox();
  assert.equal(dot.width, 28);
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await eventually(() => messages(page), ["FetchResponse *"]);
  // No act, no event.
  assert.equal(await place(page), "Event 6 of 35");
  await assertAccessible(page);
});

pageTest("the answer dropped loses the record, delivered it is kept", {}, async ({ page }) => {
  await answerInFlight(page);
  await page.locator(".fl button").first().click();
  await page.getByRole("button", { name: "Drop", exact: true }).click();
  await eventually(() => place(page), "Event 7 of 7");
  assert.deepEqual(await messages(page), []);
  assert.equal(await page.locator(".fl.dropped s").textContent(), "FetchResponse first-0 1, 1 → 0");
  // The scenario drops it, too, and finds nothing to drop; what it does afterwards is the same.
  await page.keyboard.press("End");
  await eventually(async () => (await place(page)) !== "Event 7 of 7", true);
  assert.deepEqual(await ledger(page), ["2 committed", "1 lost"]);
  assert.equal(await logs(page), "1/1 1/1");

  await selectBranch(page, "main line");
  await eventually(async () => (await place(page)).endsWith("of 35"), true);
  await page.keyboard.press("Home");
  await eventually(() => place(page), "Event 0 of 35");
  await goTo(page, 6, 35);
  // What was selected is so whenever it is in flight.
  await eventually(() => messages(page), ["FetchResponse *"]);
  await page.keyboard.press("Enter");
  await eventually(() => place(page), "Event 7 of 7");
  assert.equal(await page.locator(".fl:not(.timer) .m").first().textContent(), "arrives in 0\u00a0ms");
  await press(page, "ArrowRight", "Event 8 of 8");
  assert.equal(await logs(page), "2/2 2/2");
  await page.keyboard.press("End");
  await eventually(async () => (await place(page)) !== "Event 8 of 8", true);
  assert.deepEqual(await ledger(page), ["2 committed", "0 lost"]);
  assert.equal(await logs(page), "2/2 2/2");
});

pageTest("a message is held, released and delayed by keys", {}, async ({ page }) => {
  await openScenario(page, "A03");
  await goTo(page, 3, 35);
  await eventually(() => messages(page), ["Fetch"]);
  const card = page.locator(".fl:not(.timer)").first();
  await card.locator("button").first().click();
  await page.keyboard.press("h");
  await eventually(() => place(page), "Event 4 of 4");
  assert.equal(await card.locator(".t .m").textContent(), "held");
  assert.deepEqual(await messages(page), ["Fetch *"]);
  // It stays where it is while the run goes on.
  await press(page, "ArrowRight", "Event 5 of 5");
  assert.equal(await card.locator(".t .m").textContent(), "held");
  assert.equal(await logs(page), "2/1 2/1");
  await page.keyboard.press("H");
  await eventually(() => place(page), "Event 6 of 6");
  assert.match(await card.locator(".t .m").textContent(), /^arrives in /);
  await page.keyboard.press("l");
  const field = page.getByLabel("By how many ms");
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  await page.keyboard.type("0");
  await field.fill("300");
  await page.keyboard.press("Enter");
  await eventually(() => place(page), "Event 7 of 7");
  await page.getByText(/^You delay Fetch first-0 1, 0 → 1 by 300\sms/).first().waitFor();
  // A fetch can come twice.
  await page.keyboard.press("u");
  await eventually(() => messages(page), ["Fetch *", "Fetch"]);
  assert.equal(await page.locator(".fl.twice").count(), 2);
});

pageTest("a timer is let run out", {}, async ({ page }) => {
  await openScenario(page, "A03");
  await goTo(page, 8, 35);
  await eventually(() => timers(page), ["session of broker 0"]);
  await page.getByRole("button", { name: "Expire now: session of broker 0" }).press("Enter");
  await eventually(() => place(page), "Event 9 of 9");
  assert.equal(await page.locator(".facts > span").filter({ hasText: "ISR" }).first().textContent(), "ISR [1]");
  assert.equal(await page.locator(".fl.timer", { hasText: "session of broker 0" }).count(), 0);
});

pageTest("keys mean messages only while one is selected, and nothing where text is typed", {}, async ({ page }) => {
  await answerInFlight(page);
  for (const key of ["d", "h", "u", "Enter"]) await page.keyboard.press(key);
  assert.equal(await place(page), "Event 6 of 35");
  await page.locator(".fl button").first().click();
  await page.getByRole("button", { name: "Send records" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().press("d");
  await page.keyboard.press("Escape");
  assert.equal(await place(page), "Event 6 of 35");
});

/** S02 with a fork at event 4 and a fork of that at event 5, in which one stands: event 6 of 6. */
async function twoForks(page) {
  await openScenario(page, "S02");
  await goTo(page, 4, 15);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 5 of 5");
  await act(page, 2, "Start again");
  await press(page, "ArrowLeft", "Event 5 of 6");
  await act(page, 1, "Pause");
  await eventually(() => place(page), "Event 6 of 6");
}

pageTest("a fork is named, deleted with its own fork, brought back, and there after a reload", {}, async ({ page }) => {
  await twoForks(page);
  await page.locator(".forks-menu > summary").click();
  await page.getByRole("button", { name: "Rename You crash broker 2" }).click();
  const field = page.getByLabel("Name of the fork");
  await eventually(() => field.evaluate((field) => field === document.activeElement), true);
  await field.fill("broker 2 is gone");
  await field.press("Enter");
  const all = ["main line", "broker 2 is gone, from event 4", "You pause broker 1, from event 5 *"];
  await eventually(() => branches(page), all);
  const told = await page.locator(".forks small").allTextContents();
  assert.deepEqual(told, [
    "15 events; last: Broker 0 fetches first-0 from broker 1",
    "from event 4, 2 events; last: You start broker 2 again",
    "from event 5, one event; last: You pause broker 1",
  ]);
  await assertAccessible(page);

  assert.equal(await page.getByRole("button", { name: "Delete main line" }).count(), 0);
  await page.getByRole("button", { name: "Delete broker 2 is gone" }).click();
  await eventually(() => notice(page), "2 forks are deleted.");
  await eventually(() => place(page), "Event 4 of 15");
  assert.equal(await page.locator(".forks-menu").count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually(() => branches(page), all);
  assert.equal(await place(page), "Event 6 of 6");
  assert.equal(await notice(page), "");

  await page.reload();
  await eventually(() => branches(page), all);
  assert.equal(await place(page), "Event 6 of 6");

  await page.locator(".forks-menu > summary").click();
  await page.getByRole("button", { name: "Delete You pause broker 1" }).click();
  await eventually(() => place(page), "Event 5 of 6");
  await eventually(() => branches(page), ["main line", "broker 2 is gone, from event 4 *"]);
  await page.reload();
  await eventually(() => branches(page), ["main line", "broker 2 is gone, from event 4 *"]);
  assert.equal(await place(page), "Event 5 of 6");
});

const TELEPHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

pageTest("on a telephone every act is 44 px high, and nothing scrolls sideways", TELEPHONE, async ({ page }) => {
  await openScenario(page, "A03");
  await goTo(page, 3, 35);
  await page.locator(".fl button").first().tap();
  await eventually(() => messages(page), ["Fetch *"]);
  await page.getByRole("button", { name: "Delay…" }).tap();
  await page.getByLabel("By how many ms").waitFor();
  await page.locator(".forks-menu > summary").tap();
  await page.getByRole("button", { name: "Rename delivered" }).tap();
  await page.getByLabel("Name of the fork").waitFor();
  const low = await page.locator(".cards, .forks-menu").locator("button, input, summary").evaluateAll((controls) =>
    controls.filter((control) => control.getBoundingClientRect().height < 44).map((control) => control.outerHTML),
  );
  assert.deepEqual(low, []);
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= given, `${needed} px of ${given}`);
});
