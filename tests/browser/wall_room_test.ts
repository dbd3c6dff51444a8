import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

/** Records every started tone, and whether it is audible. */
async function listening(page: Page): Promise<void> {
  await page.addInitScript({
    content: `window.tones = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        tones.push(this.frequency.value + " " + this.context.state);
        return start.call(this, at);
      };`,
  });
}

/** The tones of a critical event. */
const CRITICAL = Array(3).fill("880 running");
const tones = (page: Page) => page.evaluate<string[]>("tones");
const sound = (page: Page) => page.getByRole("button", { name: "Sound for new events" });
const critical = (page: Page) => page.getByRole("group", { name: /^Critical, / });

browserTest(
  "sound is off by default, plays for the worst new event, and never before the user interacts",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: "/wall", prepare: listening });
    await plant.press(1, 90);
    await critical(page).waitFor();
    assertEquals(await tones(page), []);
    assertEquals(await sound(page).getAttribute("aria-pressed"), "false");
    await sound(page).click();
    await eventually("turning it on is heard", async () => (await tones(page)).length === 1);
    await plant.press(1, 20);
    await eventually(
      "it is over",
      async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length === 0,
    );
    await plant.press(2, 90);
    await eventuallyEquals(async () => (await tones(page)).slice(-3), CRITICAL);
    await page.reload();
    await page.getByText("Silent until you click or press a key").waitFor();
    await plant.press(1, 90);
    await critical(page).nth(1).waitFor();
    assertEquals(await tones(page), []);
    await page.getByRole("heading", { name: "Event wall" }).click();
    await page.getByText("Silent until you click or press a key").waitFor({ state: "hidden" });
    await page.keyboard.press("m");
    await eventuallyEquals(() => sound(page).getAttribute("aria-pressed"), "false");
  },
);

browserTest("a critical event is heard although a warning sounded a moment ago", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open({ path: "/wall", prepare: listening });
  await sound(page).click();
  await eventually("turning it on is heard", async () => (await tones(page)).length === 1);
  await plant.press(1, 70);
  await eventually("the warning is heard", async () => (await tones(page)).at(-1) === "520 running");
  await plant.press(1, 90);
  await eventuallyEquals(async () => (await tones(page)).slice(-3), CRITICAL);
});

browserTest(
  "a key shows the wall in full screen without the navigation, and ends it",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { page } = await open({ path: "/wall" });
    await critical(page).waitFor();
    const navigation = page.getByRole("navigation", { name: /Pages|Andon/ }).first();
    const isFull = () => page.evaluate<boolean>("document.fullscreenElement === document.documentElement");
    await page.keyboard.press("f");
    await eventually("it is in full screen", isFull);
    await navigation.waitFor({ state: "hidden" });
    await critical(page).waitFor();
    await page.keyboard.press("f");
    await eventually("full screen has ended", async () => !await isFull());
    await navigation.waitFor();
    await page.getByRole("button", { name: "Full screen" }).click();
    await eventually("the button does the same", isFull);
  },
);

const GROUND =
  `getComputedStyle(document.querySelector('.wall-tile[aria-label^="Critical"]')).backgroundColor`;

browserTest(
  "while the source is lost the wall is grey and says since when; the colour returns",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await on.configure({ source_lost_seconds: 1 });
    await plant.press(1, 90);
    const { page } = await open({ path: "/wall" });
    await critical(page).waitFor();
    const ground = () => page.evaluate<string>(GROUND);
    // Within a second without an answer the source is lost, on a slow machine also at first.
    const bright = await eventually(
      "its colour is that of a source that answers",
      () => page.evaluate<string | false>(`!document.querySelector(".wall.no-data") && ${GROUND}`),
    );
    const fault = on.simulator.faults.set({ kind: "outage", form: "refused" });
    await page.getByText(/^No data since /).waitFor();
    await eventually("no tile is tinted", async () => await ground() !== bright);
    const panel = await page.evaluate<boolean>(
      "document.querySelector('.wall').classList.contains('no-data')",
    );
    assertEquals(panel, true);
    on.simulator.faults.end(fault.id);
    await page.getByText(/^No data since/).waitFor({ state: "hidden" });
    await eventually("its colour is back", async () => await ground() === bright);
  },
);

browserTest(
  "while the source is lost the timeline shows where data ends, and no row is tinted",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await on.configure({ source_lost_seconds: 1 });
    await plant.press(1, 90);
    const { page } = await open({ path: "/wall?layout=timeline" });
    const row = page.getByRole("row", { name: /Too high/ }).first();
    await row.waitFor();
    const ground = () =>
      page.evaluate<string>(
        "getComputedStyle(document.querySelector('.timeline .table-row.open')).backgroundImage",
      );
    await eventuallyEquals(ground, "none");
    const fault = on.simulator.faults.set({ kind: "outage", form: "refused" });
    await page.getByRole("img", { name: /; no data since .*$/ }).waitFor();
    await eventually("the row is hatched", async () => (await ground()).startsWith("repeating-linear"));
    on.simulator.faults.end(fault.id);
    await page.getByRole("img", { name: /the table below lists the same events$/ }).waitFor();
    await eventually("it is tinted again", async () => await ground() === "none");
  },
);

browserTest(
  "while Andon is unreachable the wall is grey too; the colour returns with the connection",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const line = cuttable();
    const { page } = await open({ path: "/wall", prepare: line.prepare });
    await critical(page).waitFor();
    const grey = page.locator(".wall.no-data");
    assertEquals(await grey.count(), 0);
    line.cut();
    await page.getByRole("alert").getByText(/No connection to Andon/).waitFor();
    await grey.waitFor();
    await page.getByText("Source: unknown").waitFor();
    line.mend();
    await grey.waitFor({ state: "detached" });
    await page.getByText("Source connected").waitFor();
  },
);

browserTest(
  "the tile of a lost source is not hatched, unless Andon is unreachable too",
  async ({ on, open }) => {
    await pumps(on);
    await on.configure({ source_lost_seconds: 1 });
    const line = cuttable();
    const { page } = await open({ path: "/wall", prepare: line.prepare });
    on.simulator.faults.set({ kind: "outage", form: "refused" });
    await page.locator(".wall.no-data .wall-tile.source-lost").waitFor();
    const isHatched = () =>
      page.evaluate<boolean>(
        "getComputedStyle(document.querySelector('.wall-tile.source-lost')).backgroundImage.startsWith('repeating-linear')",
      );
    assertEquals(await isHatched(), false);
    line.cut();
    await eventually("it is hatched", isHatched);
    line.mend();
    await eventually("it is not", async () => !await isHatched());
  },
);

/** A connection of the page to Andon's push channel that is cut, and may be opened again. */
function cuttable() {
  let isCut = false, close = () => {};
  return {
    prepare: (page: Page) =>
      page.routeWebSocket(/\/api\/ws/, (socket) => {
        if (isCut) return void socket.close();
        socket.connectToServer();
        close = () => void socket.close();
      }),
    cut() {
      isCut = true;
      close();
    },
    mend() {
      isCut = false;
    },
  };
}
