/**
 * The console on a slow line: `deno run -A --lock=tests/deno.lock bench/slow_line.ts`. Serves the demo plant on
 * loopback and opens pages in Chromium with an empty cache, 20 kB/s and 1.5 s latency a request. Prints the seconds
 * from the address to the first text, to the page's main content, and to a second page that was seen before.
 */
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../tests/browser/support/chromium.ts";
import { ADMIN } from "../tests/browser/support/watched_page.ts";
import { builtConsole } from "../tests/support/console_build.ts";
import { demoSystem } from "../tests/support/demo_system.ts";
import { eventually } from "../tests/support/eventually.ts";

const LINE = { offline: false, latency: 1_500, downloadThroughput: 20_000, uploadThroughput: 20_000 };

const PAGES: readonly { path: string; main(page: Page): Promise<void> }[] = [
  { path: "/", main: (page) => page.getByRole("link", { name: /Critical: \d/ }).first().waitFor() },
  {
    path: "/wall",
    main: (page) => page.getByRole("group", { name: /(Critical|Error|Warning|Info), / }).first().waitFor(),
  },
  { path: "/events", main: (page) => page.getByRole("gridcell").first().waitFor() },
  { path: "/instances", main: (page) => page.getByRole("gridcell").first().waitFor() },
];

const binary = findChromium();
if (binary === undefined) {
  throw new Error("There is no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
}
await using on = await demoSystem({ console: builtConsole });
await eventually(
  "something is active",
  async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length > 0,
  60_000,
);
const browser = await chromium.launch({ executablePath: binary, args: ["--no-sandbox"] });
for (const { path, main } of PAGES) {
  const { textS, mainS, kilobytes, backS } = await visit(browser, { path, main });
  console.log(
    `${
      path.padEnd(10)
    } first text ${textS} s, main content ${mainS} s (${kilobytes} kB), back to it ${backS} s`,
  );
}
await browser.close();

async function visit(browser: Browser, { path, main }: { path: string; main(page: Page): Promise<void> }) {
  const baseURL = on.client.baseUrl;
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  const answer = await fetch(`${baseURL}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  await answer.body?.cancel();
  const [name, value] = (answer.headers.get("set-cookie") ?? "").split(";")[0].split("=");
  await context.addCookies([{ name, value, url: baseURL }]);
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
  await line.send("Network.emulateNetworkConditions", LINE);
  const begunMs = performance.now();
  const seconds = () => ((performance.now() - begunMs) / 1_000).toFixed(1);
  const going = page.goto(path, { waitUntil: "commit" });
  await page.getByText(/ctive events|Andon/).first().waitFor();
  const textS = seconds();
  await going;
  await main(page);
  const mainS = seconds(), kilobytes = Math.round(bytes / 1_000);
  await page.getByRole("link", { name: "Plant", exact: true }).first().click();
  await page.getByRole("heading", { name: "Plant", level: 1 }).waitFor();
  const leftMs = performance.now();
  await page.goBack();
  await main(page);
  const backS = ((performance.now() - leftMs) / 1_000).toFixed(1);
  await context.close();
  return { textS, mainS, kilobytes, backS };
}
