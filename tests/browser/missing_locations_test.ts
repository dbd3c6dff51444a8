import { assertEquals } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

browserTest(
  "a page whose filter names a deleted location says so at once, and clears it",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    const event = await on.event(plant.instances[0], (row) => row.is_active);
    const node = { floc_id: "GONE", name: "Old hall", node_type: "enterprise", parent_id: null };
    await on.client.ok("POST", "/api/plant-model", node);
    const { page } = await open({ path: "/wall?area=GONE", allow: /status of 400/ });
    await page.getByText("No events match").waitFor();
    const notice = page.getByRole("alert").filter({ hasText: "The location GONE does not exist" });
    assertEquals(await notice.count(), 0);
    await on.client.ok("DELETE", "/api/plant-model/GONE");
    await notice.waitFor();
    assertEquals(await seriousFindings(page), []);
    await notice.getByRole("button").click();
    await page.locator(`a[href*="/events/${event.id}"]`).first().waitFor();
    assertEquals([await notice.count(), new URL(page.url()).search], [0, ""]);
    // The choice that this browser keeps is cleared with it.
    await page.goto("/wall");
    await page.locator(`a[href*="/events/${event.id}"]`).first().waitFor();
    assertEquals(await notice.count(), 0);
    for (const path of ["/events?place=GONE", "/quality?node=GONE", "/instances?node=GONE"]) {
      await page.goto(path);
      await notice.waitFor();
      await eventuallyEquals(() => page.getByText(/match the filters|No events in this time/).count(), 0);
      await notice.getByRole("button").click();
      await eventually("the filter is cleared", () => !page.url().includes("GONE"));
      await notice.waitFor({ state: "detached" });
    }
  },
);
