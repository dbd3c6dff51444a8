import { assertEquals } from "@std/assert";
import { seriousFindings } from "./support/axe.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";
import type { Page } from "playwright-core";

const ANNA = { username: "anna", password: "a password of hers" };

browserTest(
  "an admin creates an area and gives a user a role in it, who then acts there only",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    await plant.press(2, 70);
    const first = await on.event(plant.instances[0], (row) => row.is_active);
    const second = await on.event(plant.instances[1], (row) => row.is_active);
    const { page } = await open({ path: "/settings/areas" });
    await page.getByRole("button", { name: "New area" }).click();
    const form = page.getByRole("dialog", { name: "New area" });
    await form.getByLabel("Name").fill("Pumps of the north");
    await form.getByRole("button", { name: "Create area" }).click();
    await form.getByText("Select at least one location").waitFor();
    await form.getByRole("checkbox", { name: "Process hall" }).check();
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Create area" }).click();
    await page.getByRole("link", { name: "Pumps of the north" }).waitFor();

    await page.goto("/settings/users");
    await page.getByRole("button", { name: "New user" }).click();
    const user = page.getByRole("dialog", { name: "New user" });
    await user.getByLabel("User name").fill(ANNA.username);
    await user.getByLabel("Password").fill(ANNA.password);
    await user.getByLabel("Role in Pumps of the north").selectOption("operator");
    assertEquals(await seriousFindings(page), []);
    await user.getByRole("button", { name: "Create user" }).click();
    await page.getByText("operator in Pumps of the north").waitFor();

    const { page: own } = await open({ as: ANNA, path: `/events/${first.id}` });
    await own.getByRole("button", { name: "Acknowledge" }).click();
    await own.getByText(/Acknowledged/).first().waitFor();
    await own.goto(`/events/${second.id}`);
    await own.getByText("You act in your areas only; this event belongs to no area.").waitFor();
    assertEquals(await own.getByRole("button", { name: "Acknowledge" }).count(), 0);
    assertEquals(await own.getByRole("button", { name: "Add comment" }).count(), 0);
  },
);

browserTest(
  "my areas limit the lists of this browser, and the header counts the whole plant",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["AREA"] });
    await plant.press(1, 70);
    await plant.press(2, 70);
    for (const instance of plant.instances.slice(0, 2)) await on.event(instance, (row) => row.is_active);
    const { total } = (await on.client.ok("GET", "/api/rule-events/history?area=1")).pagination;
    const { page } = await open({ path: "/events" });
    await page.getByRole("button", { name: "Whole plant" }).click();
    await page.getByRole("checkbox", { name: "Hall" }).check();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("status").getByText(`${total} event${total === 1 ? "" : "s"} in Hall`).waitFor();
    await page.goto("/instances");
    await page.getByRole("button", { name: "Hall" }).waitFor();
    await page.getByRole("status").getByText("1 instance", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Pump 1" }).waitFor();
    assertEquals(await page.getByRole("link", { name: "Pump 2" }).count(), 0);
    await page.goto("/wall");
    await page.getByRole("button", { name: "Filter: 1" }).waitFor();
    await page.getByText(/more in other areas or severities/).waitFor();
    await page.getByRole("banner").getByText("2", { exact: true }).first().waitFor();
  },
);

/** Pump 1 stands in the area Hall, pump 2 nowhere; a site South is in no area. */
async function plantWithHall(on: RunningSystem) {
  const plant = await placedPumps(on);
  const south = { floc_id: "SOUTH", name: "Works South", node_type: "site", parent_id: "WORKS" };
  await on.client.ok("POST", "/api/plant-model", south);
  const packing = { floc_id: "PACKING", name: "Packing", node_type: "area", parent_id: "SOUTH" };
  await on.client.ok("POST", "/api/plant-model", packing);
  const { data } = await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["AREA"] });
  return { ...plant, area: data.id as number };
}

async function chooseHall(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Whole plant" }).click();
  const dialog = page.getByRole("dialog", { name: "My areas" });
  await dialog.getByRole("checkbox", { name: "Hall" }).check();
  await dialog.getByRole("button", { name: "Close" }).click();
}

