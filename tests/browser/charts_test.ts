import { assertEquals, assertMatch } from "@std/assert";
import type { Page, Route } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { boxOf } from "./support/box.ts";
import { browserTest } from "./support/browser_test.ts";

const PRESSURE = "Own.Pump.Pressure", FLOW = "Own.Pump.Flow", STATE = "Own.Pump.State";
const MINUTE_MS = 60_000, DAY_MS = 86_400_000;

const chart = (page: Page) => page.getByRole("slider", { name: /Trend of/ });
const reading = async (page: Page) => await chart(page).getAttribute("aria-valuetext") ?? "";
const whenRead = (page: Page) => page.locator("[aria-busy=false] .trend").waitFor();
const preset = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits until what the page has received is drawn. */
const frames = (page: Page) =>
  page.evaluate(
    "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))",
  );

/** A pump with two numbers of different size and a state, each written once a minute for 50 minutes. */
async function pump(on: RunningSystem): Promise<number[]> {
  await on.streams.make("number", PRESSURE, FLOW);
  await on.streams.make("text", STATE);
  await on.configure();
  const nowMs = Date.now();
  const minutes = <T>(value: (i: number) => T): [string, T][] =>
    Array.from({ length: 50 }, (_, i) => [new Date(nowMs - (50 - i) * MINUTE_MS).toISOString(), value(i)]);
  await on.streams.write(PRESSURE, ...minutes((i) => 4 + i % 3));
  await on.streams.write(FLOW, ...minutes((i) => 900 + 10 * (i % 5)));
  await on.streams.write(STATE, ...minutes((i) => i < 25 ? "Stopped" : "Running"));
  const { data } = await on.client.ok("GET", "/api/monitored-assets");
  const streams: { id: number; stream_name: string }[] = data.flatMap(({ streams }: { streams: [] }) =>
    streams
  );
  return [PRESSURE, FLOW, STATE].map((name) => streams.find(({ stream_name }) => stream_name === name)!.id);
}

browserTest(
  "a span that is being read is said over the dimmed old curve, and only the newest answer is shown",
  async ({ on, open }) => {
    const [pressure] = await pump(on);
    const { page } = await open({ path: `/plant/streams/${pressure}` });
    await whenRead(page);
    const held = new Map<number, Route>();
    await page.route(/\/data\?/, (route) => {
      const { searchParams } = new URL(route.request().url());
      const [from, to] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
      held.set(Math.round((to - from) / DAY_MS), route);
    });
    await preset(page, "7 d").click();
    await page.getByRole("status").getByText("Loading 7 d…").waitFor();
    await eventuallyEquals(() => page.locator(".trend-host.is-elsewhere").count(), 1);
    await eventually("7 days are asked for", () => held.has(7));
    await preset(page, "30 d").click();
    await page.getByRole("status").getByText("Loading 30 d…").waitFor();
    await eventually("30 days are asked for", () => held.has(30));
    await held.get(30)!.continue();
    await whenRead(page);
    // The page has given up the older request, whose answer comes last.
    const older = held.get(7)!;
    await older.continue().catch(() => {});
    await (await older.request().response())?.finished();
    await frames(page);
    await page.getByText("Loading").waitFor({ state: "detached" });
    await chart(page).press("Home");
    const asked = new URL(held.get(30)!.request().url()).searchParams.get("from") ?? "";
    assertMatch(await reading(page), new RegExp(`^${asked.slice(0, 10)} `));
    assertEquals(await page.locator(".trend-host.is-elsewhere").count(), 0);
  },
);

browserTest(
  "a moved chart loads without being dimmed, since its curve is where it belongs",
  async ({ on, open }) => {
    const [pressure] = await pump(on);
    const { page } = await open({ path: `/plant/streams/${pressure}` });
    await whenRead(page);
    const held: Route[] = [];
    await page.route(/\/data\?/, (route) => void held.push(route));
    await chart(page).press("Shift+ArrowLeft");
    await page.getByRole("status").getByText("Loading 1 h…").waitFor();
    assertEquals(await page.locator(".trend-host.is-elsewhere").count(), 0);
    await eventually("the moved time is asked for", () => held.length > 0);
    await held[0]!.continue();
    await whenRead(page);
  },
);

