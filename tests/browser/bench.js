// What `cargo xtask bench` measures in Chromium: the engine alone as WebAssembly, and the page as it is
// published. One JSON object a figure, on standard output; TIDEMARK_FACTS names a file with the
// site's address, Chromium's path and the engine's module.

import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const facts = JSON.parse(readFileSync(process.env.TIDEMARK_FACTS, "utf8"));

const EVENTS = 200_000;
const HISTORY = 10_000;
const STEPS = 200;
/** The largest cluster there is. */
const BROKERS = 100;
const PARTITIONS = 10_000;

/** Where the page says at which step it is. */
const PLACE = ".transport .where b";

/** A 60 Hz display shows a new frame this often, in milliseconds. */
const FRAME_MS = 16.7;

function print(name, value, unit, budget, how) {
  console.log(JSON.stringify({ name, value: Math.round(value * 1000) / 1000, unit, budget, how }));
}

/** The value that `percent` of all values do not exceed. */
function percentile(values, percent) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(Math.ceil((sorted.length * percent) / 100), 1) - 1];
}

/** Brings the engine and a clock into a page that has nothing else to do. */
async function startEngine(page) {
  const bytes = readFileSync(facts.engine).toString("base64");
  await page.evaluate(async (bytes) => {
    const binary = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const module = await WebAssembly.compile(binary);
    // A new instance has a new memory: what one figure used is gone for the next.
    globalThis.start = async () => (await WebAssembly.instantiate(module, {})).exports;
    globalThis.timed = (act) => {
      const before = performance.now();
      const result = act();
      return [result, performance.now() - before];
    };
  }, bytes);
}

async function measureEngine(page) {
  await startEngine(page);
  const rates = await page.evaluate(async (events) => {
    const { prepare, simulate } = await start();
    prepare(events / 4);
    return Array.from({ length: 5 }, () => timed(() => simulate(events))).map(([steps, ms]) => (steps / ms) * 1000);
  }, EVENTS);
  print(
    "simulator_wasm",
    Math.max(...rates),
    "events/s",
    "at least 500000",
    "as simulator_native, in Chromium; 200,000 steps, the best of 5 runs",
  );
  const seeks = await page.evaluate(async (history) => {
    const { record, seek } = await start();
    record(0, history);
    // A stride that has no factor in common with the history's length visits places evenly.
    return Array.from({ length: 500 }, (_, n) => timed(() => seek((n * 7919) % history))[1]);
  }, HISTORY);
  const how = "as seek_p95_native, in Chromium";
  print("seek_p95_wasm", percentile(seeks, 95), "ms", "at most 50", how);
  print("seek_max_wasm", percentile(seeks, 100), "ms", "at most 50", how);
  for (const [large, name] of [[0, "session_memory_small_wasm"], [1, "session_memory_large_wasm"]]) {
    const bytes = await page.evaluate(
      async ([large, history]) => {
        const { record, memory } = await start();
        record(large, history);
        return memory.buffer.byteLength;
      },
      [large, HISTORY],
    );
    print(name, bytes / 2 ** 20, "MiB", "at most 512", "the engine's whole memory after a session recorded 10,000 steps");
  }
}

/** The log on its own: written, read, searched, compacted. */
async function measureLog(page) {
  await startEngine(page);
  const [mebibytes, lookups] = [256, 200_000];
  const times = await page.evaluate(
    async ([mebibytes, lookups]) => {
      const { append, iterate, look_up, compact, prepare_bytes, checksum } = await start();
      const best = (act) => [1, 2, 3].map(() => timed(act)).sort(([, one], [, other]) => one - other)[0];
      const [, appended] = best(() => append(mebibytes, 0));
      const [records, iterated] = best(iterate);
      const [found, lookedUp] = best(() => look_up(lookups));
      append(mebibytes, 1);
      const [compactedBytes, compacted] = best(compact);
      prepare_bytes(64);
      const [, checked] = best(checksum);
      return { appended, records, iterated, found, lookedUp, compactedBytes, compacted, checked };
    },
    [mebibytes, lookups],
  );
  assert.equal(times.records, mebibytes * 1024);
  assert.equal(times.found, lookups);
  const perSecond = (bytes, ms) => bytes / 1e3 / ms;
  const all = mebibytes * 2 ** 20;
  const like = (name) => `as ${name}, in Chromium, with ${mebibytes} MiB`;
  print("append_wasm", perSecond(all, times.appended), "MB/s", null, like("append_native"));
  print("iterate_wasm", perSecond(all, times.iterated), "MB/s", null, like("iterate_native"));
  print("lookup_wasm", (times.lookedUp * 1e6) / lookups, "ns", null, like("lookup_native"));
  print("compaction_wasm", perSecond(times.compactedBytes, times.compacted), "MB/s", null, like("compaction_native"));
  print("crc32c_wasm", perSecond(64 * 2 ** 20, times.checked) / 1e3, "GB/s", null, "as crc32c_native, in Chromium");
}

