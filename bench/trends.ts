/**
 * Long trends in a browser: `deno run -A --lock=tests/deno.lock bench/trends.ts [rounds=9]`. Serves the demo plant on
 * loopback, opens 20 of its streams on the page "Explore" in Chromium, and prints the milliseconds from the press of
 * "30 d" until the curves are drawn, and those of the server's answer alone. The simulated source computes its samples on
 * the same machine.
 */
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../tests/browser/support/chromium.ts";
import { builtConsole } from "../tests/support/console_build.ts";
import { demoSystem } from "../tests/support/demo_system.ts";

const STREAMS = 20, DAY_MS = 86_400_000;

const [rounds = 9] = Deno.args.map(Number);
const binary = findChromium();
if (binary === undefined) {
  throw new Error("There is no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
}
await using on = await demoSystem({ console: builtConsole });
const ids = await numbers();
const answered = [];
for (let i = 0; i < rounds; i++) answered.push(await answerMs(30));
console.log(`${STREAMS} streams, 30 days, ${rounds} rounds; milliseconds: median (least to most)`);
console.log(`answer of GET /api/trends  ${spread(answered)}`);

const browser = await chromium.launch({ executablePath: binary, args: ["--no-sandbox"] });
const page = await opened();
const drawn = [];
for (let i = 0; i < rounds; i++) {
  await drawnMs(page, "7 d");
  drawn.push(await drawnMs(page, "30 d"));
}
console.log(`from the press to the drawn curves  ${spread(drawn)}`);
await browser.close();

async function numbers(): Promise<number[]> {
  const { data } = await on.client.ok("GET", "/api/monitored-assets");
  const streams = data.flatMap((asset: { streams: { id: number; data_type: string }[] }) => asset.streams);
  return streams.filter(({ data_type }: { data_type: string }) => data_type === "NUM").slice(0, STREAMS)
    .map(({ id }: { id: number }) => id);
}

async function answerMs(days: number): Promise<number> {
  const to = Date.now(), times = [to - days * DAY_MS, to].map((ms) => new Date(ms).toISOString());
  const begunMs = performance.now();
  await on.client.ok("GET", `/api/trends?streams=${ids}&from=${times[0]}&to=${times[1]}&points=400`);
  return performance.now() - begunMs;
}

async function opened(): Promise<Page> {
  const baseURL = on.client.baseUrl;
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = on.client.cookie.split("=");
  await context.addCookies([{ name, value, url: baseURL }]);
  const page = await context.newPage();
  await page.goto(`/explore?streams=${ids}&axes=own`);
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
