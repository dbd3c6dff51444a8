import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, timeline } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { userOf } from "./support/plant.ts";
import { undo } from "./support/undo.ts";

/** Tanks whose level is too high, each with an active event; the first two events are of the first tank. */
async function tanks(on: RunningSystem, count: number): Promise<number[]> {
  const streams = Array.from({ length: count }, (_, index) => `Own.Line1.Tank${index + 1}.Level`);
  await on.streams.make("number", ...streams);
  await on.configure();
  const rule = (rule_name: string, value: number) => ({
    rule_id: rule_name.toLowerCase(),
    rule_name,
    severity: "warning",
    event_name: `<VALUE>.${rule_name}`,
    conditions: [{ stream: "<VALUE>", operator: "greater_than", value }],
  });
  const template = await on.template({
    name: "Level",
    placeholders: [numberPlaceholder("VALUE")],
    rules: [rule("High", 60), rule("Full", 95)],
  });
  const ids = [];
  for (const [index, stream] of streams.entries()) {
    const instance = await on.deploy(template, { VALUE: stream }, `Tank ${index + 1}`);
    await on.streams.write(stream, [timeline()(0), index === 0 ? 99 : 70]);
    ids.push((await on.event(instance, (row) => row.is_active && row.rule_id === "high")).id);
    if (index === 0) await on.event(instance, (row) => row.is_active && row.rule_id === "full");
  }
  return ids;
}

const barOf = (page: Page) => page.getByRole("group", { name: "Selected events" });
const selectedText = (page: Page) => barOf(page).getByText(/\d events? selected/);

async function acknowledged(on: RunningSystem): Promise<number> {
  const { data } = await on.client.ok("GET", "/api/rule-events/active");
  return data.filter((row: { acknowledged_at: string | null }) => row.acknowledged_at !== null).length;
}

browserTest(
  "events of a list are selected by clicks, by keys and by machine, and shelved with one reason",
  async ({ on, open }) => {
    await tanks(on, 4);
    const { page } = await open({ path: "/events" });
    const grid = page.getByRole("grid", { name: "Events, newest first" });
    assertEquals(await grid.getAttribute("aria-multiselectable"), "true");
    const row = (index: number) => grid.locator(`[data-row="${index}"]`);
    const state = (index: number) => row(index).locator(".cell").nth(5);
    await row(4).waitFor();
    const selected = () => grid.locator('[aria-selected="true"]').count();
    await state(0).click({ modifiers: ["ControlOrMeta"] });
    await selectedText(page).getByText("1 event selected").waitFor();
    await state(2).click({ modifiers: ["Shift"] });
    await eventuallyEquals(selected, 3);
    await state(1).click({ modifiers: ["ControlOrMeta"] });
    await eventuallyEquals(selected, 2);
    assertEquals(new URL(page.url()).pathname, "/events", "no click with a modifier opens an event");
    assertEquals(await seriousFindings(page), []);
    await page.keyboard.press("Escape");
    await barOf(page).waitFor({ state: "detached" });
    await page.getByText("Selection of 2 events cleared").waitFor();
    await undo(page);
    await eventuallyEquals(selected, 2);
    await page.keyboard.press("Escape");

    await row(1).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowUp");
    await eventuallyEquals(selected, 2);
    await page.keyboard.press("Escape");

    const full = grid.getByRole("row").filter({ hasText: "Full" });
    await full.getByRole("checkbox", { name: "Select Tank 1: Full" }).check();
    await barOf(page).getByRole("button", { name: "Select more" }).click();
    await page.getByRole("menuitem", { name: "All of Tank 1: 1 more" }).click();
    await selectedText(page).getByText("2 events selected").waitFor();
    await barOf(page).getByLabel("Comment for all selected events").fill("Tank is cleaned");
    await barOf(page).getByRole("button", { name: "Shelve…" }).click();
    const dialog = page.getByRole("dialog", { name: "Shelve 2 alarms" });
    await dialog.getByText("Tank 1: Full").waitFor();
    assertEquals(await dialog.getByLabel("Reason").inputValue(), "Tank is cleaned");
    await dialog.getByRole("button", { name: "Shelve" }).click();
    await page.getByText(/^2 shelved, until .*\d\d:\d\d/).waitFor();
    const shelves = async () => (await on.client.ok("GET", "/api/shelves")).data.length;
    assertEquals(await shelves(), 2);
    await undo(page);
    await page.getByText("2 unshelved").waitFor();
    assertEquals(await shelves(), 0);
    assertEquals(await acknowledged(on), 0);
  },
);

