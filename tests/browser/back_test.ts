import type { Locator, Page } from "playwright-core";
import { provider } from "../support/ai_provider.ts";
import { eventually } from "../support/eventually.ts";
import { ModelServer } from "../support/model_server.ts";
import { type RunningSystem, timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

interface Scrolling {
  scrollTop: number;
}

const topOf = (list: Locator) => list.evaluate((element: Scrolling) => element.scrollTop);
const pageTop = (page: Page) => page.evaluate<number>("scrollY");

async function scrollTo(list: Locator, top: number): Promise<void> {
  await list.waitFor();
  await list.evaluate((element: Scrolling, top) => element.scrollTop = top, top);
  await eventually(`it stands at ${top}`, async () => await topOf(list) === top);
}

/** Leaves a list that has its own scroll bar, and returns by Back. */
async function returnsTo(
  list: Locator,
  { top, leave }: { top: number; leave(page: Page): Promise<void> },
): Promise<void> {
  const page = list.page();
  await scrollTo(list, top);
  await leave(page);
  await list.waitFor({ state: "detached" });
  await page.goBack();
  await list.waitFor();
  await eventually(`it stands at ${top} again`, async () => await topOf(list) === top);
}

const byMenu = (name: string) => (page: Page) =>
  page.getByRole("link", { name, exact: true }).first().click();

const openRow = (row: number) => (page: Page) =>
  page.locator(`[data-row="${row}"]`).click({ position: { x: 6, y: 4 } });

/** So many events: pump 1 crosses both limits again and again. */
async function manyEvents(on: RunningSystem, times: number): Promise<void> {
  const plant = await pumps(on);
  const at = timeline();
  const samples = Array.from(
    { length: 2 * times },
    (_, index): [string, number] => [at(index / 20), index % 2 === 0 ? 90 : 10],
  );
  await on.streams.write("Own.Line1.Pump1.Pressure", ...samples);
  await on.evaluated(at((2 * times - 1) / 20));
  await eventually("all events are there", async () => {
    const { data } = await on.client.ok(
      "GET",
      `/api/rule-events?instance_id=${plant.instances[0]}&per_page=1000`,
    );
    return data.length >= 2 * times;
  });
}

browserTest(
  "Back returns to where a list was: the second page of events with its selection, and the audit log",
  async ({ on, open }) => {
    await manyEvents(on, 90);
    const { data: { id } } = await on.client.ok("POST", "/api/packages", { name: "Package" });
    for (let n = 0; n < 60; n++) await on.client.ok("PUT", `/api/packages/${id}`, { name: `Package ${n}` });
    const { page } = await open({ path: "/events" });
    await page.getByRole("link", { name: "Older" }).click();
    const events = page.getByRole("grid", { name: "Events, newest first" });
    await page.getByText("Page 2 of 2").waitFor();
    await events.getByRole("checkbox").nth(3).check();
    await returnsTo(events, { top: 640, leave: openRow(25) });
    await page.getByText("Page 2 of 2").waitFor();
    await page.getByText("1 event selected").waitFor();
    await page.goto("/settings/audit");
    const audit = page.getByRole("grid", { name: "Audit log, newest first" });
    await returnsTo(audit, { top: 640, leave: byMenu("Plant") });
  },
);

browserTest(
  "Back returns to where the templates were, and to the plant tree as it was unfolded",
  async ({ on, open }) => {
    await on.configure();
    const rules = [{
      rule_id: "r",
      rule_name: "High",
      event_name: "<VALUE>.High",
      conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 1 }],
    }];
    const placeholders = [{ placeholder_name: "VALUE", data_type: "NUM", is_required: true }];
    const { data: home } = await on.client.ok("POST", "/api/packages", { name: "Many" });
    for (let n = 0; n < 60; n++) {
      const body = { name: `Template ${n}`, category: "health", package_id: home.id, rules, placeholders };
      await on.client.ok("POST", "/api/templates", body);
    }
    const node = (floc_id: string, node_type: string, parent_id?: string) =>
      on.client.ok("POST", "/api/plant-model", { floc_id, name: `At ${floc_id}`, node_type, parent_id });
    await node("WORKS", "enterprise");
    await node("NORTH", "site", "WORKS");
    for (let n = 10; n < 70; n++) await node(`AREA${n}`, "area", "NORTH");
    await node("LINE", "production_line", "AREA40");
    await node("UNIT", "unit", "LINE");
    const { page } = await open({ path: "/rules" });
    const templates = page.getByRole("grid", { name: "Templates" });
    await returnsTo(templates, { top: 640, leave: openRow(25) });
    for (const path of ["/plant", "/"]) {
      await page.goto(path);
      const tree = page.getByRole("tree", { name: "Plant" });
      await scrollTo(tree, 900);
      await tree.getByRole("treeitem", { name: /At LINE/ }).locator(".twist").click();
      const unit = tree.getByRole("treeitem", { name: /At UNIT/ });
      await unit.waitFor();
      await returnsTo(tree, { top: 896, leave: byMenu("Events") });
      await unit.waitFor();
    }
    await page.goto("/plant");
    const tree = page.getByRole("tree", { name: "Plant" });
    await scrollTo(tree, 900);
    await tree.getByRole("treeitem", { name: /At LINE/ }).locator(".twist").click();
    await tree.getByRole("treeitem", { name: /At UNIT/ }).click();
    await page.getByRole("heading", { name: "At UNIT" }).waitFor();
    await returnsTo(tree, { top: 896, leave: byMenu("Events") });
    await page.getByRole("heading", { name: "At UNIT" }).waitFor();
    await tree.getByRole("treeitem", { name: /At UNIT/ }).waitFor();
  },
);

browserTest(
  "Back returns to where the shelved list and the conversations were",
  async ({ on, open }) => {
    const names = Array.from({ length: 14 }, (_, n) => `Own.Line1.Tank${n}.Level`);
    await on.streams.make("number", ...names);
    const plant = await pumps(on);
    for (const [index, stream] of names.entries()) {
      const instance = await on.deploy(plant.template, { VALUE: stream }, `Tank ${index}`);
      await on.streams.write(stream, [timeline()(0), 70]);
      const { id } = await on.event(instance, (row) => row.is_active);
      await on.client.ok("POST", `/api/rule-events/${id}/shelve`, { minutes: 60, reason: "Calibration" });
    }
    await using model = new ModelServer();
    const id = await provider(on, model);
    for (let n = 0; n < 30; n++) {
      await on.client.ok("POST", `/api/ai-providers/${id}/conversation`, { message: `Question ${n}` });
    }
    const { page } = await open({ path: "/hidden" });
    const shelved = page.getByRole("list", { name: "Shelved" });
    await shelved.waitFor();
    await page.evaluate("scrollTo(0, 500)");
    const left = await pageTop(page);
    await shelved.getByRole("listitem").nth(7).getByRole("link").click();
    await shelved.waitFor({ state: "detached" });
    await page.goBack();
    await shelved.waitFor();
    await eventually(
      "the page stands where it was left",
      async () => await pageTop(page) === left && left > 0,
    );
    await page.goto("/assistant");
    const conversations = page.getByRole("complementary", { name: "Conversations" });
    await conversations.getByRole("link").nth(25).waitFor();
    await returnsTo(conversations, { top: 300, leave: byMenu("Events") });
    await conversations.getByRole("link").nth(10).click();
    await page.waitForURL(/session=/);
    await returnsTo(conversations, { top: 300, leave: byMenu("Events") });
    await page.waitForURL(/session=/);
  },
  { environment: { RATE_LIMIT_AI: "off" } },
);
