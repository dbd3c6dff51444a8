import { assert } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { type Pumps, pumps } from "./support/plant.ts";

const MACHINE = "Feed pump, Works North";
const WRONG = "Too high";
const TAG = /TooHigh/;

/** Pump 1 is a machine of the plant model. */
async function machine(on: RunningSystem): Promise<Pumps> {
  const plant = await pumps(on);
  const { client } = on;
  const nodes = [
    { floc_id: "AREA", name: "Works North", node_type: "area", parent_id: "NORTH" },
    { floc_id: "LINE", name: "Works North", node_type: "production_line", parent_id: "AREA" },
    { floc_id: "PUMP1", name: "Feed pump", node_type: "unit", parent_id: "LINE" },
  ];
  for (const node of nodes) await client.ok("POST", "/api/plant-model", node);
  const [first] = plant.instances;
  await client.ok("POST", `/api/instances/${first}/undeploy`);
  await client.ok("PUT", `/api/instances/${first}`, { plant_node_floc_id: "PUMP1" });
  await client.ok("POST", `/api/instances/${first}/deploy`);
  return plant;
}

async function namesBoth(list: Locator, what: string): Promise<void> {
  await list.getByText(MACHINE).filter({ visible: true }).first().waitFor();
  await list.getByText(WRONG).filter({ visible: true }).first().waitFor();
  assert(!TAG.test(await list.innerText()), `${what} shows a tag: ${await list.innerText()}`);
}

const region = (name: string) => (page: Page) => page.getByRole("region", { name, exact: true });
const grid = (name: RegExp) => (page: Page) => page.getByRole("grid", { name });

browserTest(
  "every list of events names the machine and says in words what is wrong, on a screen and a phone",
  async ({ on, open }) => {
    const plant = await machine(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const streams = (await on.client.ok("GET", "/api/streams/active")).data;
    const stream = streams.find(({ stream_name }: { stream_name: string }) => /Pump1/.test(stream_name)).id;
    const lists = [
      ["/", region("Bad actors")],
      ["/", region("Latest events")],
      ["/events", grid(/^Events/)],
      ["/wall?layout=timeline", grid(/Events of this time/)],
      ["/plant?node=NORTH", region("Active events")],
      [`/plant/streams/${stream}`, region("Events of these rules")],
      ["/quality", region("Bad actors")],
    ] as const;
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ size });
      for (const [path, listOn] of lists) {
        if (new URL(page.url()).pathname !== path) await page.goto(path);
        await namesBoth(listOn(page), `${path} (${size})`);
      }
      await page.goto(`/events/${id}`);
      await page.getByRole("heading", { level: 1, name: `${MACHINE}: ${WRONG}` }).waitFor();
      const why = page.getByRole("region", { name: "Explanation" });
      await why.getByText(WRONG, { exact: true }).waitFor();
      assert(!TAG.test(await why.innerText()));
      await page.keyboard.press("Control+K");
      await page.getByRole("combobox", { name: "Search pages and actions" }).fill(`#${id}`);
      await page.getByRole("option", { name: `Event #${id}, ${MACHINE}: ${WRONG}` }).waitFor();
    }
  },
);

browserTest(
  "dialogs, messages and the list of what is shelved name the machine and what is wrong",
  async ({ on, open }) => {
    const plant = await machine(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: `/events/${id}` });
    await page.getByRole("heading", { name: `${MACHINE}: ${WRONG}` }).waitFor();
    await page.keyboard.press("c");
    const close = page.getByRole("dialog", { name: "Close this event?" });
    await close.getByText(`Closes “${MACHINE}: ${WRONG}” manually`).waitFor();
    await close.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("a");
    await page.getByText(`Acknowledged “${MACHINE}: ${WRONG}”`).waitFor();
    await page.keyboard.press("s");
    const shelve = page.getByRole("dialog", { name: "Shelve" });
    await shelve.getByText(`${MACHINE}: ${WRONG}`).waitFor();
    await shelve.getByLabel("Reason").fill("Calibration");
    await shelve.getByRole("button", { name: "Shelve" }).click();
    await page.getByText(new RegExp(`^Shelved “${MACHINE}: ${WRONG}” until .*\\d\\d:\\d\\d:\\d\\d `))
      .waitFor();
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ path: "/hidden", size });
      await namesBoth(page.getByRole("list", { name: "Shelved" }), `shelved (${size})`);
      await eventuallyEquals(
        () => page.getByRole("button", { name: `Unshelve ${MACHINE}: ${WRONG}` }).count(),
        1,
      );
    }
  },
);