browserTest(
  "what could not be acknowledged is listed with its reason, and stays selected",
  async ({ on, open }) => {
    const [, second] = await tanks(on, 3);
    const { page } = await open({ path: "/events" });
    await page.getByLabel("Select all shown rows").check();
    await selectedText(page).getByText("4 events selected").waitFor();
    await on.client.ok("POST", `/api/rule-events/${second}/close`);
    await on.client.ok("DELETE", `/api/rule-events/${second}`);
    await barOf(page).getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("3 acknowledged, 1 failed").waitFor();
    const dialog = page.getByRole("dialog", { name: "1 event failed" });
    await dialog.getByText(/^Tank 2: High: .*does not exist/).waitFor();
    assertEquals(await acknowledged(on), 3);
  },
);

browserTest(
  "what waits on the shift page stands by machine with one button, and is acknowledged by key or as a selection",
  async ({ on, open }) => {
    await tanks(on, 4);
    const { page } = await open({ path: "/shift" });
    const section = page.getByRole("region", { name: /^Not acknowledged/ });
    const row = (text: RegExp) => section.getByRole("listitem").filter({ hasText: text });
    const buttons = () => section.getByRole("button", { name: /^Ack/ }).count();
    await row(/Tank 4/).waitFor();
    await eventuallyEquals(() => section.getByRole("listitem").count(), 5);
    assertEquals(await buttons(), 1);
    assertEquals(await seriousFindings(page), []);
    await row(/Tank 3/).hover();
    await row(/Tank 3/).getByRole("button", { name: "Ack: acknowledge Tank 3: High" }).waitFor();
    // One key acknowledges one: that with the focus, which goes on to the next.
    await row(/Tank 3/).focus();
    await page.keyboard.press("a");
    await row(/Tank 3/).waitFor({ state: "detached" });
    assertEquals(await acknowledged(on), 1);
    await eventuallyEquals(() => page.evaluate<string>("document.activeElement.tagName"), "LI");
    await eventuallyEquals(() => section.locator("li:focus").count(), 1);

    await section.getByRole("checkbox", { name: "Select all of Tank 1" }).check();
    await selectedText(page).getByText("2 events selected").waitFor();
    await section.getByRole("checkbox", { name: "Select Tank 1: Full" }).uncheck();
    await selectedText(page).getByText("1 event selected").waitFor();
    const isPartly = "document.querySelector('.shift-machine input').indeterminate";
    await eventuallyEquals(() => page.evaluate<boolean>(isPartly), true);
    await page.keyboard.press("Escape");
    await row(/Tank 2/).focus();
    await page.keyboard.press("Space");
    await barOf(page).getByRole("button", { name: "Select more" }).click();
    await page.getByRole("menuitem", { name: "All of the rule “High”: 2 more" }).click();
    await selectedText(page).getByText("3 events selected").waitFor();
    assertEquals(await seriousFindings(page), []);
    await barOf(page).getByRole("button", { name: "Acknowledge" }).click();
    const message = page.locator(".toast", { hasText: "3 acknowledged" });
    await message.waitFor();
    assertEquals(await message.getByRole("button", { name: "Undo" }).count(), 0);
    await eventuallyEquals(() => section.getByRole("listitem").count(), 1);
    assertEquals(await acknowledged(on), 4);
    await barOf(page).waitFor({ state: "detached" });
  },
);

