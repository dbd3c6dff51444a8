import { assert, assertEquals } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

interface Styled {
  scrollHeight: number;
  clientHeight: number;
}

browserTest(
  "on paper a list has all its rows and an event its comments, without navigation and buttons",
  async ({ on, open }) => {
    const names = Array.from({ length: 60 }, (_, i) => `Own.Line${String(i).padStart(2, "0")}.Pump.Speed`);
    await on.streams.make("number", ...names);
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    await on.client.ok("POST", `/api/rule-events/${id}/comments`, { text: "Checked" });
    const { page } = await open({ path: "/plant/streams", theme: "dark" });
    const grid = page.getByRole("grid", { name: /^Streams/ });
    await grid.waitFor();
    assert(await grid.locator("[data-row]").count() < 60);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await eventually("all rows are there", async () => await grid.locator("[data-row]").count() >= 62);
    const [scrollHeight, clientHeight] = await grid.evaluate((
      one: Styled,
    ) => [one.scrollHeight, one.clientHeight]);
    assert(scrollHeight <= clientHeight + 1, "nothing is cut off");
    assertEquals(await page.locator("button:not(.sort)").filter({ visible: true }).count(), 0);
    assert(await page.locator("button.sort").filter({ visible: true }).count() > 0, "columns have headings");
    assertEquals(await page.getByRole("navigation").filter({ visible: true }).count(), 0);
    await page.goto(`/events/${id}`);
    await page.getByText("Checked").waitFor();
    await eventuallyEquals(() => page.getByRole("textbox").filter({ visible: true }).count(), 0);
    const ink = "getComputedStyle(document.body)";
    assertEquals(
      [await page.evaluate(`${ink}.color`), await page.evaluate(`${ink}.backgroundColor`)],
      ["rgb(0, 0, 0)", "rgb(255, 255, 255)"],
    );
  },
);
