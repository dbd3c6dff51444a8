import { assertEquals } from "@std/assert";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "on a phone the filters of a list are behind one button, which counts them",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({
      path: "/events?severity=warning&from=2026-01-31T08:00:00Z&to=2026-01-31T09:00:00Z",
      size: "phone",
    });
    const button = page.getByRole("button", { name: "Filters (2)" });
    const filters = page.getByRole("search", { name: "Filters" });
    await button.waitFor();
    assertEquals([await filters.isVisible(), await button.getAttribute("aria-expanded")], [false, "false"]);
    await button.press("Enter");
    await filters.getByRole("link", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Filters", exact: true }).waitFor();
    for (const path of ["/instances", "/plant/streams", "/quality", "/notifications/log"]) {
      await page.goto(path);
      await page.getByRole("button", { name: /^Filters/ }).click();
      await filters.waitFor();
    }
    const { page: desk } = await open({ path: "/events" });
    await desk.getByRole("search", { name: "Filters" }).waitFor();
    assertEquals(await desk.getByRole("button", { name: /^Filters/ }).count(), 0);
  },
);
