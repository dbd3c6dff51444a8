import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { boxOf } from "./support/box.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps, pumps, userOf } from "./support/plant.ts";

const tile = (page: Page, name: RegExp) => page.getByRole("group", { name });
const RETURNED = /returned to normal, unacknowledged, Pump 1/;

async function active(on: RunningSystem): Promise<number> {
  return (await on.client.ok("GET", "/api/rule-events/active")).data.length;
}

async function edgesOf(page: Page, selector: string) {
  const box = await boxOf(page.locator(selector).first());
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

browserTest(
  "an event that returned to normal stays on the wall until somebody acknowledges it, after a reload too",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { page } = await open({ path: "/wall" });
    await tile(page, /Warning, unacknowledged/).waitFor();
    await plant.press(1, 20);
    await tile(page, RETURNED).waitFor();
    assertEquals(await active(on), 0);
    await page.getByText("0 active, 1 returned to normal and unacknowledged").waitFor();
    const glyphs = () => page.locator(".wall-row.returned .glyph.returned").count();
    assertEquals(await glyphs(), 1, "it is drawn as an outline");
    await page.reload();
    await tile(page, RETURNED).waitFor();
    const table = await open({ path: "/events" });
    await table.page.getByText("returned to normal, unacknowledged").waitFor();
    await tile(page, RETURNED).hover();
    await tile(page, RETURNED).getByRole("button", { name: /^Ack: acknowledge/ }).click();
    await tile(page, RETURNED).waitFor({ state: "detached" });
    await table.page.reload();
    await table.page.getByText("normal, acknowledged by admin").waitFor();
  },
);

browserTest(
  "what a wall could not read it says, and reads it again after ten seconds",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    await plant.press(1, 20);
    await on.event(plant.instances[0], (row) => !row.is_active);
    for (const path of ["event-wall-data", "plant-settings"]) {
      let fails = true;
      const { page } = await open({
        path: "/wall",
        allow: /Failed to load resource/,
        async prepare(page) {
          await page.clock.install();
          await page.route(
            `**/api/${path}*`,
            async (route) => await (fails ? route.abort() : route.continue()),
          );
        },
      });
      await page.getByText("0 active, past events could not be read: Andon cannot be reached").waitFor();
      assertEquals(await page.getByText("All evaluated conditions are normal").count(), 0);
      fails = false;
      await page.clock.fastForward(10_000);
      await tile(page, RETURNED).waitFor();
      await page.getByText("0 active, 1 returned to normal and unacknowledged").waitFor();
    }
  },
);

browserTest("an admin switches off that the wall keeps unacknowledged events", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  await plant.raised(1);
  await plant.press(1, 20);
  const { page } = await open({ path: "/wall" });
  await tile(page, RETURNED).waitFor();
  await page.goto("/settings/plant");
  await page.getByRole("checkbox", { name: /Keep unacknowledged events/ }).click();
  const wall = page.getByRole("region", { name: "Event wall" });
  await wall.getByRole("button", { name: "Save" }).click();
  const stored = async () => (await on.client.ok("GET", "/api/plant-settings")).data.keep_unacknowledged;
  await eventually("it is stored", async () => await stored() === false);
  await page.goto("/wall");
  await page.getByText("0 active").waitFor();
  assertEquals(await tile(page, RETURNED).count(), 0);
});

