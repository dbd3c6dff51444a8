import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder, timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "the address holds the filters across a reload; a row opens the event",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const event = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: "/events" });
    await page.getByText("2 events").waitFor();
    await page.getByLabel("Severity").selectOption("critical");
    await page.getByText("1 event", { exact: true }).waitFor();
    assertMatch(page.url(), /\/events\?severity=critical$/);
    await page.reload();
    await page.getByText("1 event", { exact: true }).waitFor();
    await page.getByRole("link", { name: /Too high/ }).click();
    await page.getByRole("heading", { name: "Pump 1: Too high" }).waitFor();
    assertMatch(page.url(), new RegExp(`/events/${event.id}$`));
    await eventually(
      "the title is that of the event",
      async () => await page.title() === "(1 critical) Pump 1: Too high – Andon",
    );
  },
);

browserTest(
  "an event's page shows its trend, used by keys, its trigger, its guidance and, for administrators, its audit log",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const event = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: `/events/${event.id}` });
    const trend = page.getByRole("slider", { name: /Trend of Own\.Line1\.Pump1\.Pressure/ });
    await trend.focus();
    await page.keyboard.press("End");
    await eventually(
      "the value is said",
      async () =>
        /90.*above High 60, above Too high 80|90.*above Too high 80, above High 60/.test(
          await trend.getAttribute("aria-valuetext") ?? "",
        ),
    );
    await page.keyboard.press("+");
    const trigger = page.getByRole("region", { name: "Trigger" });
    await trigger.getByRole("link", { name: "Own.Line1.Pump1.Pressure" }).waitFor();
    const why = page.getByRole("region", { name: "Explanation" });
    await why.getByText(/^Active for .* Own\.Line1\.Pump1\.Pressure must fall/).waitFor();
    await page.getByText("Open the bypass").waitFor();
    await page.getByRole("button", { name: /^Acknowledge/ }).click();
    await page.getByRole("region", { name: "Audit" }).getByText("acknowledged").waitFor();
  },
);

browserTest("selected events are acknowledged together, with one comment", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  await plant.press(2, 70);
  const { id } = await plant.raised(1);
  await plant.raised(2);
  const { page } = await open({ path: "/events", as: await userOf(on, "operator") });
  await page.getByRole("grid", { name: "Events, newest first" }).locator('[data-row="1"]').waitFor();
  await page.getByLabel("Select all shown rows").check();
  const bar = page.getByRole("group", { name: "Selected events" });
  await bar.getByText("2 events selected").waitFor();
  await on.client.ok("POST", `/api/rule-events/${id}/acknowledge`);
  await bar.getByLabel("Comment for all selected events").fill("Filter changed");
  await bar.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByText("1 acknowledged, 1 was already").waitFor();
  await page.getByText("acknowledged by operator-anna").waitFor();
  const { data } = await on.client.ok("GET", `/api/rule-events/${id}`);
  assertEquals([data.acknowledged_by, data.note], ["admin", "Filter changed"]);
  await bar.waitFor({ state: "detached" });
});

browserTest("an operator sees neither the audit log nor a delete button", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  const { page } = await open({ path: `/events/${id}`, as: await userOf(on, "operator") });
  await page.getByRole("button", { name: /^Acknowledge/ }).waitFor();
  await page.getByRole("region", { name: "Trigger" }).waitFor();
  assertEquals(await page.getByRole("region", { name: "Audit" }).count(), 0);
  assertEquals(await page.getByRole("button", { name: "Delete" }).count(), 0);
});

browserTest("a deleted event leaves the list, and its address says so", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  const { page } = await open({ path: `/events/${id}`, allow: /404/ });
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this event?" }).getByRole("button", { name: "Delete event" })
    .click();
  await page.getByText("No events yet").waitFor();
  await page.goto(`/events/${id}`);
  await page.getByRole("heading", { name: "Event not found" }).waitFor();
});

browserTest("all events that match the filters are exported as CSV", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 90);
  await on.event(plant.instances[0], (row) => row.severity === "critical");
  const { page } = await open({ path: "/events?severity=warning" });
  await page.getByText("1 event", { exact: true }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV", exact: true }).click();
  const file = await saving;
  assertEquals(file.suggestedFilename(), "andon-events.csv");
  const lines = (await Deno.readTextFile(await file.path())).trim().split("\r\n");
  assert(lines[0].startsWith("id,event_name,"));
  assertEquals(lines.length, 2);
  assertMatch(lines[1], /^\d+,Own\.Line1\.Pump1\.Pressure\.High,/);
  const savingForExcel = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitem", { name: "CSV for Excel" }).press("Enter");
  const bytes = await Deno.readFile(await (await savingForExcel).path());
  assertEquals([...bytes.slice(0, 5)], [0xEF, 0xBB, 0xBF, ...new TextEncoder().encode("id")]);
});