browserTest(
  "my areas limit the overview, the shift and the alarm quality, which say what is active elsewhere",
  async ({ on, open }) => {
    const plant = await plantWithHall(on);
    await plant.press(1, 70);
    await plant.press(2, 90);
    const [first, second] = [await plant.raised(1), await plant.raised(2)];
    for (const [{ id }, text] of [[first, "Seal is wet"], [second, "Valve sticks"]] as const) {
      await on.client.ok("POST", `/api/rule-events/${id}/comments`, { text });
    }
    const elsewhere = "Only Hall is shown. 2 events are active elsewhere, 1 critical.";
    const { page } = await open({ path: "/" });
    const main = page.getByRole("main");
    const tile = (name: string, count: number) =>
      main.getByRole("listitem").getByRole("link", { name: new RegExp(`^${count} ${name}`) });
    await tile("Critical", 1).waitFor();
    await tile("Warning", 2).waitFor();
    await main.getByRole("treeitem", { name: /Works South/ }).waitFor();
    await chooseHall(page);
    await main.getByText(elsewhere).waitFor();
    await tile("Critical", 0).waitFor();
    await tile("Warning", 1).waitFor();
    await main.getByRole("treeitem", { name: /Process hall/ }).waitFor();
    assertEquals(await main.getByRole("treeitem", { name: /Works South/ }).count(), 0);
    await main.getByText("1 of 1 running").waitFor();
    await main.getByText("1 event in 2 h").waitFor();
    for (const region of ["Latest events", "Bad actors"]) {
      await eventuallyEquals(
        () => main.getByRole("region", { name: region }).getByRole("listitem").count(),
        1,
      );
    }
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("banner").getByRole("link", { name: /Critical: 1 .*Warning: 2 / }).waitFor();

    for (const { id } of [first, second]) {
      await on.client.ok("POST", `/api/rule-events/${id}/shelve`, { minutes: 30, reason: `Shelf of ${id}` });
    }
    await page.goto("/hidden");
    await main.getByText(/^1 event in Hall, 1 elsewhere:/).waitFor();
    assertEquals(await main.getByText(`Shelf of ${second.id}`).count(), 0);
    await main.getByText(`Shelf of ${first.id}`).waitFor();
    for (const { id } of [first, second]) await on.client.ok("POST", `/api/rule-events/${id}/unshelve`);

    await page.goto("/shift");
    await main.getByText(elsewhere).waitFor();
    await main.getByText("1 event raised").waitFor();
    await main.getByText("Seal is wet").waitFor();
    await main.getByRole("heading", { name: "Came and went" }).waitFor();
    assertEquals(await main.getByText("Valve sticks").count(), 0);
    assertEquals(await main.locator("section:not(#changes)").getByText("Pump 2").count(), 0);
    await main.getByRole("region", { name: /^What changed in the whole plant/ }).waitFor();
    assertEquals(await seriousFindings(page), []);
    // What is raised elsewhere changes the note, and nothing else.
    await plant.press(2, 20);
    await main.getByText("Only Hall is shown. No event is active elsewhere.").waitFor();
    await main.getByText("1 event raised").waitFor();

    await page.goto("/quality");
    await main.getByText("Only Hall is shown.").waitFor();
    const actors = main.getByRole("region", { name: "Bad actors" });
    await actors.getByText("Feed pump").or(actors.getByText("Pump 1")).first().waitFor();
    assertEquals(await actors.getByText("Pump 2").count(), 0);
    const { data } = await on.client.ok("GET", `/api/alarm-statistics?area=${plant.area}`);
    await main.getByRole("definition").filter({ hasText: "per ten minutes" }).first()
      .getByText(String(data.events), { exact: true }).waitFor();
    assertEquals(await seriousFindings(page), []);
    await main.getByRole("button", { name: "Hall" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Whole plant" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await actors.getByText("Pump 2").first().waitFor();
    assertEquals(await main.getByText("Only Hall").count(), 0);
  },
);

browserTest(
  "somebody with a role in one area is offered what it allows, and told what it does not",
  async ({ on, open }) => {
    const plant = await plantWithHall(on);
    const [one, two] = plant.instances;
    const eva = { username: "eva", password: "a password of hers" };
    const grants = [{ role: "engineer", area_ids: [plant.area] }];
    await on.client.ok("POST", "/api/users", { ...eva, role: "viewer", grants });
    await plant.press(1, 70);
    await plant.press(2, 70);
    await plant.raised(1);
    await plant.raised(2);
    const { page } = await open({ as: eva, path: "/events" });
    const main = page.getByRole("main");
    const selectAll = () => main.getByRole("checkbox", { name: "Select all" }).check();

    await selectAll();
    const events = main.getByRole("group", { name: "Selected events" });
    await events.getByText("1 of 2 selected events is outside your areas and stays as it is.").waitFor();
    await events.getByRole("button", { name: "Acknowledge 1", exact: true }).waitFor();
    assertEquals(await seriousFindings(page), []);

    await page.goto("/shift");
    const waiting = main.getByRole("region", { name: /^Not acknowledged/ });
    await waiting.getByRole("listitem").nth(1).waitFor();
    await waiting.getByRole("button", { name: /^Ack: acknowledge Feed pump.*: High$/ }).waitFor();
    await main.getByRole("heading", { name: "Not acknowledged 2", exact: true }).waitFor();
    await eventuallyEquals(() => waiting.getByRole("button", { name: /^Ack/ }).count(), 1);

    await page.goto("/wall");
    await main.getByRole("group", { name: /Pump 2/ }).waitFor();
    await main.getByRole("button", { name: /^Ack/ }).waitFor();
    await page.keyboard.press("A");
    const all = page.getByRole("dialog", { name: "Acknowledge all shown events?" });
    await all.getByText("1 of 2 events is outside your areas and stays as it is.").waitFor();
    await all.getByRole("button", { name: "Acknowledge" }).click();
    await eventually("one is acknowledged", async () => {
      const { data } = await on.client.ok("GET", "/api/rule-events/active");
      return data.filter((row: { acknowledged_at: string | null }) => row.acknowledged_at !== null).length ===
        1;
    });
    await all.waitFor({ state: "hidden" });
    await main.getByRole("button", { name: /^Ack/ }).waitFor({ state: "hidden" });
    await page.keyboard.press("A");
    await page.getByText("You act in your areas only; this event belongs to none of them.").waitFor();

    await page.goto("/plant?node=NORTH");
    await main.getByText("You act in your areas only; this location belongs to no area.").waitFor();
    assertEquals(await main.getByRole("button", { name: /Rename|Delete|New enterprise/ }).count(), 0);
    await page.goto("/plant?node=LINE2");
    await main.getByRole("button", { name: "Rename or move" }).click();
    const parents = page.getByRole("dialog").getByLabel("Parent").getByRole("option");
    await eventuallyEquals(() => parents.count(), 1);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

    await page.goto(`/instances/${two}?change`);
    await main.getByText("You act in your areas only; this instance belongs to no area.").waitFor();
    assertEquals(await main.getByRole("button", { name: "Save" }).count(), 0);

    await page.goto("/instances");
    await selectAll();
    const bar = main.getByRole("group", { name: "Selected instances" });
    await bar.getByText("1 of 2 selected instances is outside your areas and stays as it is.").waitFor();
    await bar.getByRole("button", { name: "Undeploy 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undeploy" }).click();
    await page.getByRole("dialog").getByText("1 of 1, 1 undeployed").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const isDeployed = async (id: number) =>
      (await on.client.ok("GET", `/api/instances/${id}`)).data.is_deployed;
    assertEquals([await isDeployed(one), await isDeployed(two)], [false, true]);
    await main.getByRole("checkbox", { name: "Select Pump 2" }).check();
    await bar.getByText("You act in your areas only; this selected instance belongs to none of them.")
      .waitFor();
    assertEquals(await bar.getByRole("button").allInnerTexts(), ["Clear selection"]);

    await page.goto(`/instances/new?template=${plant.template}`);
    await main.getByLabel("Name", { exact: true }).fill("Pump 3");
    await main.getByRole("combobox", { name: "VALUE" }).fill("Own.Line1.Pump2.Pressure");
    await page.keyboard.press("Escape");
    await main.getByText("In your areas: Hall").waitFor();
    await main.getByRole("button", { name: "Create and deploy" }).click();
    await main.getByText("You act in your areas only; choose a location in Hall").first().waitFor();
    assertEquals(await seriousFindings(page), []);
    const location = main.getByRole("combobox", { name: "Location" });
    await location.fill("Works");
    await page.getByRole("option", { name: /Process hall/ }).first().waitFor();
    assertEquals(await page.getByRole("option", { name: /South/ }).count(), 0);
    await page.getByRole("option", { name: /LINE2/ }).first().click();
    await main.getByRole("button", { name: "Create and deploy" }).click();
    await page.getByRole("heading", { name: "Pump 3" }).waitFor();
  },
);
