import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps, userOf } from "./support/plant.ts";

const list = "/api/out-of-service";

browserTest(
  "an event's location is taken out of service from the wall by the keyboard, leaves the wall, and is back with a click",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    const operator = await userOf(on, "operator");
    await plant.press(1, 70);
    await plant.raised(1);
    const { page } = await open({ path: "/wall", as: operator, allow: /status of 400/ });
    const tile = page.getByRole("group", { name: /^Warning, unacknowledged, Feed pump/ });
    await tile.waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+S");
    const dialog = page.getByRole("dialog", { name: "Take out of service" });
    const what = dialog.getByLabel("What");
    await what.waitFor();
    assertEquals((await what.locator("option").allInnerTexts()).slice(0, 2), [
      "This alarm: High of Pump 1",
      "Pump 1, with all its alarms",
    ]);
    assertEquals(await seriousFindings(page), []);
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Must not be empty", { exact: true }).waitFor();
    await dialog.getByLabel("Reason").fill("Bearings are replaced");
    await dialog.getByRole("button", { name: "1 day" }).click();
    await what.selectOption({ label: "Pump 1, with all its alarms" });
    await dialog.getByLabel("Work order (optional)").fill("WO-4711");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await tile.waitFor({ state: "detached" });
    const [made] = (await on.client.ok("GET", list)).data;
    assertEquals([made.scope, made.reason, made.work_order], [
      { kind: "instance", instance_id: plant.instances[0] },
      "Bearings are replaced",
      "WO-4711",
    ]);
    const hours = (Date.parse(made.ends_at) - Date.parse(made.starts_at)) / 3_600_000;
    assertEquals(Math.round(hours), 24);

    // What is raised now is hidden too, and counted.
    await plant.press(1, 90);
    await page.getByRole("banner").getByRole("link", { name: "2 out of service" }).click();
    await page.waitForURL("**/hidden");
    const panel = page.getByRole("region", { name: "Out of service" });
    const row = panel.getByRole("listitem").filter({ hasText: "Pump 1" });
    await row.getByText("Bearings are replaced, work order WO-4711").waitFor();
    await row.getByRole("link", { name: "2 active events" }).waitFor();
    assertEquals(await seriousFindings(page), []);
    await row.getByRole("button", { name: /^Change/ }).click();
    const change = page.getByRole("dialog");
    await change.getByLabel("Reason").fill("Bearings and seal");
    await change.getByRole("button", { name: "Save" }).click();
    await row.getByText("Bearings and seal").waitFor();
    await row.getByRole("button", { name: "Back in service: Pump 1" }).click();
    await panel.getByText("Nothing is out of service.").waitFor();
    await page.goto("/wall");
    await tile.waitFor();
  },
);

browserTest(
  "planned maintenance of a location stands on its page, begins by itself, and marks its events everywhere",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    const event = await plant.raised(1);
    const { page } = await open({ path: `/events/${event.id}`, allow: /status of 400/ });
    await page.getByRole("button", { name: /^Take out of service/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Begins/).fill("2035-01-01 06:00");
    await dialog.getByLabel("Reason").fill("Overhaul");
    await dialog.getByRole("button", { name: "Take out of service" }).click();
    await dialog.getByText("Must be at most 365 days from now", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Close without saving?" }).getByRole("button", { name: "Close" })
      .click();
    const scope = { kind: "instance", instance_id: plant.instances[0] };
    // Ahead by more than a request takes on a busy machine, or it would begin with its creation and not by itself.
    const from = Date.now() + 10_000;
    const times = {
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + 3_600_000).toISOString(),
    };
    await on.client.ok("POST", list, { scope, ...times, reason: "Overhaul" });
    const here = page.getByRole("region", { name: "Out of service" });
    await here.getByText("Overhaul").waitFor();
    await page.locator(".event-state").getByText(/^out of service until/).waitFor();
    const instance = await open({ path: `/instances/${plant.instances[0]}` });
    await instance.page.getByRole("region", { name: "Out of service" }).getByText("Overhaul").waitFor();
    await page.goto("/events");
    await page.getByText("active, unacknowledged, out of service").waitFor();
    await eventually(
      "the audit log says that it began",
      async () =>
        (await on.client.ok("GET", "/api/audit-log?resource_type=out_of_service")).data.length === 2,
    );
  },
);
