import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest } from "./support/browser_test.ts";
import { beginMinute, ownClock, passTime } from "./support/own_clock.ts";

const STREAMS = [
  "Dairy.Cup1.Filler.Speed",
  "Dairy.Cup1.Packer.Speed",
  "Dairy.Cup2.Filler.Speed",
];

const row = (page: Page, name: string) =>
  page.getByRole("tree", { name: "Proposed locations" }).getByRole("treeitem", { name });

browserTest(
  "a plant is proposed from names, edited, created within the rate limit and not twice",
  async ({ on, open }) => {
    await on.streams.make("number", ...STREAMS);
    await on.configure();
    const { page } = await open({ path: "/plant", allow: /429/, prepare: ownClock });
    await page.getByRole("link", { name: "Propose it from the names of assets" }).click();
    const editor = page.getByRole("region", { name: "Location" });
    await row(page, "Cup1").click();
    await editor.getByLabel("Name").fill("Yoghurt line");
    await editor.getByLabel("Level").selectOption("process_cell");
    await editor.getByRole("button", { name: "Apply" }).click();
    await row(page, "Yoghurt line").getByText("process cell").waitFor();
    await row(page, "Cup2").click();
    await editor.getByRole("button", { name: "Leave out with what is below" }).click();
    await row(page, "Cup2").getByText("left out").waitFor();
    await editor.getByRole("button", { name: "Take in" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, "Cup2").getByText("left out").waitFor();
    await row(page, "Site").click();
    await editor.getByLabel("Name").fill("North");
    await page.keyboard.press("Enter");
    await row(page, "North").waitFor();
    await beginMinute(page);
    await page.evaluate(`(async () => { while ((await fetch("/api/auth/session")).status === 200); })()`);
    await page.getByRole("button", { name: /^Create \d+ locations$/ }).click();
    const creation = page.getByRole("region", { name: "Creation" });
    await creation.getByText(/Waiting for the rate limit, goes on in \d+ s/).waitFor();
    await passTime(page, 60_000);
    await creation.getByText(/^\d+ of \d+ assets have a location/).waitFor();
    assertEquals(await creation.getByRole("listitem").count(), 0);
    await creation.getByRole("link", { name: "Open the plant" }).click();
    const plant = page.getByRole("tree", { name: "Plant" });
    await plant.getByRole("treeitem", { name: "Yoghurt line" }).waitFor();
    assertEquals(await plant.getByRole("treeitem", { name: "Cup2" }).count(), 0);
    const { data } = await on.client.ok("GET", "/api/plant-model/Dairy.Cup1");
    assertEquals([data.node_type, data.name], ["process_cell", "Yoghurt line"]);
    await page.getByRole("link", { name: "Locations from names" }).click();
    await row(page, "Yoghurt line").getByText("process cell, exists").waitFor();
    await page.getByText("2 new locations").first().waitFor();
  },
  { environment: { RATE_LIMIT_DEFAULT: "100", RATE_LIMIT_BY: "person" } },
);

browserTest("a location that was created since the plant was seen is not proposed", async ({ on, open }) => {
  await on.streams.make("number", ...STREAMS);
  await on.configure();
  const { page } = await open({ path: "/plant" });
  const link = page.getByRole("link", { name: "Propose it from the names of assets" });
  await link.waitFor();
  const isAnswered = Promise.withResolvers<void>();
  await page.route("**/api/plant-model", async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  const created = { floc_id: "Dairy.Cup1", name: "Cup1", node_type: "enterprise" };
  await on.client.ok("POST", "/api/plant-model", created);
  await link.click();
  await row(page, "Cup1").getByText("production line").waitFor();
  isAnswered.resolve();
  await row(page, "Cup1").getByText("enterprise, exists").waitFor();
});
