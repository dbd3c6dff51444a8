import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";

const SEVERITIES = { critical: 14, error: 9, warning: 60 } as const;
type Severity = keyof typeof SEVERITIES;

/** A flood in one section: a stream for each severity, on which so many machines raise at once. */
async function flood(on: RunningSystem) {
  const streamOf = (severity: Severity) => `Own.Line1.${severity}.Pressure`;
  const severities = Object.keys(SEVERITIES) as Severity[];
  await on.streams.make("number", ...severities.map(streamOf));
  await on.configure();
  for (const severity of severities) {
    const template = await on.template({
      name: `Pressure ${severity}`,
      placeholders: [numberPlaceholder("VALUE")],
      rules: [{
        rule_id: "high",
        rule_name: "High",
        severity,
        event_name: "<VALUE>.High",
        event_description: "",
        conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
      }],
    });
    const ids: number[] = [];
    for (let i = 1; i <= SEVERITIES[severity]; i++) {
      const { data } = await on.client.ok("POST", "/api/instances", {
        template_id: template,
        instance_name: `${severity} ${i}`,
        placeholder_mappings: { VALUE: streamOf(severity) },
      });
      ids.push(data.id);
    }
    await on.client.ok("POST", "/api/instances/bulk-deploy", { instance_ids: ids });
  }
  const set = async (severity: Severity, bar: number) =>
    await on.streams.write(streamOf(severity), [timeline()(0), bar]);
  const active = async () => (await on.client.ok("GET", "/api/rule-events/active?limit=1000")).data.length;
  return { set, active };
}

const visible = async (page: Page, selector: string) => {
  const boxes = await page.locator(selector).evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }))
  );
  return boxes;
};

browserTest(
  "in a flood no critical is folded, and what returned stands beneath everything active",
  async ({ on, open }) => {
    const plant = await flood(on);
    for (const severity of ["warning", "error", "critical"] as const) await plant.set(severity, 90);
    await eventually("all are active", async () => await plant.active() === 83);
    const { page } = await open({ path: "/wall?layout=category" });
    await page.getByText("83 active").first().waitFor();
    await page.getByText("Flood: 83 in 10 min").waitFor();
    await eventuallyEquals(() => page.locator(".wall-tile.s1").count(), 14);
    await page.getByRole("button", { name: /^and \d+ more$/ }).waitFor();

    await plant.set("critical", 20);
    await page.getByText("14 returned to normal and unacknowledged").first().waitFor();
    await page.locator(".wall-row").nth(13).waitFor();
    const tiles = await visible(page, ".wall-tile"), rows = await visible(page, ".wall-row");
    assertEquals(await page.locator(".wall-tile.s2").count(), 9, "the errors are the worst now");
    assert(Math.max(...tiles.map(({ bottom }) => bottom)) <= Math.min(...rows.map(({ top }) => top)));
    assert(rows.every(({ top, bottom }) => bottom - top < 60), "a line each");
    await page.locator(".wall-row").first().getByText(/normal since/).waitFor();
  },
);

browserTest(
  "a screen turns the pages of a flood, and says how much is active on the others",
  async ({ on, open }) => {
    const plant = await flood(on);
    for (const severity of ["warning", "error", "critical"] as const) await plant.set(severity, 90);
    await eventually("all are active", async () => await plant.active() === 83);
    const { page: screen } = await open({
      as: null,
      path: "/screen",
      allow: /401|WebSocket/,
      size: "room",
      prepare: async (page) => await page.clock.install(),
    });
    const code = screen.getByRole("status", { name: /^Code( \d){6}$/ });
    await code.waitFor();
    const body = {
      code: (await code.innerText()).replaceAll(/\D/g, ""),
      name: "Hall",
      start_page: "/wall?layout=category",
    };
    await on.client.ok("POST", "/api/screens", body);
    await screen.clock.runFor(5_000);
    const foot = screen.locator(".wall-turn");
    await foot.getByText(/\d+ more active below$/).waitFor();
    const criticals = async () => {
      const { height } = screen.viewportSize()!;
      return (await visible(screen, ".wall-tile.s1")).filter(({ top, bottom }) =>
        top >= 0 && bottom <= height
      ).length;
    };
    assertEquals(await criticals(), 14);
    let hiddenMs = 0, turned = false;
    for (let second = 0; second < 90; second++) {
      await screen.clock.runFor(1_000);
      const isHidden = await criticals() < 14;
      turned ||= isHidden;
      hiddenMs = isHidden ? hiddenMs + 1_000 : 0;
      assert(hiddenMs <= 30_000, "no critical is out of sight for longer");
    }
    assert(turned, "the others have their turn");
  },
);
