import { assertEquals } from "@std/assert";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { boxOf } from "./support/box.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

browserTest(
  "a tile's label and description say what the tile shows, follow it, and are no live region; its button covers no name",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: "/wall" });
    const tile = page.getByRole("group", {
      name: /^Warning, unacknowledged, Feed pump, .*, since \d\d:\d\d:\d\d$/,
    });
    await tile.waitFor();
    const described = () => page.evaluate<string>(description);
    await eventually("it has the value", async () => (await described()).startsWith("70limit 60"));
    let bar = 71;
    await eventually("it follows the value", async () => {
      await plant.press(1, bar = bar === 71 ? 72 : 71);
      return /^7[12]limit 60/.test(await described());
    });
    assertEquals(await tile.evaluate((element) => element.closest("[aria-live]:not([aria-live=off])")), null);

    await tile.hover();
    const button = tile.getByRole("button", { name: /^Ack/ });
    for (const covered of [".wall-name", ".wall-what", ".wall-value"]) {
      assertEquals([covered, await overlap(button, tile.locator(covered))], [covered, false]);
    }
    await on.client.ok("POST", `/api/rule-events/${id}/acknowledge`);
    await page.getByRole("group", { name: /^Warning, acknowledged, Feed pump, / }).waitFor();
  },
);

/** The accessible description of the tile; the commas in it are those of the style sheet. */
const description = `document.querySelector(".wall-tile").getAttribute("aria-describedby").split(" ")
  .map((id) => document.getElementById(id)?.textContent ?? "").join(" ")`;

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
