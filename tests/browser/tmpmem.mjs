import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: false, args: ["--disable-gpu"] });
const page = await browser.newPage();
await page.goto("http://127.0.0.1:9303/#/log");
const field = page.locator("input[type=file]").first();
await field.waitFor({ state: "attached" });
const s = await browser.newBrowserCDPSession();
const { processInfo } = await s.send("SystemInfo.getProcessInfo");
const pids = processInfo.filter(({type}) => type === "renderer").map(({id}) => id);
const rss = () => pids.map((id) => readFileSync(`/proc/${id}/status`, "utf8").match(/(VmRSS|RssAnon|RssFile|RssShmem):\s+(\d+)/g).join(" "));
console.log(pids, rss());
await field.setInputFiles("/tmp/seg/00000000000000000000.log");
for (let i = 0; i < 12; i++) {
  await new Promise((r) => setTimeout(r, 1000));
  const w = page.workers();
  const infos = [];
  for (const x of w) infos.push(await Promise.race([x.evaluate(() => [globalThis.out?.memory?.buffer.byteLength/2**20, performance.memory?.usedJSHeapSize/2**20]), new Promise(r => setTimeout(() => r("busy"), 500))]));
  console.log(JSON.stringify(infos), rss());
}
await browser.close();
