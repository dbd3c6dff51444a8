import { type Browser, chromium } from "playwright-core";
import { assertEquals } from "@std/assert";
import { builtConsole } from "../../support/console_build.ts";
import { type RunningSystem, runningSystem, type SystemOptions } from "../../support/running_system.ts";
import { findChromium } from "./chromium.ts";
import { openPage, type PageOptions, type WatchedPage } from "./watched_page.ts";

/** A real browser that records the errors of its pages. */
export interface TestBrowser extends AsyncDisposable {
  open(baseUrl: string, options?: PageOptions): Promise<WatchedPage>;
  /** Fails if a page had a console error, a policy violation or a request to another host. */
  check(): void;
  /** What its pages show, and their errors. */
  shown(): Promise<string>;
  /** Closes its pages and discards their errors. */
  closePages(): Promise<void>;
}

export interface BrowserTestContext {
  on: RunningSystem;
  browser: TestBrowser;
  /** A page of the console, signed in as admin by default. */
  open(options?: PageOptions): Promise<WatchedPage>;
}

/** How long the text of a page may take; of one that hangs, the timeout is told. */
const SHOWN_MS = 10_000;

/** One browser for all tests of a file. */
let launched: Promise<TestBrowser> | undefined;
Deno.test.afterAll(async () => await (await launched)?.[Symbol.asyncDispose]());

/**
 * Registers a test that needs Chromium; without one it is skipped with a message. The body checks the browser while
 * the system still runs.
 */
export function chromiumTest(title: string, body: (browser: TestBrowser) => Promise<void>): void {
  const binary = findChromium();
  if (binary === undefined) {
    console.log(
      `Skipped, Chromium not found: "${title}". Install it: apt-get install chromium-headless-shell`,
    );
  }
  Deno.test({
    name: title,
    ignore: binary === undefined,
    // The next test uses the same browser.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const browser = await (launched ??= launch(binary ?? ""));
      try {
        await body(browser);
      } finally {
        await browser.closePages();
      }
    },
  });
}

/** A browser test of a whole Andon with a simulated plant. */
export function browserTest(
  title: string,
  body: (context: BrowserTestContext) => Promise<void>,
  options?: Partial<SystemOptions>,
): void {
  chromiumTest(title, async (browser) => {
    await using on = await runningSystem({ shards: 0, console: builtConsole, ...options });
    try {
      await body({ on, browser, open: (pageOptions) => browser.open(on.client.baseUrl, pageOptions) });
      browser.check();
    } catch (error) {
      console.error(await browser.shown());
      throw error;
    }
  });
}

/** `--no-sandbox`: required as root in a container. */
export async function launch(executablePath: string): Promise<TestBrowser> {
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let pages: WatchedPage[] = [];
  return {
    async open(baseUrl, options) {
      const opened = await openPage(browser, { baseUrl, ...options });
      pages.push(opened);
      return opened;
    },
    check() {
      assertEquals(pages.flatMap(({ problems }) => problems), []);
    },
    async shown() {
      const texts = pages.map(async ({ page, problems }) => {
        const text = await page.locator("body").innerText({ timeout: SHOWN_MS }).catch(String);
        return [page.url(), ...problems, text].join("\n");
      });
      return (await Promise.all(texts)).join("\n\n");
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      pages = [];
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
