import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { type Pumps, pumps } from "./support/plant.ts";

/** The first curve's colour on a light and on a dark ground. */
const CURVE = { light: [3, 25, 94], dark: [104, 193, 248] } as const;

/** A critical and a warning are active; another warning has ended and a rule is shelved. */
async function alarmed(on: RunningSystem): Promise<Pumps & { event: number }> {
  const plant = await pumps(on);
  await plant.press(1, 90);
  const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
  await plant.press(2, 70);
  const second = await plant.raised(2);
  await on.client.ok("POST", `/api/rule-events/${second.id}/shelve`, { minutes: 60, reason: "Seal" });
  return { ...plant, event: id };
}

const style = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);

/** How many pixels of the chart have a colour, within what smoothing changes; none before it is drawn. */
function pixels(page: Page, [red, green, blue]: readonly number[]): Promise<number> {
  return page.evaluate<number>(`(() => {
    const chart = document.querySelector(".trend-host canvas"), copy = document.createElement("canvas");
    if (!chart?.width) return 0;
    const { width, height } = Object.assign(copy, { width: chart.width, height: chart.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(chart, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
      const far = Math.abs(data[i] - ${red}) + Math.abs(data[i + 1] - ${green}) + Math.abs(data[i + 2] - ${blue});
      if (data[i + 3] > 200 && far < 24) found++;
    }
    return found;
  })()`);
}

browserTest(
  "in forced colours severities are told apart by shape and colour, and the focus and the current page are seen",
  async ({ on, open }) => {
    const { event } = await alarmed(on);
    const paths = ["/", "/wall", "/events", "/hidden", "/shift", "/quality", `/events/${event}`];
    const { page } = await open();
    await page.emulateMedia({ forcedColors: "active" });
    for (const path of paths) {
      await page.goto(path);
      await page.locator("main:not(:has(.state.loading)) .glyph.sev1, main .glyph.sev3").first().waitFor();
      await page.locator(".status-bar .count .glyph").first().waitFor();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const where = `${path}, ${colorScheme}`;
        const ground = await style(page, "body", "backgroundColor");
        const [critical, warning] = [
          await style(page, ".status-bar .count:nth-child(1) .glyph > :first-child", "fill"),
          await style(page, ".status-bar .count:nth-child(3) .glyph > :first-child", "stroke"),
        ];
        assert(new Set([ground, critical, warning]).size === 3, `${where}: ${ground} ${critical} ${warning}`);
        await page.getByRole("link", { name: "Event wall", exact: true }).focus();
        await page.keyboard.press("Tab");
        const outline = (part: string) =>
          page.evaluate(`getComputedStyle(document.activeElement).outline${part}`);
        assertEquals([where, await outline("Style"), await outline("Width")], [where, "solid", "2px"]);
        assert(await outline("Color") !== ground, `${where}: the focus`);
      }
      const current = page.locator("nav a[aria-current]");
      if (await current.count() > 0) {
        assertEquals(
          [path, await style(page, "nav a[aria-current]", "borderInlineStartWidth")],
          [path, "4px"],
        );
      }
    }
  },
);

browserTest(
  "in forced colours bars, the tree's triangles and the tabs keep their shapes",
  async ({ on, open }) => {
    await alarmed(on);
    const { page } = await open({ path: "/" });
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
    await page.locator(".bar > span").first().waitFor();
    await page.locator(".twist:not(.leaf)").first().waitFor();
    const ground = await style(page, "body", "backgroundColor");
    assert(await style(page, ".bar > span", "backgroundColor") !== ground, "the bar is seen");
    const twist = await page.evaluate<string[]>(`(() => {
      const { borderTopColor, borderInlineStartColor } = getComputedStyle(document.querySelector(".twist:not(.leaf)"), "::before");
      return [borderTopColor, borderInlineStartColor];
    })()`);
    assertEquals(twist, ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"]);
    await page.goto("/settings");
    await page.locator(".section-tabs a").first().waitFor();
    const edge = (which: string) => style(page, `.section-tabs a${which}`, "borderBlockEndColor");
    assertEquals(await edge(":not([aria-current])"), ground);
    assert(await edge("[aria-current]") !== ground);
  },
);

browserTest(
  "a chart keeps the colour of its curve in forced colours, also within an event, and takes the paper's in print",
  async ({ on, open }) => {
    const { event, press } = await alarmed(on);
    for (const bar of [95, 85, 99]) await press(1, bar);
    const { page } = await open({ path: `/events/${event}`, theme: "dark" });
    await page.getByRole("slider", { name: /Trend of/ }).waitFor();
    const isDrawn = (what: string, theme: "light" | "dark") =>
      eventually(what, async () => await pixels(page, CURVE[theme]) > 20);
    await isDrawn("a curve on a dark ground", "dark");
    await page.emulateMedia({ forcedColors: "active" });
    await isDrawn("its own colour in forced colours", "dark");
    await eventually("the ink is the system's", async () => await pixels(page, [255, 255, 255]) > 20);
    await page.emulateMedia({ colorScheme: "light" });
    await isDrawn("its own colour on the system's light ground", "light");
    await page.emulateMedia({ forcedColors: null, colorScheme: "dark" });
    await isDrawn("dark again", "dark");
    await page.emulateMedia({ media: "print" });
    await isDrawn("the colour for paper", "light");
    assertEquals(await pixels(page, CURVE.dark), 0);
    await page.emulateMedia({ media: null });
    await isDrawn("as before after printing", "dark");
  },
);
