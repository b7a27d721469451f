// What every browser test stands on: a fresh page of the site, and an eye on everything that goes wrong.
//
// `cargo xtask test` builds and serves the site and says where it and Chromium are, in the JSON
// file that TIDEMARK_FACTS names. A test fails when the page logs an error (a breach of the
// Content-Security-Policy is one), throws, asks another host for something, or asks for what isn't there.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { chromium } from "playwright-core";

/** What the command says: `address` of the site, `chromium`'s path. */
export const facts = JSON.parse(readFileSync(process.env.TIDEMARK_FACTS, "utf8"));

// Far more than anything takes: they end what hangs, and measure nothing.
const TEST_TIMEOUT_MS = 240_000;
const LOADING_TIMEOUT_MS = 60_000;
const ACTION_TIMEOUT_MS = 30_000;

let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: facts.chromium,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-gpu", "--disable-quic"],
  });
  // Chromium's first page takes the longest, since everything of it is read from disk.
  const context = await newContext({});
  await open(await context.newPage());
  await context.close();
});

after(() => browser?.close());

/**
 * A test with a page of its own, which nothing of another test reaches.
 * `options` are Playwright's for a context: viewport, colorScheme, locale, reducedMotion…
 * `body` gets `{ page, context, troubles }`; a test that provokes trouble takes it out of `troubles`.
 */
export function pageTest(name, options, body) {
  test(name, { timeout: TEST_TIMEOUT_MS }, async () => {
    const context = await newContext(options);
    const troubles = watch(context);
    try {
      const page = await context.newPage();
      await body({ page, context, troubles });
      assert.deepEqual(troubles, []);
    } finally {
      // A request that a failed test still holds up must not fail another.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
  });
}

/** Opens the site, or one of its rooms: `open(page, "#/log")`. Ready once the module is compiled. */
export async function open(page, route = "") {
  await page.goto(facts.address + route);
  await page.waitForFunction(() => globalThis.tidemarkBoot?.module !== undefined, undefined, { timeout: LOADING_TIMEOUT_MS });
}

/** No rule of axe-core is broken: WCAG 2.2 A and AA, and its best practices. */
export async function assertAccessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ target }) => target.join(" ")),
  }));
  assert.deepEqual(found, []);
}

/** Keeps a picture of the page in output/, for people to look at. */
export async function screenshot(page, name) {
  mkdirSync(new URL("./output/", import.meta.url), { recursive: true });
  const path = new URL(`./output/${name}.png`, import.meta.url).pathname;
  await page.screenshot({ path, fullPage: true, animations: "disabled" });
}

async function newContext(options) {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  context.setDefaultNavigationTimeout(LOADING_TIMEOUT_MS);
  return context;
}

/** Everything that goes wrong in any page or worker of the context, in the order in which it does. */
function watch(context) {
  const troubles = [];
  context.on("console", (message) => {
    if (message.type() === "error") troubles.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => troubles.push(`error: ${error.error()}`));
  context.on("request", (request) => {
    const own = [facts.address, "data:", "blob:"].some((start) => request.url().startsWith(start));
    if (!own) troubles.push(`foreign request: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  return troubles;
}
