// The site starts: from any path, on hosts of all kinds, as a page and as a worker; where it can't, it says so.

import assert from "node:assert/strict";
import { assertAccessible, facts, open, pageTest, screenshot } from "./page.js";

pageTest("starts from a path below the host's root", {}, async ({ page }) => {
  assert.match(facts.address, /^http:\/\/127\.0\.0\.1:\d+\/any\/path\/$/);
  await open(page);
  const boot = await page.evaluate(() => ({
    compiled: tidemarkBoot.module instanceof WebAssembly.Module,
    workerUrl: tidemarkBoot.workerUrl,
  }));
  assert.equal(boot.compiled, true);
  assert.match(boot.workerUrl.replace(facts.address, ""), /^boot-[0-9a-f]{16}\.js$/);
  assert.equal(await page.locator("#cannot-start").isVisible(), false);
  await screenshot(page, "start");
});

pageTest("every part but the page itself is named by its content", {}, async ({ page }) => {
  const names = [];
  page.on("request", (request) => names.push(request.url().replace(facts.address, "")));
  await open(page);
  assert.equal(names[0], "");
  assert.ok(names.length > 3, String(names));
  for (const name of names.slice(1)) assert.match(name, /-[0-9a-f]{16}\.[a-z0-9]+$/);
});

pageTest("a worker starts from the module that the page compiled", {}, async ({ page }) => {
  await open(page);
  const started = page.waitForEvent("worker");
  await page.evaluate(() => {
    const { module, workerUrl } = tidemarkBoot;
    globalThis.testWorker = new Worker(workerUrl, { type: "module" });
    globalThis.testWorker.postMessage({ module });
  });
  const worker = await started;
  const compiled = await worker.evaluate(async () => {
    while (globalThis.tidemarkBoot === undefined) await new Promise((next) => setTimeout(next, 5));
    return tidemarkBoot.module instanceof WebAssembly.Module;
  });
  assert.equal(compiled, true);
});

pageTest("the policy forbids inline scripts and other hosts", {}, async ({ page, troubles }) => {
  await open(page);
  const breaches = await page.evaluate(async () => {
    const breaches = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => breaches.push(effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.inlineRan = true";
    document.head.append(script);
    await fetch("http://127.0.0.1:9/").catch(() => {});
    new Image().src = "http://127.0.0.1:9/x.png";
    while (breaches.length < 3) await new Promise((next) => setTimeout(next, 5));
    return { breaches, ran: globalThis.inlineRan };
  });
  assert.deepEqual(breaches, {
    breaches: ["script-src-elem", "connect-src", "img-src"],
    ran: undefined,
  });
  const expected = troubles.splice(0);
  assert.ok(expected.every((trouble) => /Content Security Policy|127\.0\.0\.1:9/.test(trouble)), String(expected));
});

pageTest("starts on a host that doesn't know WebAssembly's type", {}, async ({ page }) => {
  await page.route("**/*.wasm", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { "content-type": "application/octet-stream" } });
  });
  await open(page);
});

pageTest("says in both languages when it can't start", {}, async ({ page, troubles }) => {
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ contentType: "application/wasm", body: "not a module" }),
  );
  await page.goto(facts.address);
  const notice = page.locator("#cannot-start");
  await notice.waitFor({ state: "visible" });
  assert.match(await notice.innerText(), /can't start in this browser[^]*无法在此浏览器中启动[^]*CompileError/);
  await assertAccessible(page);
  await screenshot(page, "cannot-start");
  troubles.splice(0);
});

pageTest("says in both languages that it needs JavaScript", { javaScriptEnabled: false }, async ({ page, troubles }) => {
  await page.goto(facts.address);
  const text = await page.locator("noscript").innerText();
  assert.match(text, /needs JavaScript[^]*需要启用 JavaScript/);
  // Chromium gives the scripts up without loading them.
  for (const trouble of troubles.splice(0)) assert.match(trouble, /^failed: .*\.js csp$/);
});
