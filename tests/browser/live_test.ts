import { assert, assertEquals } from "@std/assert";
import type { Request } from "playwright-core";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { sourceConfiguration } from "../support/running_system.ts";
import { browserTest, chromiumTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const NETWORK = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket|Failed to load resource/;

chromiumTest(
  "a page recovers from a server crash, and shows the outage",
  async (browser) => {
    const dataDir = await Deno.makeTempDir();
    const simulator = await startSimulator({ now: Date.now });
    try {
      const options = { dataDir, allow: new URL(simulator.baseUrl).host };
      const first = await AndonProcess.start(options);
      const client = await first.client();
      await client.ok("POST", "/api/configuration", sourceConfiguration(simulator));
      const { page } = await browser.open(first.baseUrl, { path: "/wall", allow: NETWORK });
      await page.getByText("Source connected").waitFor();
      await first.kill();
      await page.getByRole("alert").getByText(/No connection to Andon/).waitFor();
      await page.getByText("Source: unknown").waitFor();
      await using second = await AndonProcess.start({ ...options, port: first.port });
      await page.getByRole("alert").getByText(/No connection to Andon/).waitFor({ state: "hidden" });
      await page.getByText("Source connected").waitFor();
      await (await second.client()).ok("POST", "/api/plant-model", {
        floc_id: "W",
        name: "Works",
        node_type: "enterprise",
      });
      await page.goto("/");
      await page.getByRole("treeitem", { name: /Works/ }).waitFor();
      browser.check();
    } finally {
      await simulator.close();
      await Deno.remove(dataDir, { recursive: true });
    }
  },
);

browserTest("a change between a page's first data and its connection is shown", async ({ on, open }) => {
  const held = Promise.withResolvers<void>();
  const { page } = await open({
    path: "/settings/areas",
    prepare: (page) =>
      page.routeWebSocket("**/api/ws", async (socket) => {
        await held.promise;
        socket.connectToServer();
      }),
  });
  await page.getByText("No area yet").waitFor();
  await on.client.ok("POST", "/api/plant-model", { floc_id: "W", name: "Works", node_type: "enterprise" });
  await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["W"] });
  held.resolve();
  await page.getByRole("link", { name: "Hall" }).waitFor();
});

browserTest(
  "a connection that is up before the active events are read does not read them twice",
  async ({ open }) => {
    const connected = Promise.withResolvers<void>();
    let reads = 0;
    const { page } = await open({
      path: "/wall",
      async prepare(page) {
        page.on("websocket", (socket) => socket.on("framereceived", () => connected.resolve()));
        await page.route("**/api/rule-events/active", async (route) => {
          reads++;
          await connected.promise;
          await route.continue();
        });
      },
    });
    await page.getByText("0 active").waitFor();
    await page.waitForLoadState("networkidle");
    assertEquals(reads, 1);
  },
);

/** Minutes of the page's clock, advanced by the test. */
const MINUTES = 4;

browserTest(
  "an idle page makes at most nine requests a minute, even while data change",
  async ({ on, open }) => {
    await pumps(on);
    const asked: number[] = [];
    let second = 0;
    const { page } = await open({
      path: "/",
      allow: NETWORK,
      async prepare(page) {
        await page.clock.install();
        page.on("request", (request) => isScript(request) || asked.push(second));
        page.on("websocket", () => asked.push(second));
      },
    });
    await page.getByText("2 of 2 running").waitFor();
    await page.waitForLoadState("networkidle");
    asked.length = 0;
    await turn(MINUTES, async () => {
      await on.client.ok("POST", "/api/plant-model", {
        floc_id: `W${second}`,
        name: `Works ${second}`,
        node_type: "enterprise",
      });
    });
    const live = mostInAMinute(asked);
    assert(asked.length > 4, "it reads the changes");
    assert(live <= 9, `${live} requests in a minute while the plant model changes`);

    asked.length = 0;
    await on.andon.close();
    await turn(MINUTES, () => Promise.resolve());
    const down = mostInAMinute(asked);
    assert(asked.length > 4, "it keeps trying");
    assert(down <= 9, `${down} requests in a minute while Andon is away`);

    /** Advances the page second by second; its requests are real. */
    async function turn(minutes: number, each: () => Promise<void>): Promise<void> {
      for (const end = second + minutes * 60; second < end; second++) {
        if (second % 2 === 0) await each();
        await page.clock.runFor(1_000);
      }
    }
  },
);

/** A part of the page that is shown for the first time; it is loaded once. */
function isScript(request: Request): boolean {
  return request.resourceType() === "script";
}

function mostInAMinute(seconds: readonly number[]): number {
  return Math.max(0, ...seconds.map((from) => seconds.filter((at) => at >= from && at < from + 60).length));
}

browserTest("a page that the browser does not draw follows the events all the same", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open({
    path: "/wall",
    async prepare(page) {
      await page.addInitScript("window.requestAnimationFrame = () => 0;");
    },
  });
  await page.getByText("No events in this time").waitFor();
  await plant.press(1, 90);
  await page.getByRole("group", { name: /^Critical, .*Pump 1/ }).waitFor();
});

browserTest("an answer from before an event ended does not bring it back", async ({ on, open }) => {
  const plant = await pumps(on), hasEnded = Promise.withResolvers<void>();
  await plant.press(1, 70);
  await plant.raised(1);
  const { page } = await open({
    path: "/wall",
    async prepare(page) {
      await page.route("**/api/event-wall-data*", async (route) => {
        const response = await route.fetch();
        await hasEnded.promise;
        await route.fulfill({ response });
      });
    },
  });
  const returned = page.getByRole("group", { name: /returned to normal, unacknowledged, Pump 1/ });
  await page.getByRole("group", { name: /^Warning, unacknowledged, Pump 1/ }).waitFor();
  await page.getByText("past events are loading").waitFor();
  await plant.press(1, 20);
  await returned.waitFor();
  hasEnded.resolve();
  await page.getByText("past events are loading").waitFor({ state: "detached" });
  assertEquals(await returned.count(), 1);
});

browserTest("an action on one page causes no request on another", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open({ path: "/wall" });
  await page.getByText("0 active").waitFor();
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => isScript(request) || asked.push(request.url()));
  await plant.press(1, 70);
  const event = await plant.raised(1);
  await page.getByText("1 active", { exact: true }).waitFor();
  await on.client.ok("PUT", `/api/rule-events/${event.id}`, { note: "Looked at" });
  await page.getByText("“Looked at”").waitFor();
  assertEquals(asked, []);
});
