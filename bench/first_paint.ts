/**
 * The first page in a browser: `deno run -A --lock=tests/deno.lock bench/first_paint.ts [visits=15]`. Serves
 * the demo plant on loopback, opens pages in Chromium with an empty cache, and prints for each the milliseconds
 * from the address to the first contentful paint and to the page's main content (events, the plant's tree), and
 * the compressed kilobytes of script.
 */
import type { Browser, Page } from "playwright-core";
import { eventually } from "../tests/support/eventually.ts";
import { demoBrowser } from "./parts/demo_browser.ts";

interface Visited {
  path: string;
  signedOut?: boolean;
  /** Waits for the main content. */
  meant(page: Page): Promise<void>;
}

const PAGES: readonly Visited[] = [
  { path: "/sign-in", signedOut: true, meant: (page) => page.getByLabel("Password").waitFor() },
  { path: "/", meant: (page) => page.getByRole("treeitem").first().waitFor() },
  {
    path: "/wall",
    meant: (page) => page.getByRole("group", { name: /(Critical|Error|Warning|Info), / }).first().waitFor(),
  },
  { path: "/events", meant: (page) => page.getByRole("gridcell").first().waitFor() },
  { path: "/rules/1?rule=1", meant: (page) => page.getByRole("group", { name: "Conditions" }).waitFor() },
];

const [visits = 15] = Deno.args.map(Number);
await using demo = await demoBrowser();
const { on, browser } = demo;
const width = Math.max(...PAGES.map(({ path }) => path.length));
console.log(`${visits} visits each, empty cache; milliseconds: median (least to most)`);
for (const page of PAGES) {
  const seen = [];
  for (let i = 0; i < visits; i++) seen.push(await visit(browser, page));
  const [paint, meant] = [seen.map((one) => one.paintMs), seen.map((one) => one.meantMs)];
  console.log(
    `${page.path.padEnd(width)}  first paint ${spread(paint)}, meant ${spread(meant)}, script ${
      (seen[0]!.scriptBytes / 1_000).toFixed(1)
    } kB packed`,
  );
}

/** One visit with an empty cache. */
async function visit(browser: Browser, { path, signedOut, meant }: Visited) {
  const baseURL = on.client.baseUrl;
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  if (signedOut !== true) {
    const [name = "", value = ""] = on.client.cookie.split("=");
    await context.addCookies([{ name, value, url: baseURL }]);
  }
  const page = await context.newPage();
  const scripts: Promise<Uint8Array>[] = [];
  page.on("response", (answer) => {
    if (new URL(answer.url()).pathname.endsWith(".js")) scripts.push(answer.body());
  });
  const begunMs = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await meant(page);
  const meantMs = performance.now() - begunMs;
  const paintMs = await eventually(
    "the browser reports its first paint",
    () =>
      page.evaluate<number | undefined>(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
      ),
  );
  const sizes = await Promise.all(scripts.map(async (body) => await packedBytes(await body)));
  await context.close();
  return { paintMs, meantMs, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function packedBytes(body: Uint8Array): Promise<number> {
  const packed = new Blob([new Uint8Array(body)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(packed).bytes()).length;
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted[sorted.length - 1]})`;
}
