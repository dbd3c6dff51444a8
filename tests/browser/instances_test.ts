import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "an instance is bound by search, deployed, and shows the state of its conditions live",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: "/instances" });
    await page.getByText("2 instances").waitFor();
    await page.getByRole("link", { name: "New instance" }).click();
    await page.getByLabel("Template").selectOption({ label: "Pump pressure" });
    const stream = page.getByRole("combobox", { name: "VALUE" });
    await stream.click();
    await stream.pressSequentially("pump2 pres");
    await page.getByRole("option", { name: /Pump2/ }).waitFor();
    await stream.press("Enter");
    await page.getByLabel("Name", { exact: true }).fill("Pump 2 again");
    await page.getByRole("button", { name: "Create and deploy" }).click();
    await page.getByRole("heading", { name: "Pump 2 again" }).waitFor();
    const seen = page.getByRole("region", { name: "Rules" });
    await page.getByText("Running").waitFor();
    await plant.press(2, 70);
    await seen.getByText("70").first().waitFor();
    await seen.getByRole("link", { name: "active event" }).waitFor();
    await eventuallyEquals(() => seen.locator(".evaluation-truth").allInnerTexts(), ["false", "true"]);
    await seen.getByText(/^Active for .* must fall to .* or less \(is 70\)\.$/).waitFor();
    await seen.getByText(/^Evaluated until /).waitFor();
    await page.getByRole("region", { name: "Recent events" }).getByText("active").waitFor();
  },
);

browserTest("errors are shown at their fields, and no input is lost", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/instances/new", allow: /400/ });
  await page.getByLabel("Template").selectOption({ label: "Pump pressure" });
  await page.getByLabel("Name", { exact: true }).fill("Pump 1");
  await page.getByRole("combobox", { name: "VALUE" }).fill("No.Such.Stream");
  await page.getByRole("button", { name: "Create and deploy" }).click();
  await page.locator(".field .issue", { hasText: 'No stream is named "No.Such.Stream"' }).waitFor();
  assertEquals(await page.getByLabel("Name", { exact: true }).inputValue(), "Pump 1");
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" })
    .click();
  assertMatch(page.url(), /\/instances\/new$/);
});

