// From a telephone to a large screen: nothing scrolls sideways or lies on the transport, and each width is kept as a picture to look at.

import assert from "node:assert/strict";
import { open, pageTest, screenshot } from "./page.js";
import { eventually, openScenario, place } from "./room.js";

const LOOKS = [
  ...[360, 768, 1024, 1440, 1920].map((width) => [`${width}`, width, {}]),
  ["1440-dark", 1440, { colorScheme: "dark" }],
  ["1440-zh", 1440, { locale: "zh-CN" }],
  ["360-zh", 360, { locale: "zh-CN" }],
];

async function keep(page, name) {
  await screenshot(page, name);
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= given, `${name} needs ${needed} px of ${given}`);
}

for (const [look, width, options] of LOOKS) {
  const viewport = { width, height: width < 700 ? 740 : 900 };
  pageTest(`nothing scrolls sideways: ${look}`, { viewport, ...options }, async ({ page }) => {
    await open(page);
    await page.locator("textarea.paste").waitFor();
    await keep(page, `home-${look}`);
    await open(page, "#/learn");
    await page.locator(".catalogue").waitFor();
    await keep(page, `learn-${look}`);
    await openScenario(page, "S02");
    for (let step = 1; step <= 4; step++) {
      await page.keyboard.press("ArrowRight");
      await eventually(async () => /\d+/.exec(await place(page))?.[0], String(step));
    }
    await keep(page, `cluster-${look}`);
    // A click is only made where nothing else lies on top.
    await page.locator(".transport button").nth(3).click();
    await eventually(async () => /\d+/.exec(await place(page))?.[0], "5");
  });
}
