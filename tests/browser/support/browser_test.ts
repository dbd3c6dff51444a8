import { type Browser, chromium } from "playwright-core";
import { assertEquals } from "@std/assert";
import { builtConsole } from "../../support/console_build.ts";
import { type RunningSystem, runningSystem, type SystemOptions } from "../../support/running_system.ts";
import { findChromium } from "./chromium.ts";
import { openPage, type PageOptions, type WatchedPage } from "./watched_page.ts";

/** A real browser; every page that it opens is watched for what must not happen. */
export interface TestBrowser extends AsyncDisposable {
  open(baseUrl: string, options?: PageOptions): Promise<WatchedPage>;
  /** Fails when a page had a console error, a violation of its policy, or asked another host. */
  check(): void;
  /** Closes its pages, and forgets what they did. */
  leave(): Promise<void>;
}

export interface BrowserHouse {
  on: RunningSystem;
  browser: TestBrowser;
  /** A page of the house, signed in as admin unless said otherwise. */
  open(options?: PageOptions): Promise<WatchedPage>;
}

/** One for all tests of a file. */
let launched: Promise<TestBrowser> | undefined;
Deno.test.afterAll(async () => await (await launched)?.[Symbol.asyncDispose]());

/**
 * Registers a test that needs Chromium; without one it is left out, and a line says so. The body checks the browser
 * while what it looks at still stands.
 */
export function chromiumTest(fact: string, body: (browser: TestBrowser) => Promise<void>): void {
  const binary = findChromium();
  if (binary === undefined) {
    console.log(
      `Left out for want of Chromium: "${fact}". To have it: apt-get install chromium-headless-shell`,
    );
  }
  Deno.test({
    name: fact,
    ignore: binary === undefined,
    // The browser goes on to the next test.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const browser = await (launched ??= launch(binary ?? ""));
      try {
        await body(browser);
      } finally {
        await browser.leave();
      }
    },
  });
}

/** A browser test over the whole of Andon, a simulated plant included. */
export function browserTest(
  fact: string,
  body: (house: BrowserHouse) => Promise<void>,
  options?: Partial<SystemOptions>,
): void {
  chromiumTest(fact, async (browser) => {
    await using on = await runningSystem({ shards: 0, console: builtConsole, ...options });
    await body({ on, browser, open: (given) => browser.open(on.client.baseUrl, given) });
    browser.check();
  });
}

/** `--no-sandbox`: as root, in a container, there is no other way. */
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
    async leave() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      pages = [];
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