browserTest(
  "an event of a text stream shows the changes around it, and links to its location, instance and template",
  async ({ on, open }) => {
    await pumps(on);
    await on.streams.make("text", "Own.Line1.Pump1.State");
    await on.client.ok("POST", "/api/discover-assets");
    const template = await on.template({
      name: "Pump state",
      placeholders: [{ ...numberPlaceholder("STATE"), data_type: "STR" }],
      rules: [{
        event_name: "<STATE>.Faulted",
        conditions: [{ stream: "<STATE>", operator: "equals", value: "Faulted" }],
      }],
    });
    const instance = await on.deploy(template, { STATE: "Own.Line1.Pump1.State" }, "Pump 1 state");
    await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
    await on.client.ok("PUT", `/api/instances/${instance}`, { plant_node_floc_id: "NORTH" });
    await on.client.ok("POST", `/api/instances/${instance}/deploy`);
    const at = timeline();
    await on.streams.write("Own.Line1.Pump1.State", [at(0), "Running"], [at(1), "Faulted"]);
    const { id } = await on.event(instance, (row) => row.is_active);
    const { page } = await open({ path: `/events/${id}` });
    const changes = page.getByRole("region", { name: "Trend" }).getByRole("grid", { name: /^Changes/ });
    await changes.getByText("Faulted").waitFor();
    await changes.getByText("Running").waitFor();
    const facts = page.getByRole("region", { name: "Details" });
    const addressOf = (name: string) => facts.getByRole("link", { name }).getAttribute("href");
    assertEquals([
      await addressOf("Works North"),
      await addressOf("Pump state"),
      await addressOf("Pump 1 state"),
    ], [
      ...["/plant?node=NORTH", `/rules/${template}`, `/instances/${instance}`],
    ]);
  },
);

browserTest(
  "comments are a thread: two people write, names are offered while typing, an ended event takes them too",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const anna = await userOf(on, "operator");
    const { page } = await open({ path: `/events/${id}`, as: anna });
    const thread = page.getByRole("region", { name: "Comments" });
    await page.keyboard.press("n");
    await thread.getByRole("textbox", { name: "Comment" }).fill("The valve sticks");
    await page.keyboard.press("Control+Enter");
    await thread.getByRole("listitem").filter({ hasText: "operator-anna" }).getByText("The valve sticks")
      .waitFor();
    await on.client.ok("POST", `/api/rule-events/${id}/comments`, { text: "On my way" });
    await thread.getByText("On my way").waitFor();
    await on.client.ok("POST", `/api/rule-events/${id}/close`);
    await thread.getByRole("textbox", { name: "Comment" }).pressSequentially("Thanks @ad");
    await thread.getByRole("option", { name: "admin" }).waitFor();
    await page.keyboard.press("Enter");
    await eventuallyEquals(
      () => thread.getByRole("textbox", { name: "Comment" }).inputValue(),
      "Thanks @admin ",
    );
    await thread.getByRole("button", { name: "Add comment" }).click();
    await thread.locator("mark", { hasText: "@admin" }).waitFor();
    await eventuallyEquals(() => thread.getByRole("listitem").count(), 3);
    const { data } = await on.client.ok("GET", `/api/rule-events/${id}`);
    assertEquals([data.note.trim(), data.comment_count], ["Thanks @admin", 3]);
  },
);

browserTest(
  "comments, mentions, saved views and the person filter show display names",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const anna = { username: "akeller", password: "a password of hers" };
    await on.client.ok("POST", "/api/users", { ...anna, role: "engineer", display_name: "Anna Keller" });
    const own = await open({ path: `/events/${id}`, as: anna });
    const threadOn = (page: Page) => page.getByRole("region", { name: "Comments" });
    await own.page.keyboard.press("n");
    await threadOn(own.page).getByRole("textbox", { name: "Comment" }).fill("The valve sticks");
    await threadOn(own.page).getByRole("button", { name: "Add comment" }).click();
    await threadOn(own.page).getByText("The valve sticks").waitFor();
    await own.page.goto("/events?severity=warning");
    await own.page.getByRole("button", { name: "Views" }).click();
    await own.page.getByRole("button", { name: "Save this view" }).click();
    await own.page.getByLabel("Name").fill("Warnings");
    await own.page.getByLabel("For everybody").check();
    await own.page.getByRole("button", { name: "Save view" }).click();
    const { page } = await open({ path: `/events/${id}` });
    const thread = threadOn(page);
    await thread.getByRole("listitem").filter({ hasText: "Anna Keller" }).getByText("The valve sticks")
      .waitFor();
    const text = thread.getByRole("textbox", { name: "Comment" });
    await text.pressSequentially("Thanks @kel");
    await thread.getByRole("option", { name: /^Anna Keller/ }).waitFor();
    await page.keyboard.press("Enter");
    await eventuallyEquals(() => text.inputValue(), "Thanks @akeller ");
    await thread.getByRole("button", { name: "Add comment" }).click();
    await thread.locator("mark", { hasText: "@Anna Keller" }).waitFor();
    assertEquals(await thread.getByRole("list").getByText("akeller").count(), 0);
    // The filter waits for the names, however late they are read.
    const names = Promise.withResolvers<void>();
    await page.route("**/api/people", (route) => names.promise.then(() => route.continue()));
    await page.goto("/events");
    await page.getByRole("searchbox", { name: "Person" }).fill("anna keller");
    await page.keyboard.press("Enter");
    names.resolve();
    await page.waitForURL(/person=akeller/);
    await page.getByText("1 event", { exact: true }).waitFor();
    assertEquals(await page.getByRole("searchbox", { name: "Person" }).inputValue(), "Anna Keller");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByText("for all, by Anna Keller").waitFor();
  },
);

browserTest("a viewer reads the thread and has no field for a comment", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  await on.client.ok("POST", `/api/rule-events/${id}/comments`, { text: "Checked" });
  const { page } = await open({ path: `/events/${id}`, as: await userOf(on, "viewer") });
  await page.getByRole("region", { name: "Comments" }).getByText("Checked").waitFor();
  assertEquals(await page.getByRole("textbox", { name: "Comment" }).count(), 0);
});