browserTest(
  "after a slow read the streams of the next one are counted as they arrive",
  async ({ on, open }) => {
    const ids = await pump(on);
    const { page } = await open({ path: `/explore?streams=${ids}` });
    await whenRead(page);
    const held: Route[] = [];
    await page.route(/\/api\/trends\?/, (route) => void held.push(route));
    await preset(page, "7 d").click();
    await page.getByRole("status").getByText("Loading 7 d…").waitFor();
    await page.locator(".trend-loading").getByText("2 s").waitFor();
    await eventually("all streams are asked for together", () => held.length === 1);
    await held.pop()!.continue();
    await whenRead(page);
    await preset(page, "30 d").click();
    await eventually("each stream is asked for by itself", () => held.length === 3);
    await page.getByText("0 of 3 streams").waitFor();
    await held.pop()!.continue();
    await page.getByText("1 of 3 streams").waitFor();
    assertEquals(await page.locator(".trend-loading progress").getAttribute("value"), "1");
    for (const route of held) await route.continue();
    await whenRead(page);
  },
);

browserTest(
  "streams of different units are in lanes with one cursor, states read as words, by pointer, keys and table",
  async ({ on, open }) => {
    const ids = await pump(on);
    const { page } = await open({ path: `/explore?streams=${ids}` });
    await whenRead(page);
    const curves = page.getByRole("list", { name: "Curves" });
    await curves.getByRole("button", { name: /State.*Running/ }).waitFor();
    const box = await boxOf(page.locator(".u-over"));
    await page.mouse.move(box.x + box.width * 0.3, box.y + 5);
    await curves.getByRole("button", { name: /State.*Stopped/ }).waitFor();
    await curves.getByRole("button", { name: /Flow.*9[0-4]0/ }).waitFor();
    await chart(page).focus();
    await page.keyboard.press("ArrowUp");
    await eventuallyEquals(() => chart(page).getAttribute("aria-label"), `Trend of ${STATE}`);
    await page.keyboard.press("End");
    await eventually("the state is read", async () => (await reading(page)).endsWith(", Running"));
    await page.keyboard.press("ArrowDown");
    await eventually("the pressure is read", async () => /, [456]$/.test(await reading(page)));
    await page.getByText("Show as table").click();
    const table = page.getByRole("region", { name: "Values" });
    await table.getByRole("cell", { name: "Stopped" }).first().waitFor();
    assertEquals(await seriousFindings(page), []);
    for (const [name, axes] of [["One scale", "shared"], ["Lanes", "lanes"]] as const) {
      await page.getByRole("group", { name: "Scales" }).getByRole("button", { name }).click();
      await eventually("the address keeps the choice", () => page.url().includes(`axes=${axes}`));
    }
  },
);

browserTest(
  "Explore's chart takes the height of the page, and as much as its lanes need",
  async ({ on, open }) => {
    const ids = await pump(on);
    const { page } = await open({ path: `/explore?streams=${ids}` });
    await whenRead(page);
    const heights = () =>
      page.evaluate<{ chart: number; canvas: number; page: number; window: number }>(`({
      chart: document.querySelector(".trend-host").clientHeight,
      canvas: document.querySelector(".trend-host canvas").clientHeight,
      page: document.documentElement.scrollHeight,
      window: innerHeight,
    })`);
    for (const height of [1_000, 1_400]) {
      await page.setViewportSize({ width: 1_440, height });
      await eventually("the chart fills the page", async () => {
        const { chart, canvas, page, window } = await heights();
        return page <= window && chart > height * 0.5 && canvas === chart;
      });
    }
    await page.setViewportSize({ width: 1_440, height: 400 });
    await eventually("the chart keeps a height to read it", async () => (await heights()).chart >= 300);
  },
);
