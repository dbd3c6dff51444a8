import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "the palette finds locations, instances, templates and streams by name, and an event by its bare number",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    for (
      const [typed, name, path] of [
        ["works north", /^Works North Location/, "/plant?node=NORTH"],
        ["pump 2", /^Pump 2 Instance/, `/instances/${plant.instances[1]}`],
        ["pump press", /^Pump pressure Template/, `/rules/${plant.template}`],
        ["pump2.press", /^Own\.Line1\.Pump2\.Pressure Stream/, "/plant/streams/"],
        [String(id), /^Event #/, `/events/${id}`],
      ] as const
    ) {
      await page.keyboard.press("Control+K");
      const search = page.getByRole("combobox", { name: "Search pages and actions" });
      await search.fill(typed);
      await page.getByRole("option", { name }).first().waitFor();
      await page.getByRole("option", { name }).first().click();
      await eventually(`${typed} leads to ${path}`, () => page.url().includes(path));
    }
  },
);