browserTest(
  "a deployed instance is changed and deleted after its undeployment is confirmed",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/instances", allow: /403|404/ });
    await page.getByRole("link", { name: "Pump 1" }).click();
    await page.getByRole("button", { name: /^Edit/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("Pump one");
    await page.getByRole("button", { name: "Save" }).click();
    const guard = page.getByRole("dialog", { name: "The instance is deployed" });
    await guard.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing is saved; the instance stays deployed").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await guard.getByRole("button", { name: "Undeploy, save and deploy" }).click();
    await page.getByRole("heading", { name: "Pump one" }).waitFor();
    await page.getByText("Running").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await guard.getByRole("button", { name: "Undeploy and delete" }).click();
    await page.getByText("1 instance", { exact: true }).waitFor();
    assertEquals((await on.client.ok("GET", "/api/instances")).data.length, 1);
  },
);

browserTest(
  "a pattern is previewed, creates instances, and all are deployed with a result for each",
  async ({ on, open }) => {
    await pumps(on);
    await on.streams.make("number", ...[3, 4, 5].map((pump) => `Own.Line1.Pump${pump}.Pressure`));
    await on.client.ok("POST", "/api/discover-assets");
    for (const pump of [3, 4]) {
      const node = { floc_id: `P-${pump}`, name: `Pump ${pump}`, node_type: "area", parent_id: "NORTH" };
      await on.client.ok("POST", "/api/plant-model", node);
    }
    const { page } = await open({ path: "/instances/bulk" });
    await page.getByLabel("Template").selectOption({ label: "Pump pressure" });
    const pattern = page.getByRole("combobox", { name: "VALUE" });
    await pattern.click();
    await pattern.pressSequentially("pump3");
    await pattern.press("Enter");
    await page.getByRole("button", { name: "Pump3" }).click();
    await page.getByText(/5 streams match/).waitFor();
    await page.getByLabel("Name of each instance").fill("Watch *");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Will be created 5" }).waitFor();
    const placed = page.getByRole("grid", { name: "Instances of the pattern" }).locator("[data-row]")
      .filter({ hasText: "Pump 4, Works North" });
    assertMatch(await placed.innerText(), /Watch Pump4/);
    await page.getByRole("combobox", { name: "Location of each instance" }).selectOption("No location");
    await page.getByText("The form has changed. Preview again.").waitFor();
    await page.getByRole("button", { name: "Preview" }).click();
    await eventuallyEquals(() => placed.count(), 0);
    await page.getByRole("combobox", { name: "Location of each instance" }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Choose a plant node, or enter its id").waitFor();
    await page.getByRole("combobox", { name: "Location of each instance" }).selectOption({ index: 0 });
    await page.getByRole("button", { name: "Preview" }).click();
    await placed.waitFor();
    assertEquals((await on.client.ok("GET", "/api/instances")).data.length, 2);
    await page.getByLabel("Create Watch Pump4").uncheck();
    await page.getByText("1 instance left out").waitFor();
    await page.getByRole("button", { name: "Create 4 instances" }).click();
    await page.getByRole("button", { name: "Deploy all 4" }).click();
    await page.getByRole("dialog").getByText("4 of 4, 4 deployed").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    const { data } = await on.client.ok("GET", "/api/instances?is_deployed=true");
    assertEquals(data.length, 6);
    assert(data.every((row: { instance_name: string }) => row.instance_name !== "Watch Pump4"));
    const watch3 = data.find((row: { instance_name: string }) => row.instance_name === "Watch Pump3");
    assertEquals(watch3.plant_node_floc_id, "P-3");
  },
);

browserTest(
  "the address holds filters and order; selected rows are undeployed and deployed, also by keys",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/instances?state=deployed" });
    await page.getByText("2 instances").waitFor();
    await page.getByRole("button", { name: "Instance", exact: true }).click();
    await eventually(
      "the order stands in the address",
      () => page.url().endsWith("?state=deployed&sort=name"),
    );
    await page.reload();
    await page.locator('[role=columnheader][aria-sort="ascending"]').waitFor();
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press("Space");
    await page.getByText("1 instance selected").waitFor();
    await page.getByLabel("Select all shown rows").check();
    await page.getByRole("button", { name: "Undeploy 2" }).click();
    await page.getByRole("dialog", { name: "Undeploy 2 instances?" }).getByRole("button", {
      name: "Undeploy",
    })
      .click();
    await page.getByRole("dialog").getByText("2 of 2, 2 undeployed").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("No instances match the filters").waitFor();
    await page.getByLabel("State").selectOption("not_deployed");
    await deploySelected(page);
    assertEquals((await on.client.ok("GET", "/api/instances?is_deployed=true")).data.length, 2);
  },
);

async function deploySelected(page: Page): Promise<void> {
  await page.getByLabel("Select Pump 1").check();
  await page.getByLabel("Select Pump 2").check();
  await page.getByRole("button", { name: "Deploy 2" }).click();
  await page.getByRole("dialog").getByText("2 of 2, 2 deployed").waitFor();
}

browserTest("selected instances are deleted together; deployed ones stay", async ({ on, open }) => {
  const plant = await pumps(on);
  for (const at of [3, 4]) {
    await on.client.ok("POST", "/api/instances", {
      template_id: plant.template,
      instance_name: `Spare ${at}`,
      placeholders: [{ placeholder_name: "VALUE", stream_name: "Own.Line1.Pump1.Pressure" }],
    });
  }
  const { page } = await open({ path: "/instances" });
  await page.getByLabel("Select all shown rows").check();
  await page.getByRole("button", { name: "Delete 2" }).click();
  await page.getByRole("dialog", { name: "Delete 2 instances?" }).getByRole("button", { name: "Delete" })
    .click();
  await page.getByRole("dialog").getByText("2 of 2, 2 deleted").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("2 instances", { exact: true }).waitFor();
  const { data } = await on.client.ok("GET", "/api/instances");
  assertEquals(data.map(({ instance_name }: { instance_name: string }) => instance_name), [
    "Pump 1",
    "Pump 2",
  ]);
});

browserTest("a location is found by search, and comes from the stream's asset", async ({ on, open }) => {
  await pumps(on);
  await on.client.ok("POST", "/api/plant-model", {
    floc_id: "PUMP-2",
    name: "Pump2",
    node_type: "area",
    parent_id: "NORTH",
  });
  const { page } = await open({ path: "/instances/new" });
  await page.getByLabel("Template").selectOption({ label: "Pump pressure" });
  const place = page.getByRole("combobox", { name: "Location" });
  const stream = page.getByRole("combobox", { name: "VALUE" });
  await stream.click();
  await stream.pressSequentially("pump2 pres");
  await stream.press("Enter");
  await page.getByText("From the stream's asset, Own.Line1.Pump2").waitFor();
  await eventuallyEquals(() => place.inputValue(), "Works North / Pump2");
  await place.click();
  await place.pressSequentially("works nor");
  await page.getByRole("option", { name: /^Works North NORTH/ }).waitFor();
  await place.press("Enter");
  await eventuallyEquals(() => place.inputValue(), "Works North");
  await page.getByRole("button", { name: "Create and deploy" }).click();
  await page.getByText("Running").waitFor();
  const { data } = await on.client.ok("GET", "/api/instances");
  assertEquals(data.at(-1).plant_node_floc_id, "NORTH");
});

browserTest(
  "the filled-in name and location follow the stream until a person edits them, and then stay",
  async ({ on, open }) => {
    await pumps(on);
    const node = { node_type: "area", parent_id: "NORTH" };
    await on.client.ok("POST", "/api/plant-model", { ...node, floc_id: "PUMP-1", name: "Pump1" });
    await on.streams.make("number", "Own.Elsewhere.Fan.Speed");
    await on.client.ok("POST", "/api/discover-assets");
    const { page } = await open({ path: "/instances/new" });
    await page.getByLabel("Template").selectOption({ label: "Pump pressure" });
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    const place = page.getByRole("combobox", { name: "Location" });
    const shown = async () => [await name.inputValue(), await place.inputValue()];
    const choose = async (stream: string) => {
      await page.getByRole("combobox", { name: "VALUE" }).fill(stream);
      await page.getByRole("combobox", { name: "VALUE" }).press("Escape");
    };
    await choose("Own.Line1.Pump1.Pressure");
    await eventuallyEquals(shown, ["Line1 Pump1 pump pressure", "Works North / Pump1"]);
    const marked = page.getByText("filled in", { exact: true });
    await eventuallyEquals(() => marked.count(), 2);
    await page.getByRole("status").filter({ hasText: "Location filled in: Works North / Pump1" }).waitFor();
    assertEquals(await described(name), ["filled in", "From the stream; stays as it is once you change it"]);
    await choose("Own.Line1.Pump2.Pressure");
    await eventuallyEquals(shown, ["Line1 Pump2 pump pressure", ""]);
    await page.getByText("No location clearly matches the stream's asset, Own.Line1.Pump2").waitFor();
    await choose("Own.Line1.Pump1.Pressure");
    await eventuallyEquals(shown, ["Line1 Pump1 pump pressure", "Works North / Pump1"]);
    await place.fill("");
    await name.fill("Feed pump");
    await choose("Own.Elsewhere.Fan.Speed");
    await eventuallyEquals(shown, ["Feed pump", ""]);
    await choose("Own.Line1.Pump1.Pressure");
    await page.getByRole("button", { name: "Use “Works North / Pump1”" }).waitFor();
    assertEquals(
      [await shown(), await marked.count()],
      [["Feed pump", ""], 0],
      "cleared by hand, it stays empty",
    );
    await page.getByRole("button", { name: "Use “Line1 Pump1 pump pressure”" }).click();
    await choose("Own.Elsewhere.Fan.Speed");
    await eventuallyEquals(shown, ["Elsewhere Fan pump pressure", ""]);
    await page.getByRole("button", { name: "Create and deploy" }).click();
    await page.getByText("Running").waitFor();
    const { data } = await on.client.ok("GET", "/api/instances");
    assertEquals([data.at(-1).instance_name, data.at(-1).plant_node_floc_id], [
      "Elsewhere Fan pump pressure",
      null,
    ]);
  },
);

/** The texts that a screen reader says of a field besides its label. */
async function described(field: Locator): Promise<string[]> {
  const ids = (await field.getAttribute("aria-describedby") ?? "").split(" ");
  return await field.page().locator(ids.map((id) => `[id="${id}"]`).join()).allInnerTexts();
}

browserTest("a template saved a moment ago is chosen by its link to a new instance", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/instances/new" });
  await page.getByLabel("Template").waitFor();
  let letRead = () => {};
  const isLate = new Promise<void>((resolve) => letRead = resolve);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.getByRole("link", { name: "New template" }).click();
  await page.getByLabel("Name").first().fill("Seal leak");
  await page.getByLabel("Limit", { exact: true }).fill("80");
  // The list of templates comes late, so that the page shows the one that it kept.
  await page.route(/api\/templates\?detail=brief/, async (route) => {
    await isLate;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Create instance" }).first().click();
  await page.getByRole("heading", { name: "New instance" }).waitFor();
  letRead();
  await page.getByRole("combobox", { name: "VALUE" }).waitFor();
  const chosen = page.getByLabel("Template").locator("option:checked");
  await eventuallyEquals(() => chosen.innerText(), "Seal leak");
});

browserTest("an operator sees instances without any controls to change them", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/instances", as: await userOf(on, "operator") });
  await page.getByRole("link", { name: "Pump 1" }).click();
  await page.getByRole("region", { name: "Rules" }).getByText("Too high").waitFor();
  for (const name of [/^Undeploy/, /^Edit/, "Delete"]) {
    assertEquals(await page.getByRole("button", { name }).count(), 0);
  }
});

browserTest(
  "a backfill of a deployed instance is previewed, then written as events",
  async ({ on, open }) => {
    await pumps(on);
    const before = (seconds: number) => new Date(Date.now() - 3_600_000 + seconds * 1_000).toISOString();
    await on.streams.write("Own.Line1.Pump1.Pressure", [before(0), 70], [before(60), 10]);
    const { page } = await open({ path: "/instances" });
    await page.getByRole("link", { name: "Pump 1" }).click();
    await page.getByRole("button", { name: "Backfill" }).click();
    const dialog = page.getByRole("dialog", { name: "Backfill" });
    await dialog.getByRole("button", { name: "1 day" }).click();
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("1 event began and ended in this time; 1 to write.").waitFor();
    await dialog.getByRole("button", { name: "Write 1 event" }).click();
    await page.getByText("Wrote 1 event of the past").waitFor();
    await page.getByRole("region", { name: "Recent events" }).getByRole("link").last().click();
    await page.getByText("backfilled").first().waitFor();
    await page.goto("/events");
    await page.getByText("normal, backfilled").waitFor();
  },
);

browserTest(
  "the state at a past time, in the plant's time zone, is held by the address and leads back to the current state",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    const { page } = await open({ path: `/instances/${plant.instances[0]}` });
    const seen = page.getByRole("region", { name: "Rules" });
    await seen.getByRole("link", { name: "active event" }).waitFor();
    await seen.getByLabel("Past time").fill("2026-01-31T07:05:09");
    await seen.getByRole("button", { name: "Show at this time" }).click();
    await page.getByRole("heading", { name: "State at 2026-01-31 07:05:09" }).waitFor();
    assertEquals(new URL(page.url()).searchParams.get("at"), "2026-01-31T07:05:09.000Z");
    await seen.getByText(/evaluated again with the current rules and bindings/).waitFor();
    await page.reload();
    await seen.getByText(/evaluated again/).waitFor();
    assertEquals(await seen.getByLabel("Past time").inputValue(), "2026-01-31 07:05:09");
    await seen.getByRole("link", { name: "Show current state" }).click();
    await seen.getByRole("link", { name: "active event" }).waitFor();
  },
);

