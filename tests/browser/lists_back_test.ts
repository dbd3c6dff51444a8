import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

interface Boxed {
  getBoundingClientRect(): { bottom: number };
}

const scrollOf = (page: Page, name: RegExp) =>
  page.getByRole("grid", { name }).evaluate((grid: { scrollTop: number }) => grid.scrollTop);

async function leaveAndReturn(page: Page, { name, heading }: { name: RegExp; heading: RegExp }) {
  const grid = page.getByRole("grid", { name });
  await grid.waitFor();
  await grid.evaluate((element: { scrollTop: number }) => element.scrollTop = 640);
  await eventually("it has scrolled", async () => await scrollOf(page, name) === 640);
  const row = grid.locator("[data-row='25']");
  await row.click({ position: { x: 4, y: 4 } });
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await page.goBack();
  await grid.waitFor();
  await eventually(`${name} stands where it was left`, async () => await scrollOf(page, name) === 640);
  await eventually(
    "the row that was opened has the focus",
    async () => await row.and(page.locator(":focus")).count() === 1,
  );
}

browserTest(
  "Back returns to where a list was: streams and instances, with their scroll, row, filter and selection",
  async ({ on, open }) => {
    const names = Array.from({ length: 60 }, (_, i) => `Own.Line${String(i).padStart(2, "0")}.Pump.Speed`);
    await on.streams.make("number", ...names);
    const { template } = await pumps(on);
    for (const name of names) {
      await on.client.ok("POST", "/api/instances", {
        template_id: template,
        instance_name: name,
        placeholder_mappings: { VALUE: name },
      });
    }
    const { page } = await open({ path: "/plant/streams?find=speed" });
    await leaveAndReturn(page, { name: /^Streams/, heading: /Speed/ });
    assert(page.url().endsWith("?find=speed"));
    await page.goto("/instances");
    const grid = page.getByRole("grid", { name: /Instances/ });
    await grid.getByRole("checkbox").nth(2).check();
    await leaveAndReturn(page, { name: /Instances/, heading: /Speed/ });
    await page.getByText("1 instance selected").waitFor();
    await page.getByRole("link", { name: "Streams" }).or(page.getByRole("link", { name: "Plant" })).first()
      .click();
    await page.getByRole("link", { name: "Instances", exact: true }).first().click();
    await grid.waitFor();
    assertEquals(await scrollOf(page, /Instances/), 0, "a new visit begins at the top");
  },
);

browserTest(
  "an event list names the machine at every width, above the event on a phone",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ path: "/events", size });
      const row = page.getByRole("grid", { name: /^Events/ }).locator("[data-row='0']");
      await row.getByText("Pump 1", { exact: true }).filter({ visible: true }).waitFor();
      const bottoms = await row.locator("a, .cell").evaluateAll((all: Boxed[]) =>
        all.map((one) => one.getBoundingClientRect().bottom)
      );
      const { bottom } = await row.evaluate((one: Boxed) => one.getBoundingClientRect());
      assert(bottoms.every((each) => each <= bottom + 1), `two lines fit the row: ${size}`);
    }
  },
);
