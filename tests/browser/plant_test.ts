import { assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { boxOf } from "./support/box.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "locations are added, renamed with undo, moved and deleted; a location in use lists its users",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: "/plant", allow: /40[03]/ });
    const tree = page.getByRole("tree", { name: "Plant" });
    await tree.getByText("Works North").click();
    assertMatch(page.url(), /node=NORTH$/);
    await page.getByRole("button", { name: "Add child" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Hall 1");
    await dialog.getByLabel("Functional location").fill("..");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.locator(".issue").getByText(/Must not be/).waitFor();
    await dialog.getByLabel("Functional location").fill("HALL 1");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Hall 1" }).waitFor();
    await page.getByRole("button", { name: "Rename or move" }).click();
    await dialog.getByLabel("Name").fill("Hall one");
    await dialog.getByRole("button", { name: "Save" }).click();
    await tree.getByText("Hall one").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await tree.getByText("Hall 1").waitFor();
    const south = { floc_id: "SOUTH", name: "Works South", node_type: "site", parent_id: "WORKS" };
    await on.client.ok("POST", "/api/plant-model", south);
    await tree.getByText("Works South").waitFor();
    await page.getByRole("button", { name: "Rename or move" }).click();
    await dialog.getByLabel("Parent").selectOption("SOUTH");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Works South / Hall 1").waitFor();
    await on.client.ok("POST", `/api/instances/${plant.instances[0]}/undeploy`);
    await on.client.ok("PUT", `/api/instances/${plant.instances[0]}`, { plant_node_floc_id: "HALL 1" });
    await remove();
    const inUse = page.getByRole("dialog", { name: "Hall 1 is in use" });
    await inUse.getByRole("link", { name: "Pump 1" }).waitFor();
    await inUse.getByRole("button", { name: "Close" }).click();
    await on.client.ok("PUT", `/api/instances/${plant.instances[0]}`, { plant_node_floc_id: null });
    await remove();
    await page.getByRole("heading", { name: "Works South" }).waitFor();
    await eventually("it is deleted", async () => await tree.getByText("Hall 1").count() === 0);

    async function remove(): Promise<void> {
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete location" }).click();
    }
  },
);

browserTest(
  "a location rolls up the active events below it, with its instances and streams",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const [instance] = plant.instances;
    await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
    await on.client.ok("PUT", `/api/instances/${instance}`, { plant_node_floc_id: "NORTH" });
    await on.client.ok("POST", `/api/instances/${instance}/deploy`);
    const { page } = await open({ path: "/plant?node=WORKS" });
    await page.getByRole("treeitem", { name: /normal.*Example Works/ }).waitFor();
    await plant.press(1, 70);
    const active = page.getByRole("region", { name: "Active events" });
    await active.getByRole("link", { name: /High/ }).waitFor();
    await plant.press(1, 90);
    await page.getByRole("treeitem", { name: /Critical.*Example Works/ }).waitFor();
    await active.getByText("Too high").waitFor();
    await active.locator('[data-row="0"]').getByText("Too high").waitFor();
    await page.getByRole("region", { name: "Instances" }).getByRole("link", { name: "Pump 1" }).waitFor();
    await page.getByRole("region", { name: "Streams" }).getByText("90").waitFor();
  },
);

browserTest(
  "a stream is found by search and shows its value and a zoomable trend with thresholds and events",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: "/plant/streams" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByLabel("Search").fill("pump1 pressure");
    await eventually("the address holds the search", () => page.url().endsWith("?find=pump1+pressure"));
    await page.getByRole("link", { name: "Own.Line1.Pump1.Pressure" }).click();
    await page.getByRole("heading", { name: "Own.Line1.Pump1.Pressure" }).waitFor();
    const watching = page.getByRole("region", { name: "Used by" });
    await watching.getByText("Too high 80").waitFor();
    assertEquals(asked.filter((url) => /\/api\/(templates|instances)$/.test(url)), [], "whole lists");
    await watching.getByRole("link", { name: "Pump 1" }).waitFor();
    await page.getByRole("region", { name: "Events of these rules" }).getByText("Too high")
      .waitFor();
    await page.locator(".stream-now").getByText("90").waitFor();
    await plant.press(1, 95);
    await page.locator(".stream-now").getByText("95").waitFor();
    await page.getByRole("button", { name: "8 h", exact: true }).click();
    await eventually("the address holds the span", () => page.url().endsWith("?range=8h"));
    await page.getByRole("slider").hover();
    const box = await boxOf(page.getByRole("slider"));
    await page.mouse.move(box.x + box.width * 0.6, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 80, { steps: 4 });
    await page.mouse.up();
    await eventually("the address holds the zoomed range", () => /\?from=.*&to=/.test(page.url()));
    await page.getByRole("slider", { name: /Trend of/ }).waitFor();
  },
);

browserTest("a viewer sees the plant without any controls to change it", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/plant?node=NORTH", as: await userOf(on, "viewer") });
  await page.getByRole("heading", { name: "Works North" }).waitFor();
  for (const name of ["Add child", "Rename or move", "Delete", "New enterprise"]) {
    assertEquals(await page.getByRole("button", { name }).count(), 0);
  }
});