browserTest(
  "a new instance loads the brief list and one template only; typed values survive a change of template",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const other = await on.template({
      name: "Other pump",
      placeholders: [numberPlaceholder("VALUE"), numberPlaceholder("FLOW")],
      rules: [{}],
    });
    const read: string[] = [];
    const { page } = await open({
      path: `/instances/new?template=${plant.template}`,
      prepare: (page) => {
        page.on("request", (request) => read.push(request.url().replace(/^.*\/api/, "/api")));
        return Promise.resolve();
      },
    });
    const value = page.getByRole("combobox", { name: "VALUE" });
    await value.fill("Own.Line1.Pump2.Pressure");
    await page.getByLabel("Template").selectOption({ label: "Other pump" });
    await page.getByRole("combobox", { name: "FLOW" }).waitFor();
    await eventuallyEquals(() => value.inputValue(), "Own.Line1.Pump2.Pressure");
    assert(read.includes(`/api/templates/${plant.template}`) && read.includes(`/api/templates/${other}`));
    assertEquals(read.filter((path) => path === "/api/templates"), []);
    await page.goto(`/instances/bulk?template=${plant.template}`);
    await page.getByText("a stream or a pattern").first().waitFor();
    assertEquals(read.filter((path) => path === "/api/templates"), []);
  },
);
