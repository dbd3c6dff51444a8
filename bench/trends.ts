/**
 * Long trends in a browser: `deno run -A --lock=tests/deno.lock bench/trends.ts [rounds=9]`. Serves the demo plant on
 * loopback, opens 4 of its streams with a sample each second, and 20 of any kind, on the page "Explore" in Chromium, and
 * prints the milliseconds from the press of "30 d" until the curves are drawn, and those of the server's answer alone. The
 * simulated source computes its samples on the same machine.
 */
import { chromium, type Page } from "playwright-core";
import { pointsOf } from "../console/streams/trend_span.ts";
import { findChromium } from "../tests/browser/support/chromium.ts";
import { builtConsole } from "../tests/support/console_build.ts";
import { demoSystem } from "../tests/support/demo_system.ts";

const DAY_MS = 86_400_000, VIEWPORT = { width: 1_440, height: 900 };
/** As wide as the chart is in it. */
const CHART_PX = 840;
/** One sample a second each: 2,592,000 in 30 days. */
const EACH_SECOND = /\.Vibration$/;

const [rounds = 9] = Deno.args.map(Number);
const binary = findChromium();
if (binary === undefined) {
  throw new Error("There is no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
}
await using on = await demoSystem({ console: builtConsole });
const browser = await chromium.launch({ executablePath: binary, args: ["--no-sandbox"] });
console.log(`30 days, ${rounds} rounds; milliseconds: median (least to most)`);
await measure("4 streams of 1 s", (await numbers()).filter(({ name }) => EACH_SECOND.test(name)).slice(0, 4));
await measure("20 streams", (await numbers()).slice(0, 20));
await browser.close();

interface Measured {
  id: number;
  name: string;
}

async function measure(title: string, streams: readonly Measured[]): Promise<void> {
  const ids = streams.map(({ id }) => id).join();
  const answered = [];
  for (let i = 0; i < rounds; i++) answered.push(await answerMs(ids, streams.length));
  console.log(`${title}: answer of GET /api/trends  ${spread(answered)}`);
  const page = await opened(ids);
  const drawn = [];
  for (let i = 0; i < rounds; i++) {
    await drawnMs(page, "7 d");
    drawn.push(await drawnMs(page, "30 d"));
  }
  console.log(`${title}: from the press to the drawn curves  ${spread(drawn)}`);
}

async function numbers(): Promise<Measured[]> {
  const { data } = await on.client.ok("GET", "/api/monitored-assets");
  const streams = data.flatMap((
    asset: { streams: { id: number; stream_name: string; data_type: string }[] },
  ) => asset.streams);
  return streams.filter(({ data_type }: { data_type: string }) => data_type === "NUM")
    .map(({ id, stream_name }: { id: number; stream_name: string }) => ({ id, name: stream_name }));
}

async function answerMs(ids: string, curves: number): Promise<number> {
  const to = Date.now(), times = [to - 30 * DAY_MS, to].map((ms) => new Date(ms).toISOString());
  const points = pointsOf({ widthPx: CHART_PX, curves });
  const begunMs = performance.now();
  await on.client.ok("GET", `/api/trends?streams=${ids}&from=${times[0]}&to=${times[1]}&points=${points}`);
  return performance.now() - begunMs;
}

async function opened(ids: string): Promise<Page> {
  const baseURL = on.client.baseUrl;
  const context = await browser.newContext({ baseURL, viewport: VIEWPORT });
  const [name = "", value = ""] = on.client.cookie.split("=");
  await context.addCookies([{ name, value, url: baseURL }]);
  const page = await context.newPage();
  await page.goto(`/explore?streams=${ids}&axes=lanes`);
  await page.getByRole("slider", { name: /Trend of/ }).waitFor();
  return page;
}

/** Measured in the page: until the frame after the one in which the new curves are drawn. */
async function drawnMs(page: Page, preset: string): Promise<number> {
  return await page.evaluate<number, string>(
    `(async (preset) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const isBusy = () => document.querySelector("[aria-busy=true] .trend") !== null;
      const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === preset);
      const begunMs = performance.now();
      button.click();
      while (!isBusy()) await frame();
      while (isBusy()) await frame();
      await frame();
      await frame();
      return performance.now() - begunMs;
    })(${JSON.stringify(preset)})`,
    preset,
  );
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted[sorted.length - 1]})`;
}