browserTest(
  "a shelved critical is counted everywhere, and its list says who, until when and why, and unshelves",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const body = { minutes: 30, reason: "Seal is being replaced" };
    await on.client.ok("POST", `/api/rule-events/${id}/shelve`, body);
    const { page } = await open();
    const tiles = page.getByRole("listitem").filter({ hasText: "Critical" });
    await tiles.getByRole("link", { name: "1 shelved" }).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "1 shelved" }).waitFor();
    await page.getByRole("treeitem", { name: /Feed pump/ }).getByText("1 shelved").waitFor();
    await plant.press(1, 20);
    await on.event(plant.instances[0], (row) => row.severity === "critical" && !row.is_active);
    await page.reload();
    await tiles.getByRole("link", { name: "1 shelved" }).waitFor();
    await page.getByRole("banner").getByRole("link", { name: "1 shelved" }).waitFor();
    await page.getByRole("treeitem", { name: /Feed pump/ }).getByText("1 shelved").waitFor();
    await page.goto("/wall");
    await page.getByRole("main").getByRole("link", { name: "1 shelved" }).click();
    await page.getByRole("heading", { name: "Shelved" }).waitFor();
    const row = page.getByRole("list", { name: "Shelved" }).getByRole("listitem");
    for (const text of ["Seal is being replaced", "Feed pump, Line 2, yoghurt", "Too high"]) {
      await row.getByText(text).waitFor();
    }
    await row.getByText(/admin, /).waitFor();
    await row.getByText(/, for another (29|30) min/).waitFor();
    await row.getByRole("button", { name: /Unshelve/ }).click();
    await page.getByText("Nothing is shelved.", { exact: false }).waitFor();
    const event = (await on.client.ok("GET", `/api/rule-events/${id}`)).data;
    assertEquals(event.shelved_until, null);
  },
);

browserTest(
  "a shelf is taken back by the message that tells of it, with its key",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const shelvedUntil = async () => (await on.client.ok("GET", `/api/rule-events/${id}`)).data.shelved_until;
    const { page } = await open({ path: "/wall", prepare: (page) => page.clock.install() });
    await tile(page, /Warning, unacknowledged/).waitFor();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Shelve" });
    await dialog.getByLabel("Reason").fill("Calibration");
    const nowMs = () => page.evaluate<number>("Date.now()");
    const shelvedAtMs = await nowMs();
    await dialog.getByRole("button", { name: "Shelve" }).click();
    await tile(page, /Warning, unacknowledged/).waitFor({ state: "detached" });
    const message = page.getByRole("status").filter({ hasText: /^Shelved “Pump 1/ });
    await message.getByRole("button", { name: "Undo" }).waitFor();
    assert(await shelvedUntil() !== null);
    // Ten seconds suffice to reach it.
    await page.clock.fastForward(Math.max(0, shelvedAtMs + 10_000 - await nowMs()));
    await page.keyboard.press("z");
    await page.getByText(/^Unshelved “Pump 1/).waitFor();
    await tile(page, /Warning, unacknowledged/).waitFor();
    assertEquals(await shelvedUntil(), null);
    // Acknowledging has none.
    await page.keyboard.press("a");
    await page.getByText(/^Acknowledged “Pump 1/).waitFor();
    assertEquals(await page.getByRole("button", { name: "Undo" }).count(), 0);
  },
);

browserTest("on a phone the Ack button covers nothing of the tile", async ({ on, open }) => {
  const plant = await placedPumps(on);
  await plant.press(1, 70);
  const { page } = await open({ path: "/wall", size: "phone" });
  await tile(page, /Warning, unacknowledged/).waitFor();
  assertEquals(await page.evaluate<boolean>("matchMedia('(pointer: coarse)').matches"), true);
  const button = await edgesOf(page, ".wall-ack");
  assert(button.bottom - button.top >= 44, "a finger hits it");
  for (const part of [".wall-name", ".wall-what", ".wall-value", ".wall-of"]) {
    const text = await edgesOf(page, part);
    const isApart = text.right <= button.left || text.left >= button.right || text.bottom <= button.top ||
      text.top >= button.bottom;
    assert(isApart, `${part} ${JSON.stringify(text)} is under ${JSON.stringify(button)}`);
  }
});

browserTest(
  "a tile names the machine, what is wrong and the value against its limit; the search finds its place",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    await plant.press(2, 70);
    const { page } = await open({ path: "/wall" });
    const pump = tile(page, /Feed pump/);
    await pump.waitFor();
    assertEquals(await pump.getByRole("link").textContent(), "Feed pump, Line 2, yoghurt");
    assertEquals(await pump.locator(".wall-what").textContent(), "High");
    await eventually(
      "the value stands against its limit",
      async () => /^70.*limit 60$/.test(await pump.locator(".wall-value").textContent() ?? ""),
    );
    await tile(page, /Pump 2/).waitFor();
    for (const find of ["yoghurt", "Line 2", "process hall", "feed pump"]) {
      await page.getByRole("searchbox", { name: "Search the wall" }).fill(find);
      await tile(page, /Pump 2/).waitFor({ state: "detached" });
      await pump.waitFor();
    }
  },
);