/** A cluster that gets a record a millisecond. */
function scenario(brokers, partitions) {
  const lines = ["tidemark-scenario 1", "id load", "release 3.9", "network seed=1 delay=1ms..5ms"];
  for (let broker = 0; broker < brokers; broker++) lines.push(`broker ${broker}`);
  lines.push("topic t");
  for (let number = 0; number < partitions; number++) {
    lines.push(`  partition ${number} replicas=${[0, 1, 2].map((next) => (number + next) % brokers).join()}`);
  }
  for (let record = 0; record < 1000; record++) {
    lines.push(`at ${record / 1000}s produce t-${record % partitions} values=m${record} acks=all`);
  }
  return `${lines.join("\n")}\n`;
}

/** What kafka-topics.sh prints of the largest cluster. */
function largeDescription() {
  const lines = [`Topic: t\tPartitionCount: ${PARTITIONS}\tReplicationFactor: 3\tConfigs: `];
  for (let number = 0; number < PARTITIONS; number++) {
    const ids = [0, 1, 2].map((next) => (number + next) % BROKERS).join();
    lines.push(`\tTopic: t\tPartition: ${number}\tLeader: ${number % BROKERS}\tReplicas: ${ids}\tIsr: ${ids}`);
  }
  return `${lines.join("\n")}\n`;
}

async function openFile(page, name, text) {
  await page.goto(facts.address);
  const buffer = Buffer.from(text);
  await page.locator("input[type=file]").first().setInputFiles({ name, mimeType: "text/plain", buffer });
}

/**
 * Steps forward by the key, `count` times: from the key to the frame that shows the step, and to the
 * moment at which all is laid out, which leaves out the wait for the display.
 */
function stepForward(page, count) {
  const measure = async ([count, selector]) => {
    const place = () => document.querySelector(selector)?.textContent;
    const press = () => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
    };
    const changed = (before) =>
      new Promise((done, failed) => {
        const watch = new MutationObserver(() => {
          if (place() === before) return;
          watch.disconnect();
          clearTimeout(patience);
          document.body.getBoundingClientRect();
          done(performance.now());
        });
        const patience = setTimeout(() => failed(new Error(`no step after ${before}`)), 10_000);
        watch.observe(document.body, { childList: true, characterData: true, subtree: true });
      });
    const painted = () =>
      new Promise((done) => {
        requestAnimationFrame(() => {
          // The first task behind a frame's callbacks runs when the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now());
          port2.postMessage(null);
        });
      });
    const times = [];
    for (let step = 0; step < count; step++) {
      // People don't press in time with the display.
      await new Promise((next) => setTimeout(next, 20 + ((step * 7) % 17)));
      const before = place();
      const start = performance.now();
      const ready = changed(before);
      press();
      const laidOut = await ready;
      times.push([laidOut - start, (await painted()) - start]);
    }
    return times;
  };
  return page.evaluate(measure, [count, PLACE]);
}

async function measureSteps(page, name, budget, where) {
  const times = await stepForward(page, STEPS);
  const column = (index) => times.map((time) => time[index]);
  const of = `${STEPS} steps ${where}, 95th percentile`;
  print(`step_to_layout_${name}`, percentile(column(0), 95), "ms", budget, `from the key until the step is laid out; ${of}`);
  print(
    `step_to_paint_${name}`,
    percentile(column(1), 95),
    "ms",
    budget,
    `from the key until a frame with the step is painted, the wait for the display's next frame included; ${of}`,
  );
}

