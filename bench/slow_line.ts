/**
 * The console on a slow line: `deno run -A --lock=tests/deno.lock bench/slow_line.ts`. Serves the demo plant on
 * loopback and opens pages in Chromium with an empty cache, 20 kB/s and 1.5 s latency a request. Prints the seconds
 * from the address to the first text, to the page's main content, the same at a second visit with what that loads of
 * scripts, styles and the font, and the seconds back to the page from another.
 */
import type { Browser, Page } from "playwright-core";
import { ADMIN } from "../tests/browser/support/watched_page.ts";
import { demoBrowser } from "./parts/demo_browser.ts";

const LINE = { offline: false, latency: 1_500, downloadThroughput: 20_000, uploadThroughput: 20_000 };

interface Visited {
  path: string;
  /** The sign-in page is opened without a session, and nobody comes back to it. */
  isSignedIn?: boolean;
  main(page: Page): Promise<void>;
}

const PAGES: readonly Visited[] = [
  {
    path: "/sign-in",
    isSignedIn: false,
    main: (page) => page.getByRole("button", { name: "Sign in" }).waitFor(),
  },
  { path: "/", main: (page) => page.getByRole("link", { name: /Critical: \d/ }).first().waitFor() },
  {
    path: "/wall",
    main: (page) => page.getByRole("group", { name: /(Critical|Error|Warning|Info), / }).first().waitFor(),
  },
  { path: "/events", main: (page) => page.getByRole("gridcell").first().waitFor() },
  { path: "/instances", main: (page) => page.getByRole("gridcell").first().waitFor() },
];

await using demo = await demoBrowser();
const { on, browser } = demo;
for (const visited of PAGES) {
  const { textS, mainS, kilobytes, requests, againS, againBytes, backS } = await visit(browser, visited);
  console.log(
    `${
      visited.path.padEnd(10)
    } first text ${textS} s, main content ${mainS} s (${kilobytes} kB in ${requests} ` +
      `requests); second visit ${againS} s, ${againBytes} B of files; back to it ${backS} s; ` +
      `load ${Deno.loadavg()[0]!.toFixed(1)}`,
  );
}

async function visit(browser: Browser, { path, isSignedIn = true, main }: Visited) {
  const baseURL = on.client.baseUrl;
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  if (isSignedIn) await context.addCookies([{ ...await session(), url: baseURL }]);
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  let bytes = 0, fileBytes = 0, requests = 0;
  const files = new Set<string>();
  line.on("Network.responseReceived", ({ requestId, response }) => {
    requests++;
    if (response.url.includes("/assets/")) files.add(requestId);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (files.has(requestId)) fileBytes += encodedDataLength;
  });
  await line.send("Network.emulateNetworkConditions", LINE);
  let begunMs = performance.now();
  const seconds = () => ((performance.now() - begunMs) / 1_000).toFixed(1);
  const going = page.goto(path, { waitUntil: "commit" });
  await page.getByText(/ctive events|Andon/).first().waitFor();
  const textS = seconds();
  await going;
  await main(page);
  const first = { textS, mainS: seconds(), kilobytes: Math.round(bytes / 1_000), requests };
  await page.waitForLoadState("networkidle");
  fileBytes = 0;
  begunMs = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await main(page);
  const second = { ...first, againS: seconds(), againBytes: fileBytes };
  const backS = isSignedIn ? await back(page, main) : "–";
  await context.close();
  return { ...second, backS };
}

/** The seconds from the browser's Back to the main content. */
async function back(page: Page, main: Visited["main"]): Promise<string> {
  await page.getByRole("link", { name: "Plant", exact: true }).first().click();
  await page.getByRole("heading", { name: "Plant", level: 1 }).waitFor();
  const leftMs = performance.now();
  await page.goBack();
  await main(page);
  return ((performance.now() - leftMs) / 1_000).toFixed(1);
}

/** The cookie of a new session. */
async function session(): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${on.client.baseUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  await answer.body?.cancel();
  const [name = "", value = ""] = (answer.headers.get("set-cookie") ?? "").split(";")[0]!.split("=");
  return { name, value };
}
