// The cluster is edited in the page: every act by pointer or keys, what Kafka refuses at its field, and undo.

import assert from "node:assert/strict";
import { assertAccessible, pageTest, screenshot } from "./page.js";
import { act, branches, eventually, fact, notice, openScenario, place, press } from "./room.js";

/** A01 at its first moment, with the dialog open. */
async function openEdit(page, scenario = "A01") {
  await openScenario(page, scenario);
  await page.locator(".facts").getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("dialog", { name: "Edit the cluster" }).waitFor();
  await eventually(() => undo(page), "Nothing to undo");
}

/** Closes the dialog: until it is gone the keys are its own. */
async function closeEdit(page) {
  await page.keyboard.press("Escape");
  await page.locator("#edit h2").waitFor({ state: "detached" });
}

const form = (page, name) => page.locator(`#edit form[name=${name}]`);

/** A text with plain spaces. */
const plain = (text) => text.replace(/[\u00a0\u2009\u202f]/g, " ");

/** What the button says that takes back what was done last. */
const undo = async (page) => plain(await page.locator("#edit [role=status] button:not(.redo)").textContent());

/** Fills fields of a form and sends it by its button. */
async function send(page, name, fields) {
  for (const [field, value] of Object.entries(fields)) {
    const control = form(page, name).locator(`[name=${field}]`);
    if ((await control.evaluate((node) => node.tagName)) === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
  await form(page, name).locator("button:not([type])").click();
}

/** What is wrong with a field, as it is tied to it; empty if nothing is. */
async function wrong(page, name, field) {
  const control = form(page, name).locator(`[name=${field}]`);
  const id = await control.getAttribute("aria-describedby");
  if (id === null) return "";
  assert.equal(await control.getAttribute("aria-invalid"), "true");
  return page.locator(`[id='${id}']`).textContent();
}

const headline = (page) => page.locator(".facts").locator("xpath=..").locator("h1").textContent();

pageTest("a topic is created, grows, has settings, is shown and deleted; undo takes all of it back", {}, async ({ page }) => {
  await openEdit(page);
  await send(page, "create", { name: "orders", partitions: "2", factor: "3" });
  await eventually(() => undo(page), "Undo: You create topic orders with 2 partitions and replication factor 3");
  await eventually(() => form(page, "grow").locator("[name=total]").inputValue(), "3");
  await send(page, "grow", { total: "4" });
  await eventually(() => undo(page), "Undo: You give topic orders more partitions: 4 in all");
  await send(page, "set", { minimum: "2", unclean: "true" });
  const set = "min.insync.replicas=2, unclean.leader.election.enable=true";
  await eventually(() => undo(page), `Undo: You set for topic orders: ${set}`);
  await page.locator("#edit").getByRole("button", { name: "Show its replicas" }).click();
  await page.locator("#edit h2").waitFor({ state: "detached" });
  await eventually(() => headline(page), "orders-0");
  assert.deepEqual(await branches(page), ["main line", "You create topic orders with 2 partitions and replication factor 3, from event 0 *"]);
  await eventually(() => place(page), "Event 3 of 3");
  // Partitions can be chosen by topic.
  assert.deepEqual(await page.locator(".low select.field").first().locator("option").allTextContents(), ["All partitions", "first", "orders"]);
  // By keys, from anywhere but a text field.
  for (const at of ["Event 2 of 2", "Event 1 of 1"]) {
    await page.keyboard.press("Control+z");
    await eventually(() => place(page), at);
  }
  await page.keyboard.press("Control+z");
  await eventually(async () => (await place(page)).startsWith("Event 0 of "), true);
  // The fork is gone, and a tree of one branch is not shown.
  assert.deepEqual(await branches(page), []);
  await eventually(() => headline(page), "first-0");
  await page.keyboard.press("Control+z");
  await eventually(() => notice(page), "Nothing was done here that could be undone.");
  // Done again, one after the other, by either pair of keys.
  await page.keyboard.press("Control+Shift+Z");
  await eventually(() => place(page), "Event 1 of 1");
  await page.keyboard.press("Control+y");
  await eventually(() => place(page), "Event 2 of 2");
  await page.locator(".facts").getByRole("link", { name: "Edit", exact: true }).click();
  await eventually(() => page.locator("#edit .redo").textContent(), `Redo: You set for topic orders: ${set}`);
  await page.locator("#edit .redo").click();
  await eventually(() => undo(page), `Undo: You set for topic orders: ${set}`);
  assert.equal(await page.locator("#edit .redo").count(), 0);
});

pageTest("what Kafka refuses stands at its field", {}, async ({ page }) => {
  await openEdit(page);
  await send(page, "create", { name: "first", partitions: "1", factor: "1" });
  await eventually(() => wrong(page, "create", "name"), "There is a topic of this name. (TOPIC_ALREADY_EXISTS)");
  await send(page, "create", { name: "a b" });
  await eventually(async () => (await wrong(page, "create", "name")).endsWith("(INVALID_TOPIC_EXCEPTION)"), true);
  await send(page, "create", { name: "a", partitions: "0" });
  await eventually(() => wrong(page, "create", "partitions"), "At least one, and more than the topic has. (INVALID_PARTITIONS)");
  assert.equal(await wrong(page, "create", "name"), "");
  await send(page, "create", { partitions: "1", factor: "4" });
  await eventually(async () => (await wrong(page, "create", "factor")).endsWith("(INVALID_REPLICATION_FACTOR)"), true);
  await send(page, "create", { partitions: "10001", factor: "1" });
  await eventually(() => wrong(page, "create", "partitions"), "Between 0 and 10000.");
  await send(page, "grow", { total: "6" });
  await eventually(async () => (await wrong(page, "grow", "total")).endsWith("(INVALID_PARTITIONS)"), true);
  assert.equal(await wrong(page, "create", "partitions"), "");
  await send(page, "trim", { before: "1" });
  await eventually(() => wrong(page, "trim", "before"), "Not beyond the HW. (OFFSET_OUT_OF_RANGE)");
  await send(page, "broker", { broker: "1" });
  await eventually(async () => (await wrong(page, "broker", "broker")).endsWith("(DUPLICATE_BROKER_REGISTRATION)"), true);
  // Nothing was done.
  assert.equal(await undo(page), "Nothing to undo");
  await assertAccessible(page);
});

pageTest("records are deleted, and a topic with them, by keys alone", {}, async ({ page }) => {
  await openEdit(page);
  await closeEdit(page);
  // A record is committed and everything has come to rest before the next one.
  await page.keyboard.press("End");
  await eventually(async () => /^Event (\d+) of \1$/.test(await place(page)), true);
  await page.locator(".facts").getByRole("link", { name: "Edit", exact: true }).focus();
  await page.keyboard.press("Enter");
  const before = form(page, "trim").locator("[name=before]");
  await before.focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await eventually(async () => (await undo(page)).includes("first-0") && (await undo(page)).includes("2"), true);
  const remove = page.locator("#edit").getByRole("button", { name: "Delete topic first" });
  await remove.focus();
  await page.keyboard.press("Enter");
  await eventually(() => undo(page), "Undo: You delete topic first");
  await page.locator("#edit [role=status] button:not(.redo)").focus();
  await page.keyboard.press("Enter");
  await eventually(async () => (await undo(page)).includes("first-0"), true);
});

pageTest("a broker is added, and unregistered when it is down", {}, async ({ page }) => {
  await openEdit(page);
  await page.getByText("A broker can be unregistered when it is down.").waitFor();
  await send(page, "broker", { broker: "3", rack: "r1" });
  await eventually(() => undo(page), "Undo: You add broker 3 in rack r1");
  await closeEdit(page);
  await press(page, "ArrowRight", "Event 2 of 2");
  await act(page, 2, "Crash");
  await page.locator(".facts").getByRole("link", { name: "Edit", exact: true }).click();
  await page.locator("#edit").getByRole("button", { name: "Unregister broker 2" }).click();
  await eventually(() => undo(page), "Undo: You unregister broker 2");
  await closeEdit(page);
  await eventually(() => fact(page, "ISR"), "[0,1]");
});

pageTest("a broker has settings of its own: at once, or from its next start on", {}, async ({ page }) => {
  await openEdit(page);
  const lag = "replica.lag.time.max.ms";
  const own = page.locator("#edit section", { has: page.locator("#edit-own") });
  await own.locator("select").selectOption("1");
  await send(page, "own", { "'min.insync.replicas'": "0" });
  await eventually(() => wrong(page, "own", "'min.insync.replicas'"), "Between 1 and 100.");
  assert.equal(await undo(page), "Nothing to undo");
  await send(page, "own", { "'min.insync.replicas'": "2", [`'${lag}'`]: "5000" });
  await eventually(() => undo(page), `Undo: You set for broker 1: min.insync.replicas=2, ${lag}=5000`);
  assert.equal(await wrong(page, "own", "'min.insync.replicas'"), "");
  // The one counts at once, the other waits.
  const waits = own.getByRole("status").locator("li");
  assert.deepEqual((await waits.allTextContents()).map(plain), [`${lag}: 5 000 from the next start of broker 1 on, 30 000 until then.`]);
  // Other brokers have none.
  await own.locator("select").selectOption("2");
  assert.equal(await form(page, "own").locator(`[name='${lag}']`).inputValue(), "");
  await own.locator("select").selectOption("1");
  assert.equal(await form(page, "own").locator(`[name='${lag}']`).inputValue(), "5000");
  await closeEdit(page);
  await act(page, 1, "Crash");
  await act(page, 1, "Start again");
  await page.locator(".facts").getByRole("link", { name: "Edit", exact: true }).click();
  await own.locator("select").selectOption("1");
  await eventually(() => own.getByRole("status").count(), 0);
});

pageTest("a key chooses its partition, and producers go on until they are stopped", {}, async ({ page }) => {
  await openEdit(page);
  await send(page, "keyed", { key: "21", value: "m0", acks: "1" });
  await eventually(async () => (await undo(page)).includes("m0"), true);
  await send(page, "start", { topic: "first", key: "k", value: "p", acks: "all", every: "20" });
  await eventually(() => undo(page), "Undo: You have client 2 send to first, one record every 20 ms (key=k, acks=all)");
  await page.locator("#edit").getByText("Client 2 → first, every 20 ms").waitFor();
  await send(page, "start", { every: "50" });
  await page.locator("#edit").getByText("Client 3 → first, every 50 ms").waitFor();
  await page.locator("#edit").getByRole("button", { name: "Stop client 2" }).click();
  await eventually(() => undo(page), "Undo: You stop client 2");
  assert.deepEqual(await page.locator("#edit .producers button").allTextContents(), ["Stop client 3"]);
  await closeEdit(page);
  // Its timer is among the others, and lets it send.
  await page.getByText("client 3: next record").first().waitFor();
});

for (const [look, options] of [
  ["360", { viewport: { width: 360, height: 740 } }],
  ["1440-dark", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
  ["360-zh", { viewport: { width: 360, height: 740 }, locale: "zh-CN" }],
]) {
  pageTest(`the dialog fits and is accessible: ${look}`, options, async ({ page }) => {
    await openScenario(page, "A01");
    await page.evaluate(() => (location.hash = "#/cluster/edit"));
    await page.locator("#edit h2").waitFor();
    await eventually(async () => (await page.locator("#edit h2").textContent()).length > 0, true);
    await screenshot(page, `edit-${look}`);
    const overflow = await page.locator("#edit .dlg-body").evaluate((body) => body.scrollWidth - body.clientWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    await assertAccessible(page);
  });
}