browserTest(
  "an event that is raised after its row was selected is not acknowledged with it",
  async ({ on, open }) => {
    const [first] = await tanks(on, 1);
    const { page } = await open({ path: "/shift" });
    const section = page.getByRole("region", { name: /^Not acknowledged/ });
    const high = section.getByRole("checkbox", { name: "Select Tank 1: High" });
    await high.check();
    await selectedText(page).getByText("1 event selected").waitFor();
    await on.client.ok("POST", `/api/rule-events/${first}/close`);
    const { instance_id } = (await on.client.ok("GET", `/api/rule-events/${first}`)).data;
    await on.streams.write("Own.Line1.Tank1.Level", [timeline()(1), 10], [timeline()(2), 70]);
    const second = await on.event(instance_id, (row) => row.is_active && row.rule_id === "high");
    await eventuallyEquals(() => high.isChecked(), false);
    await barOf(page).getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("1 acknowledged", { exact: true }).waitFor();
    const at = async (id: number) =>
      (await on.client.ok("GET", `/api/rule-events/${id}`)).data.acknowledged_at;
    assertEquals([await at(first) === null, await at(second.id)], [false, null]);
  },
);

browserTest(
  "tiles of the wall are selected by clicks and keys, and hold their places; one key still acknowledges one",
  async ({ on, open }) => {
    await tanks(on, 4);
    const { page } = await open({ path: "/wall" });
    const tile = (text: RegExp) => page.getByRole("group", { name: text });
    const check = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
    const selected = () => page.locator(".wall-tile :checked").count();
    await check("Tank 4: High").waitFor({ state: "attached" });
    await tile(/Tank 4/).locator(".wall-of").click({ modifiers: ["ControlOrMeta"] });
    await selectedText(page).getByText("1 event selected").waitFor();
    await tile(/Tank 2/).locator(".wall-of").click({ modifiers: ["Shift"] });
    await eventuallyEquals(selected, 3);
    assertEquals(await seriousFindings(page), []);
    await page.keyboard.press("Escape");
    await eventuallyEquals(selected, 0);
    await undo(page);
    await eventuallyEquals(selected, 3);
    await page.keyboard.press("Escape");

    await tile(/Tank 4/).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await eventuallyEquals(selected, 2);
    assertEquals(await check("Tank 3: High").isChecked(), true);
    await tile(/Tank 2/).focus();
    await page.keyboard.press("a");
    await page.getByText("Acknowledged “Tank 2: High”").waitFor();
    assertEquals([await acknowledged(on), await selected()], [1, 2]);
    await barOf(page).getByRole("button", { name: "Select more" }).click();
    await page.getByRole("menuitem", { name: /^All that are shown: 3 more/ }).click();
    await selectedText(page).getByText("5 events selected").waitFor();
    await barOf(page).getByLabel("Comment for all selected events").fill("Level sensor is checked");
    await page.keyboard.press("Enter");
    await page.getByText("4 acknowledged, 1 was already").waitFor();
    await barOf(page).waitFor({ state: "detached" });
    assertEquals(await acknowledged(on), 5);
    await tile(/Tank 1.*Full/).getByText("Level sensor is checked").waitFor();
  },
);

browserTest("a finger selects tiles by their checkboxes", async ({ on, open }) => {
  await tanks(on, 2);
  const { page } = await open({ path: "/wall", size: "phone" });
  await page.getByRole("checkbox", { name: "Select Tank 2: High" }).tap();
  await selectedText(page).getByText("1 event selected").waitFor();
  await barOf(page).getByRole("button", { name: "Acknowledge" }).tap();
  await page.getByText("1 acknowledged", { exact: true }).waitFor();
  assertEquals(await page.evaluate<boolean>("document.documentElement.scrollWidth <= 390"), true);
});

browserTest("a viewer has nothing to select with", async ({ on, open }) => {
  await tanks(on, 1);
  const { page } = await open({ path: "/wall", as: await userOf(on, "viewer") });
  await page.getByRole("group", { name: /Tank 1.*High/ }).waitFor();
  assertEquals(await page.getByRole("checkbox").count(), 0);
  await page.goto("/shift");
  await page.getByRole("region", { name: /^Not acknowledged/ }).getByRole("listitem").nth(1).waitFor();
  assertEquals(await page.getByRole("checkbox").count(), 0);
});