browserTest(
  "a new critical event shows in the title and the icon of every page, and is announced",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const viewer = await userOf(on, "viewer");
    const { page } = await open({ path: "/rules", as: viewer });
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await eventually("the title is plain", async () => await page.title() === "Rules – Andon");
    const icon = () => page.locator('link[rel="icon"]').getAttribute("href");
    assertEquals(await icon(), "/assets/icon.svg");
    await plant.press(1, 90);
    await eventually("the title tells it", async () => await page.title() === "(1 critical) Rules – Andon");
    assertEquals(await icon(), "/assets/icon_critical.svg");
    await page.getByRole("alert").filter({ hasText: /critical: Pump 1, Too high/ }).waitFor({
      state: "attached",
    });
    const critical = await on.event(plant.instances[0], (row) => row.severity === "critical");
    await on.client.ok("POST", `/api/rule-events/${critical.id}/acknowledge`);
    await eventually("the title is plain again", async () => await page.title() === "Rules – Andon");
    assertEquals(await icon(), "/assets/icon.svg");
  },
);

browserTest(
  "the browser keeps the areas and severities of its wall, and the wall says so",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    await plant.press(2, 70);
    const { page } = await open({ path: "/wall" });
    await tile(page, /Pump 2/).waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: "Process hall" }).click();
    await page.getByRole("checkbox", { name: "Warning" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await tile(page, /Pump 2/).waitFor({ state: "detached" });
    await page.getByText("1 active in Process hall, 1 more in other areas or severities").waitFor();
    assertEquals(new URL(page.url()).search, "?area=AREA&severity=warning");
    await page.goto("/");
    await page.goto("/wall");
    await page.getByText("1 active in Process hall, 1 more in other areas or severities").waitFor();
    await page.getByRole("button", { name: "Filter: 2" }).click();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await tile(page, /Pump 2/).waitFor();
  },
);

browserTest("the type of the wall grows with the room until the tiles fill it", async ({ on, open }) => {
  const plant = await placedPumps(on);
  await plant.press(1, 70);
  const { page } = await open({ path: "/wall" });
  await tile(page, /Feed pump/).waitFor();
  const type = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    return await page.evaluate<number>(
      "parseFloat(getComputedStyle(document.querySelector('.wall-name')).fontSize)",
    );
  };
  const [desk, room, large] = [await type(1440, 900), await type(1920, 1080), await type(3840, 2160)];
  assert(room >= desk * 1.5 && large >= room * 1.8, `${desk}, ${room}, ${large} px`);
  const overflow = "document.documentElement.scrollHeight - innerHeight";
  assertEquals(await page.evaluate<number>(overflow) <= 0, true, "one tile fits its screen");
});

browserTest(
  "the wall keeps its severities apart in forced colours, and prints without its controls",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await plant.press(2, 70);
    const { page } = await open({ path: "/wall" });
    await tile(page, /Critical, .*Pump 1/).waitFor();
    await tile(page, /Pump 2/).waitFor();
    const width = (rank: number) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('.wall-tile.open.s${rank}')).borderTopWidth`,
      );
    await page.emulateMedia({ forcedColors: "active" });
    assertEquals([await width(1), await width(3)], ["6px", "3px"]);
    await page.emulateMedia({ forcedColors: null, media: "print" });
    for (const hidden of [".status-bar", "nav", ".page-tools", ".wall-ack"]) {
      assertEquals([hidden, await page.locator(hidden).first().isVisible()], [hidden, false]);
    }
    assertEquals(await tile(page, /Pump 2/).isVisible(), true);
  },
);
