import { assertEquals } from "@std/assert";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

browserTest(
  "one page says what the wall does not show: shelved, and kept off by this browser's filters; a click shows it",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["AREA"] });
    await plant.press(1, 70);
    await plant.press(2, 70);
    const [first] = [await plant.raised(1), await plant.raised(2)];
    const { page } = await open({ path: "/shelved" });
    await page.waitForURL("**/hidden");
    const main = page.getByRole("main");
    const shelved = main.getByRole("region", { name: "Shelved" });
    const filtered = main.getByRole("region", { name: "Filtered" });
    const count = page.getByRole("navigation", { name: "Pages" }).locator(".nav-count");
    await shelved.getByText("Nothing is shelved.").waitFor();
    await filtered.getByText("No filter of this browser keeps an event off the wall.").waitFor();
    assertEquals(await count.count(), 0);

    await on.client.ok("POST", `/api/rule-events/${first.id}/shelve`, { minutes: 30, reason: "Seal" });
    await count.getByText("1", { exact: true }).waitFor();
    await page.goto("/wall?severity=critical");
    await page.getByRole("button", { name: "Filter: 1" }).click();
    await page.getByRole("dialog").getByRole("checkbox", { name: "Hall", exact: true }).check();
    await page.getByRole("dialog").getByRole("checkbox", { name: "Error" }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await count.getByText("2", { exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.waitForURL("**/hidden");
    await filtered.getByText("The wall of this browser shows only Hall: 1 active event elsewhere.").waitFor();
    await filtered.getByText("shows only these severities: Critical and error. 1 active event of another.")
      .waitFor();
    const row = filtered.getByRole("listitem");
    await row.filter({ hasText: "Pump 2" }).getByText("hidden by place and severity").waitFor();
    assertEquals(await seriousFindings(page), []);
    await filtered.getByRole("button", { name: "Show the whole plant" }).click();
    await row.getByText("hidden by severity", { exact: true }).waitFor();
    await filtered.getByRole("button", { name: "Show all severities" }).click();
    await row.waitFor({ state: "detached" });
    await count.getByText("1", { exact: true }).waitFor();
    await page.goto("/wall");
    await page.getByRole("group", { name: /^Warning, unacknowledged, Pump 2/ }).waitFor();
  },
);
