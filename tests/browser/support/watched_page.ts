import type { Browser, BrowserContext, Page } from "playwright-core";
import { ADMIN_PASSWORD } from "../../support/andon_process.ts";

export interface PageOptions {
  /** The path to open; `/` by default. */
  path?: string;
  /** The signed-in user; `admin` by default, null for none. */
  as?: { username: string; password: string } | null;
  theme?: "light" | "dark";
  /** 1440×900, 1920×1080 in a room, 390×844 for a phone, or 720×450: what 200 % zoom leaves of the first. */
  size?: "wide" | "room" | "phone" | "zoomed";
  /** The zone of the browser; by default that of the machine. */
  timezone?: string;
  /** Errors that the test causes and expects. */
  allow?: RegExp;
  /** Called before the page is opened. */
  prepare?(page: Page): Promise<void>;
}

export interface WatchedPage {
  page: Page;
  /** The errors found, as text. */
  problems: string[];
}

/** Timeout of each step on a page; generous, so that only a defect exceeds it. */
const DEADLINE_MS = 120_000;
/** How many times slower pages are; finds tests that depend on speed. */
const SLOWNESS = Number(Deno.env.get("SLOW_PAGES") ?? 1);
const SIZES = {
  wide: { width: 1440, height: 900 },
  room: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
  zoomed: { width: 720, height: 450 },
};
export const ADMIN = { username: "admin", password: ADMIN_PASSWORD };

export async function openPage(
  browser: Browser,
  { baseUrl, path = "/", as = ADMIN, theme = "light", size = "wide", timezone, allow, prepare }:
    & PageOptions
    & {
      baseUrl: string;
    },
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme: theme,
    viewport: SIZES[size],
    hasTouch: size === "phone",
    reducedMotion: "reduce",
    timezoneId: timezone,
  });
  context.setDefaultTimeout(DEADLINE_MS);
  if (as !== null) await signInContext(context, { baseUrl, as });
  const page = await context.newPage();
  if (SLOWNESS > 1) await slow(page);
  const problems = await watch(page, { baseUrl, allow });
  await prepare?.(page);
  await page.goto(path);
  return { page, problems };
}

/** As on a busy machine: what is loaded late comes after a test's next step, unless that waits for it. */
async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOWNESS * 50,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Signs in by the API; the sign-in page has tests of its own. */
async function signInContext(
  context: BrowserContext,
  { baseUrl, as }: { baseUrl: string; as: { username: string; password: string } },
): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(as),
  });
  await answer.body?.cancel();
  const [name = "", value = ""] = (answer.headers.get("set-cookie") ?? "").split(";")[0]!.split("=");
  if (name === "") throw new Error(`${as.username} was not signed in: ${answer.status}`);
  await context.addCookies([{ name, value, url: baseUrl }]);
}

async function watch(page: Page, { baseUrl, allow }: { baseUrl: string; allow?: RegExp }): Promise<string[]> {
  const problems: string[] = [];
  const add = (problem: string) => {
    if (allow?.test(problem) !== true) problems.push(problem);
  };
  await page.exposeFunction("tellViolation", (text: string) => add(`policy: ${text}`));
  await page.addInitScript({
    content: `addEventListener("securitypolicyviolation", (event) =>
      tellViolation(event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile));`,
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      add(`console: ${message.text()} ${message.location().url}`.trimEnd());
    }
  });
  page.on("pageerror", (error) => add(`page: ${error.stack ?? error.message}`));
  const own = new URL(baseUrl).host;
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(http|ws)/.test(url.protocol) && url.host !== own) add(`another host: ${url.href}`);
  });
  return problems;
}
