// The rooms as a reader uses them: what is clicked and typed, and what can be read off the page.
//
// Whatever a test may do in both languages is found by its place in the page, not by its words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { open } from "./page.js";

const PATIENCE_MS = 30_000;
const TYPED_MAX = 100_000;

/** What Kafka's tools printed. */
export function sample(name) {
  return readFileSync(new URL(`../vectors/cli/${name}`, import.meta.url), "utf8");
}

/** Waits until `read` gives what is expected; fails with what it gives instead. */
export async function eventually(read, expected) {
  const until = Date.now() + PATIENCE_MS;
  let found = await read();
  while (!isDeepStrictEqual(found, expected) && Date.now() < until) {
    await pause(20);
    found = await read();
  }
  assert.deepEqual(found, expected);
}

/** Opens a scenario of the catalogue, through the catalogue, and waits for its first moment. */
export async function openScenario(page, id) {
  await open(page, "#/learn");
  await page.locator(".catalogue a", { has: page.getByText(id, { exact: true }) }).click();
  await eventually(async () => (await title(page)).endsWith(`· ${id}`), true);
}

/** S02 at event 4, forked there by a crash: event 5 of the fork's 5, and one event back. */
export async function standInAFork(page) {
  await openScenario(page, "S02");
  for (let step = 1; step <= 4; step++) await press(page, "ArrowRight", `Event ${step} of 15`);
  await act(page, 2, "Crash");
  await eventually(() => place(page), "Event 5 of 5");
  await press(page, "ArrowLeft", "Event 4 of 5");
}

/** Goes to the first screen. */
export async function goHome(page) {
  await page.locator("a.brand").click();
  await page.locator("textarea.paste").waitFor();
}

/** Puts a text into the paste box of the first screen and has it read. */
export async function paste(page, text) {
  const box = page.locator("textarea.paste");
  if (text.length < TYPED_MAX) await box.fill(text);
  else {
    // Chromium lays a text out anew for each line that is typed into a box; the page is not to wait for that.
    await box.evaluate((box, text) => {
      box.value = text;
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, text);
  }
  await page.locator("textarea.paste + .row > button").first().click();
}

/** Has a text read, and uses what was understood of it. */
export async function pasteAndUse(page, text) {
  await paste(page, text);
  await page.locator("#import .btn.pri").click();
  await page.locator(".lane[role=group]").first().waitFor();
}

/** Has a file read that the reader chose. */
export async function choose(page, name, content) {
  const buffer = Buffer.from(content);
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer });
}

/** Clicks an entry of a broker's menu. */
export async function act(page, broker, entry) {
  const menu = page.locator("details.menu", { has: page.getByLabel(`Act on broker ${broker}`) });
  await menu.locator("summary").click();
  await menu.getByRole("button", { name: entry, exact: true }).click();
}

/** Presses a key that moves the run, and waits for the event it leads to: `Event 3 of 15`. */
export async function press(page, key, to) {
  await page.keyboard.press(key);
  await eventually(() => place(page), to);
}

/** The place the transport tells: `Event 3 of 15`; empty before there is a run. */
export async function place(page) {
  const told = page.locator(".where .vh");
  return (await told.count()) === 0 ? "" : told.textContent();
}

/** The scenario's title in the top bar; empty if there is none. */
export async function title(page) {
  const told = page.locator(".scn");
  return (await told.count()) === 0 ? "" : told.textContent();
}

/** LEO/HW of each replica: `8/5 5/5 7/5`. */
export async function logs(page) {
  const lanes = await page.locator(".lane[role=group]").evaluateAll((lanes) => lanes.map((lane) => lane.ariaLabel));
  const told = lanes.map((lane) => /log from \d+ to (\d+), HW (\d+)$/.exec(lane));
  return told.map(([, end, highWatermark]) => `${end}/${highWatermark}`).join(" ");
}

/** One fact of the line above the lanes: `fact(page, "ISR")` is `[1,2]`. */
export async function fact(page, name) {
  const text = await page.locator(".facts > span").filter({ hasText: new RegExp(`^${name} (?!epoch)`) }).textContent();
  return text.slice(name.length + 1);
}

/** The rows of the tree of branches, from top to bottom, the one shown marked with a star. */
export function branches(page) {
  return page.locator(".forks > li").evaluateAll((rows) =>
    rows.map((row) => {
      const left = /from event \d+/.exec(row.querySelector("small").textContent);
      const told = [row.querySelector("b").textContent, ...(left ?? [])].join(", ");
      return told + (row.ariaCurrent === "true" ? " *" : "");
    }),
  );
}

/** Opens the tree of branches and goes to the one with this name. */
export async function selectBranch(page, name) {
  await page.locator(".forks-menu > summary").click();
  await page.locator(".forks > li > button", { has: page.getByText(name, { exact: true }) }).click();
}

/** What is said outside the picture; empty if nothing is. */
export async function notice(page) {
  const said = page.locator(".toast > span");
  return (await said.count()) === 0 ? "" : said.textContent();
}

/** Takes out of `troubles` what a test has provoked; everything else still fails it. */
export function forgive(troubles, pattern) {
  const kept = troubles.filter((trouble) => !pattern.test(trouble));
  troubles.splice(0, troubles.length, ...kept);
}
