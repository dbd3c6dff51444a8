import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";

const PUMPS = 60;
const streamOf = (pump: number) => `Own.Line1.Pump${pump}.Pressure`;

async function active(on: RunningSystem): Promise<number> {
  return (await on.client.ok("GET", "/api/rule-events/active")).data.length;
}

/** A flood: a warning on every pump, a critical on the last three, and returned ones on the first twelve. */
async function flood(on: RunningSystem) {
  const streams = Array.from({ length: PUMPS }, (_, index) => streamOf(index + 1));
  await on.streams.make("number", ...streams);
  await on.configure();
  const rules = ([["critical", 80], ["warning", 60]] as const).map(([severity, value]) => ({
    rule_id: severity,
    rule_name: severity,
    severity,
    event_name: `Pressure above ${value} bar`,
    conditions: [{ stream: "<VALUE>", operator: "greater_than", value }],
  }));
  const template = await on.template({
    name: "Pump pressure",
    placeholders: [numberPlaceholder("VALUE")],
    rules,
  });
  for (const [index, stream] of streams.entries()) {
    await on.deploy(template, { VALUE: stream }, `Pump ${index + 1}`);
  }
  const press = (pump: number, bar: number) => on.streams.write(streamOf(pump), [timeline()(0), bar]);
  for (let pump = 1; pump <= PUMPS; pump++) await press(pump, pump > PUMPS - 3 ? 90 : 70);
  await eventually("all pumps are above", async () => await active(on) === PUMPS + 3);
  for (let pump = 1; pump <= 12; pump++) await press(pump, 20);
  await eventually(
    "the flood is there",
    async () => await active(on) === PUMPS - 12 + 3,
  );
}

const tops = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    })
  );

browserTest(
  "in a flood every critical is on the first screen, and what returned is in rows beneath",
  async ({ on, open }) => {
    await flood(on);
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ path: "/wall", size });
      await page.getByRole("group", { name: /^Critical, / }).nth(2).waitFor();
      await page.locator(".wall-row.returned").nth(11).waitFor();
      const height = await page.evaluate<number>("innerHeight");
      const criticals = await tops(page, ".wall-tile.s1");
      assertEquals(criticals.length, 3);
      assert(criticals.every(({ bottom }) => bottom <= height), "no critical is below the first screen");
      const lastTile = Math.max(...(await tops(page, ".wall-tile")).map(({ bottom }) => bottom));
      assert((await tops(page, ".wall-row")).every(({ top }) => top >= lastTile));
      const row = page.locator(".wall-row.returned").first();
      await eventually("a row has the present value", async () =>
        /^20.*limit 60$/.test(
          await row.locator(".wall-value").textContent() ?? "",
        ));
      await row.getByText(/^normal for /).waitFor();
      const folder = Deno.env.get("PICTURES");
      if (folder !== undefined) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${folder}/${size}-${colorScheme}.png` });
          await page.screenshot({ path: `${folder}/${size}-${colorScheme}-full.png`, fullPage: true });
        }
      }
    }
  },
);

browserTest(
  "a paired screen turns its pages, says how many are active below, and cuts no tile",
  async ({ on, open }) => {
    await flood(on);
    const { page: screen } = await open({ as: null, path: "/screen", allow: /401|WebSocket/ });
    await screen.setViewportSize({ width: 1_920, height: 1_080 });
    const code = screen.getByRole("status", { name: /^Code( \d){6}$/ });
    await code.waitFor();
    const text = (await code.innerText()).replaceAll(/\D/g, "");
    await on.client.ok("POST", "/api/screens", { code: text, name: "Hall", start_page: "/wall" });
    await screen.getByText(/^Page 1 of \d+: .* more active below$/).waitFor();
    const folder = Deno.env.get("PICTURES");
    if (folder !== undefined) await screen.screenshot({ path: `${folder}/screen-1.png` });
    const frame = (await tops(screen, ".wall-frame"))[0];
    const isInSight = ({ top, bottom }: { top: number; bottom: number }) =>
      top >= frame.top - 1 && bottom <= frame.bottom + 1;
    const isOut = ({ top, bottom }: { top: number; bottom: number }) =>
      bottom <= frame.top + 1 || top >= frame.bottom - 1;
    for (const tile of await tops(screen, ".wall-tile, .wall-row")) assert(isInSight(tile) || isOut(tile));
    assert((await tops(screen, ".wall-tile.s1")).every(isInSight));
    await screen.getByText(/^Page 2 of \d+: .* above$/).waitFor();
    if (folder !== undefined) await screen.screenshot({ path: `${folder}/screen-2.png` });
    await screen.getByText(/^Page 1 of /).waitFor();
  },
);

browserTest(
  "while the source is lost, overview, tree and counts say unknown, and the event that says so is first",
  async ({ on, open }) => {
    await flood(on);
    await on.client.ok("POST", "/api/plant-model", {
      floc_id: "WORKS",
      name: "Example Works",
      node_type: "enterprise",
    });
    await on.configure({ source_lost_seconds: 1 });
    const { page } = await open();
    await page.getByRole("treeitem", { name: /normal/ }).first().waitFor();
    on.simulator.faults.set({ kind: "outage", form: "refused" });
    await page.getByText("unknown, no data").first().waitFor();
    await page.getByRole("treeitem", { name: /unknown, no data/ }).first().waitFor();
    await page.getByRole("banner").getByText("no data", { exact: true }).waitFor();
    assertEquals(await page.getByText("none active").count(), 0);
    const folder = Deno.env.get("PICTURES");
    if (folder !== undefined) await page.screenshot({ path: `${folder}/overview-lost.png` });
    await page.goto("/plant");
    await page.getByRole("treeitem", { name: /unknown, no data/ }).first().waitFor();
    await page.goto("/wall");
    await page.locator(".wall-tile.source-lost").waitFor();
    const first = page.locator(".wall-tile").first();
    assertEquals(await first.evaluate((tile) => tile.classList.contains("source-lost")), true);
    const hatch = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).backgroundImage`);
    assertEquals(await hatch(".wall-tile.source-lost"), "none");
    await eventually(
      "the others are hatched",
      async () => (await hatch(".wall-tile:not(.source-lost)")).startsWith("repeating-linear"),
    );
    if (folder !== undefined) await page.screenshot({ path: `${folder}/wall-lost.png` });
  },
);
