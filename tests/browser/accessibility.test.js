// axe-core finds nothing to complain about: every room and dialog, light and dark, in both languages.

import { assertAccessible, open, pageTest } from "./page.js";
import { eventually, openScenario, paste, pasteAndUse, place, sample } from "./room.js";

const LOOKS = [
  ["light, in English", { colorScheme: "light", locale: "en-GB" }],
  ["dark, in English", { colorScheme: "dark", locale: "en-GB" }],
  ["light, in Chinese", { colorScheme: "light", locale: "zh-CN" }],
  ["dark, in Chinese", { colorScheme: "dark", locale: "zh-CN" }],
];

const OFFSETS = sample("seed-consumer-offsets-50.txt");
const BAD_LINES = sample("topics-25-bad-lines.txt");

/** S02 at event 4: records that are lost, a cut, captions. */
async function midRun(page) {
  await openScenario(page, "S02");
  for (let step = 1; step <= 4; step++) {
    await page.keyboard.press("ArrowRight");
    await eventually(async () => /\d+/.exec(await place(page))?.[0], String(step));
  }
}

/** The dialogs of the room, each by the button that opens it, counted from the end of the facts line. */
const DIALOGS = [
  ["#settings", ".facts button.set"],
  ["#send", ".facts button.btn:nth-last-of-type(2)"],
  ["#group", ".facts button.btn:nth-last-of-type(1)"],
];

for (const [look, options] of LOOKS) {
  pageTest(`the first screen and the catalogue are accessible: ${look}`, options, async ({ page }) => {
    await open(page);
    await page.locator("textarea.paste").waitFor();
    await assertAccessible(page);
    await open(page, "#/learn");
    await page.locator(".catalogue").waitFor();
    await assertAccessible(page);
  });

  pageTest(`the cluster is accessible in mid-run: ${look}`, options, async ({ page }) => {
    await midRun(page);
    await assertAccessible(page);
    await page.locator("details.menu summary").first().click();
    await assertAccessible(page);
  });

  pageTest(`a pasted cluster is accessible: ${look}`, options, async ({ page }) => {
    await open(page);
    await pasteAndUse(page, OFFSETS);
    await assertAccessible(page);
    await page.locator(".sec button[aria-pressed]").click();
    await page.locator(".tbl").waitFor();
    await assertAccessible(page);
  });

  pageTest(`the dialogs are accessible: ${look}`, options, async ({ page }) => {
    await open(page);
    await paste(page, BAD_LINES);
    await page.locator("#import .complaints").waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await midRun(page);
    await page.keyboard.press("?");
    await page.locator("#help h3").first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    for (const [dialog, button] of DIALOGS) {
      await page.locator(button).first().click();
      await page.locator(`${dialog}[open]`).waitFor();
      await assertAccessible(page);
      await page.keyboard.press("Escape");
      await page.locator(dialog).waitFor({ state: "detached" });
    }
  });
}
