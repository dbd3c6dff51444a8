import { assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

const TILE = /Critical, unacknowledged, Pump 1/;

function tile(page: Page, name: RegExp) {
  return page.getByRole("group", { name });
}

async function hasFocus(page: Page, name: RegExp): Promise<void> {
  const label = () => page.evaluate<string>("document.activeElement.ariaLabel ?? ''");
  await eventually(`${name} has the focus`, async () => name.test(await label()));
}

async function onWall(on: RunningSystem, id: number) {
  return (await on.client.ok("GET", `/api/rule-events/${id}`)).data;
}

browserTest(
  "by keys alone: from the overview to the wall, then acknowledge, note, shelve and close",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const critical = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const { keyboard } = page;
    // The second key within its time after the first, however long the page takes to answer that.
    await Promise.all([keyboard.press("g"), keyboard.press("w")]);
    await tile(page, TILE).waitFor();
    await keyboard.press("j");
    await hasFocus(page, TILE);
    await keyboard.press("a");
    await tile(page, /Critical, acknowledged/).waitFor();
    assertEquals((await onWall(on, critical.id)).acknowledged_by, "admin");
    await keyboard.press("n");
    await page.getByRole("dialog", { name: "Comment" }).waitFor();
    await keyboard.type("Looked at");
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.getByText("“Looked at”").waitFor();
    await hasFocus(page, /Critical, acknowledged/);
    await keyboard.press("c");
    await page.getByRole("dialog", { name: "Close this event?" }).waitFor();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await eventually("it is closed", async () => (await onWall(on, critical.id)).close_reason === "manual");
  },
);

browserTest(
  "a long name of a machine stands whole on its tile, in its title and its label",
  async ({ on, open }) => {
    const stream = "Own.Line1.Pump1.Pressure";
    const name =
      "Discharge pressure is above what the pipe to the second floor is made for, and has been for long";
    await on.streams.make("number", stream);
    await on.configure();
    const template = await on.template({
      name: "Long",
      placeholders: [numberPlaceholder("VALUE")],
      rules: [{
        rule_id: "high",
        rule_name: "High",
        severity: "warning",
        event_name: name,
        conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 60 }],
      }],
    });
    await on.deploy(template, { VALUE: stream }, name);
    await on.streams.write(stream, [timeline()(0), 70]);
    for (const size of ["wide", "phone"] as const) {
      const { page } = await open({ path: "/wall", size });
      const link = tile(page, new RegExp(name)).getByRole("link", { name });
      assertEquals(await link.getAttribute("title"), name);
      const hidden = await page.evaluate<number>(
        "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.wall-name'))",
      );
      assertEquals([size, hidden > 1], [size, false]);
    }
  },
);

browserTest("shelved events leave the wall and are counted", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  const { page } = await open({ path: "/wall" });
  await tile(page, /Warning, unacknowledged/).waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Shelve" });
  await dialog.getByRole("button", { name: "15 min" }).click();
  await dialog.getByLabel("Reason").fill("In service");
  await dialog.getByRole("button", { name: "Shelve" }).click();
  await page.getByText("0 active, 1 shelved").waitFor();
  assertEquals((await onWall(on, id)).shelve_reason, "In service");
});

browserTest("errors of a shelving are shown at their fields", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  await plant.raised(1);
  const { page } = await open({ path: "/wall", allow: /400/ });
  await tile(page, /Warning, unacknowledged/).waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Shelve" });
  await dialog.getByLabel("Minutes").fill("2000");
  await dialog.getByLabel("Reason").fill("In service");
  await dialog.getByRole("button", { name: "Shelve" }).click();
  const invalid = () => dialog.getByLabel("Minutes").getAttribute("aria-invalid");
  await eventually("the field is invalid", async () => await invalid() === "true");
});

browserTest("two browsers see each other's acknowledgements without a reload", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  await plant.press(2, 70);
  await plant.raised(1);
  await plant.raised(2);
  const [one, other] = [await open({ path: "/wall" }), await open({ path: "/wall" })];
  const both = [one.page, other.page];
  for (const page of both) await tile(page, /unacknowledged, Pump 2/).waitFor();
  await other.page.waitForLoadState("networkidle");
  let asked = 0;
  other.page.on("request", () => asked++);
  await tile(one.page, /Pump 1/).getByRole("button", { name: /^Ack: acknowledge/ }).click();
  await tile(other.page, /Warning, acknowledged, Pump 1/).waitFor();
  assertEquals(asked, 0);
  await tile(other.page, /Pump 2/).getByRole("button", { name: /^Ack: acknowledge/ }).click();
  await tile(one.page, /Warning, acknowledged, Pump 2/).waitFor();
});

browserTest(
  "a new event waits while the wall is in use, and appears at once otherwise",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    const { page } = await open({ path: "/wall" });
    await tile(page, /Pump 1/).waitFor();
    await page.keyboard.press("j");
    await plant.press(2, 70);
    await page.getByRole("button", { name: /1 new – show/ }).waitFor();
    assertEquals(await tile(page, /Pump 2/).count(), 0);
    await page.keyboard.press("u");
    await tile(page, /Pump 2/).waitFor();
  },
);

browserTest(
  "the address holds layout, hours and ended events, and the keys 1 to 3 select a layout",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    const { page } = await open({ path: "/wall" });
    await tile(page, /Pump 1/).waitFor();
    await page.keyboard.press("3");
    await page.getByRole("img", { name: /Timeline of events in the last 1 h/ }).waitFor();
    await page.getByRole("grid", { name: "Events of this time" }).waitFor();
    await page.getByLabel("Time", { exact: true }).selectOption("8");
    await eventually(
      "the address holds layout and hours",
      () => page.url().endsWith("/wall?layout=timeline&hours=8"),
    );
    await page.goto("/wall?layout=category&find=pump1");
    await page.getByRole("region", { name: "Production" }).waitFor();
    await tile(page, /Pump 1/).waitFor();
  },
);

browserTest("a viewer sees no controls of operators", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  const { page } = await open({ path: "/wall", as: await userOf(on, "viewer") });
  await tile(page, /Pump 1/).waitFor();
  assertEquals(await page.getByRole("button", { name: /^Ack: acknowledge/ }).count(), 0);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  assertEquals(await help.getByText("Acknowledge").count(), 0);
  assertMatch(await help.innerText(), /Full screen/);
  assertEquals((await onWall(on, id)).acknowledged_at, null);
});