async function measureImport(page) {
  await openFile(page, "describe.txt", largeDescription());
  const use = page.locator("#import button.pri");
  await use.waitFor({ timeout: 60_000 });
  const before = performance.now();
  await use.click();
  await page.locator(PLACE).waitFor();
  print(
    "import_10000_partitions_page",
    performance.now() - before,
    "ms",
    null,
    "from the click on what was read to the first frame; 100 brokers, 10,000 partitions",
  );
}

async function measureLoad(page, name, brokers, partitions, budget) {
  await openFile(page, "load.tidemark", scenario(brokers, partitions));
  await page.locator(PLACE).waitFor();
  await measureSteps(page, name, budget, `of ${brokers} brokers and ${partitions} partitions`);
}

/** A segment of 1 GiB: one batch that Kafka wrote, over and over with the next offset. */
function largeSegment(folder) {
  const golden = JSON.parse(readFileSync(new URL("../vectors/golden_segments.json", import.meta.url), "utf8"));
  const { files } = golden.logs.find(({ name }) => name === "A");
  const log = Buffer.from(files["00000000000000000000.log"].base64, "base64");
  const size = 12 + log.readInt32BE(8);
  const batch = log.subarray(0, size);
  const records = batch.readInt32BE(57);
  const chunk = Buffer.alloc(size * 10_000);
  const path = join(folder, "00000000000000000000.log");
  const file = openSync(path, "w");
  let offset = 0;
  for (let written = 0; written < 2 ** 30; ) {
    for (let at = 0; at < chunk.length; at += size) {
      batch.copy(chunk, at);
      chunk.writeBigInt64BE(BigInt(offset), at);
      offset += records;
    }
    const bytes = Math.min(chunk.length, Math.floor((2 ** 30 - written) / size) * size);
    if (bytes === 0) break;
    writeSync(file, chunk, 0, bytes);
    written += bytes;
  }
  closeSync(file);
  return path;
}

/** The most memory that the page's process ever had, its workers included, in MiB. */
async function mostMemory() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const used = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(readFileSync(`/proc/${id}/status`, "utf8").match(/VmHWM:\s+(\d+)/)[1]) / 1024);
  return Math.max(...used);
}

/** A segment of 1 GiB in the Log room. */
async function measureFiles(page) {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  try {
    const path = largeSegment(folder);
    await page.goto(`${facts.address}#/log`);
    const field = page.locator("input[type=file]").first();
    await field.waitFor({ state: "attached" });
    const before = await mostMemory();
    const start = performance.now();
    await field.setInputFiles(path);
    await page.locator(".seg").first().waitFor({ timeout: 300_000 });
    const seconds = (performance.now() - start) / 1000;
    const how = "a segment of 1 GiB with batches of 377 bytes, every checksum computed, in the Log room";
    print("files_read_page", 2 ** 30 / 1e6 / seconds, "MB/s", null, how);
    if (process.platform === "linux") {
      const how = `the page's whole process at its most, ${Math.round(before)} MiB of it before the file was chosen`;
      print("files_memory_page", await mostMemory(), "MiB", "at most 256", how);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const browser = await chromium.launch({
  executablePath: facts.chromium,
  // Chromium's sandbox refuses to run as root.
  chromiumSandbox: process.getuid?.() !== 0,
  args: ["--disable-gpu", "--disable-quic"],
});

/** Measures in a page of its own, which nothing measured before has touched. */
async function inPage(measure) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(60_000);
  const troubles = [];
  context.on("weberror", (error) => troubles.push(String(error.error())));
  await measure(await context.newPage());
  assert.deepEqual(troubles, []);
  await context.close();
}

try {
  await inPage(measureEngine);
  await inPage(measureLog);
  await inPage((page) => measureLoad(page, "small", 3, 6, `at most ${FRAME_MS}`));
  await inPage((page) => measureLoad(page, "large", BROKERS, PARTITIONS, "at most 50"));
  await inPage(measureImport);
  await inPage(measureFiles);
} finally {
  await browser.close();
}
