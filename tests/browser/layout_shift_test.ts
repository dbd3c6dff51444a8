import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

/** The sum of all layout shifts that nobody caused by a key or the pointer. */
const MOST_SHIFT = 0.05;

browserTest("no page moves what it shows while it loads, on a desk and on a phone", async ({ on, open }) => {
  const plant = await placedPumps(on);
  const pages = {
    wide: (await open({ prepare: watchShifts })).page,
    phone: (await open({ size: "phone", prepare: watchShifts })).page,
  };
  const moved: string[] = [];
  async function visit(paths: readonly string[], when: string): Promise<void> {
    for (const [size, page] of Object.entries(pages)) {
      for (const path of paths) {
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await page.locator("main:not(:has(.state.loading))").waitFor();
        const { total, parts } = await shiftsOf(page);
        if (total > MOST_SHIFT) {
          moved.push(`${path} ${when}, ${size}: ${total.toFixed(3)}: ${parts.join("; ")}`);
        }
      }
    }
  }
  await visit(["/wall", "/"], "without events");
  await plant.press(1, 90);
  await plant.press(2, 70);
  const { id } = await plant.raised(1);
  await plant.raised(2);
  const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
  await visit([
    ...["/wall", "/shift", "/events", `/events/${id}`, "/instances", `/instances/${plant.instances[0]}`],
    ...["/rules", "/explore", `/explore?streams=${stream.id}`, `/plant/streams/${stream.id}`],
    ...["/plant", "/", "/settings", "/settings/sources/1", "/settings/sources/new", "/settings/users"],
  ], "with events");
  assertEquals(moved, []);
});

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript({
    content: `globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries()) {
          if (hadRecentInput) continue;
          shifts.push({ value, moved: sources.map(({ node }) => (node?.textContent ?? "").trim().slice(0, 40)) });
        }
      }).observe({ type: "layout-shift", buffered: true });`,
  });
}

function shiftsOf(page: Page): Promise<{ total: number; parts: string[] }> {
  // Two frames: the observer is told of a frame after it was drawn.
  return page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve({
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    parts: shifts.map(({ value, moved }) => value.toFixed(3) + " " + moved.join(" | ")),
  }))))`,
  );
}
