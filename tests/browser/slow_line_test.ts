import { assert, assertEquals } from "@std/assert";
import type { Page, Route } from "playwright-core";
import { overFirst } from "../../tools/console/budget.ts";
import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "before any script or style arrives, the page says what is active",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    const asked: string[] = [];
    const { page } = await open({ path: "/rules" });
    await page.route(/\/assets\/.*\.(js|css|woff2)$/, (route) => void asked.push(route.request().url()));
    await page.goto("/", { waitUntil: "commit" });
    await page.getByText("Active events: 1 critical, 1 warning").waitFor();
    assert(asked.every((url) => !url.endsWith("woff2")), "the font waits for the styles");
  },
);

browserTest("a list that was seen is shown at once, without reading it again", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/instances" });
  await page.getByRole("link", { name: "Pump 1" }).waitFor();
  await page.waitForLoadState("networkidle");
  let reads = 0;
  page.on("request", (request) => {
    if (/\/api\/(instances|plant-model)$/.test(new URL(request.url()).pathname)) reads++;
  });
  await page.getByRole("link", { name: "Pump 1" }).click();
  await page.getByRole("heading", { name: "Pump 1" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Pump 2" }).waitFor();
  assertEquals(reads, 0);
  await on.client.ok("PUT", "/api/plant-model/NORTH", { name: "Works South" });
  await eventually("it is read again", () => reads > 0);
});

/** The pages that a person opens first, and what is on them when they can be used. */
const FIRST: readonly { path: string; isSignedIn: boolean; isUsable(page: Page): Promise<void> }[] = [
  {
    path: "/sign-in",
    isSignedIn: false,
    isUsable: (page) => page.getByRole("button", { name: "Sign in" }).waitFor(),
  },
  {
    path: "/",
    isSignedIn: true,
    isUsable: (page) => page.getByRole("link", { name: /Critical: 1/ }).first().waitFor(),
  },
  {
    path: "/wall",
    isSignedIn: true,
    isUsable: (page) => page.getByRole("group", { name: /Critical, / }).first().waitFor(),
  },
];

browserTest(
  "a first page needs its document, the active events and the budget's scripts and styles, and nothing else",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    for (const { path, isSignedIn, isUsable } of FIRST) {
      const { page } = await open({
        path: isSignedIn ? "/rules" : "/docs",
        ...isSignedIn ? {} : { as: null },
      });
      const named = await namedBy(page, path);
      const needed = new Set([path, ...named, ...isSignedIn ? ["/api/rule-events/active"] : []]);
      const passed = new Set<string>();
      const bytes: Promise<number>[] = [];
      await page.route("**/*", async (route) => {
        const { pathname } = new URL(route.request().url());
        if (!needed.has(pathname)) return;
        passed.add(pathname);
        await route.continue();
        if (named.includes(pathname)) bytes.push(bodyBytes(route));
      });
      await page.goto(path, { waitUntil: "commit" });
      await isUsable(page);
      assertEquals([...passed].sort(), [...needed].sort());
      const sum = (await Promise.all(bytes)).reduce((sum, each) => sum + each, 0);
      assert(sum > 10_000, "the bodies were counted");
      assertEquals(overFirst([{ path, files: named.length, bytes: sum }]), []);
    }
  },
);

/** The scripts and styles in a page's document. */
async function namedBy(page: Page, path: string): Promise<string[]> {
  const text = await (await page.request.get(path)).text();
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
  return [...new Set(named)];
}

/** The body of an answer as it was sent, compressed. */
async function bodyBytes(route: Route): Promise<number> {
  const response = await route.request().response();
  await response?.finished();
  return (await route.request().sizes()).responseBodySize;
}

browserTest("at the second visit no script, style or font is loaded anew", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/" });
  await page.waitForLoadState("networkidle");
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const asked = new Map<string, string>(), loaded: string[] = [];
  line.on("Network.responseReceived", ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (/\.(js|css|woff2)$/.test(pathname)) asked.set(requestId, pathname);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId) && encodedDataLength > 0) loaded.push(asked.get(requestId) ?? "");
  });
  await page.goto("/");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.waitForLoadState("networkidle");
  assert(asked.size > 0);
  assertEquals(loaded, []);
});
