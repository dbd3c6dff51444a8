import { assertEquals } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "the overview counts by severity, shows the state of the source, and updates live",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open();
    await page.getByRole("link", { name: /0\s*Critical\s*none active/ }).waitFor();
    await page.getByText("2 of 2 running").waitFor();
    await page.getByText("Source connected").first().waitFor();
    await plant.press(1, 90);
    await page.getByRole("link", { name: /1\s*Critical\s*1 unacknowledged/ }).waitFor();
    await page.getByRole("region", { name: "Latest events" }).getByRole("link", {
      name: /Pump 1.*Too high/,
    }).waitFor();
    await page.getByRole("region", { name: "Bad actors" }).getByRole("listitem").first().waitFor();
    await page.getByRole("link", { name: /Critical: 1.*Error: 0.*Warning: 1/ }).click();
    await page.getByRole("heading", { name: "Event wall" }).waitFor();
  },
);

browserTest(
  "a node of the overview's plant tree opens the node; its arrow only folds",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open();
    const works = page.getByRole("treeitem", { name: /Example Works/ });
    await works.locator(".twist").click();
    await page.getByRole("treeitem", { name: /Works North/ }).waitFor({ state: "detached" });
    await works.locator(".twist").click();
    await page.getByRole("treeitem", { name: /Works North/ }).click();
    await page.getByRole("heading", { name: "Works North" }).waitFor();
    assertEquals(new URL(page.url()).search, "?node=NORTH");
  },
);

browserTest("the palette opens any page, and an event by its number", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  const { id } = await plant.raised(1);
  const { page } = await open();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search pages and actions" }).waitFor();
  await page.keyboard.type("wall");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Event wall" }).waitFor();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search pages and actions" }).fill(`#${id}`);
  await page.keyboard.press("Enter");
  await eventually("the event is open", () => page.url().endsWith(`/events/${id}`));
});

browserTest("single keys can be turned off, and stay off", async ({ open }) => {
  const { page } = await open();
  await page.getByRole("button", { name: "Account: admin" }).click();
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.reload();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+K");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  assertEquals(await page.getByRole("dialog", { name: "Keyboard shortcuts" }).count(), 0);
});

browserTest("the chosen theme overrides the system's", async ({ open }) => {
  const { page } = await open({ theme: "light" });
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  assertEquals(await ground(), "rgb(233, 235, 237)");
  await page.getByRole("button", { name: "Account: admin" }).click();
  await page.getByLabel("Theme").selectOption("dark");
  assertEquals(await ground(), "rgb(21, 24, 27)");
  await page.reload();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  assertEquals(await ground(), "rgb(21, 24, 27)");
});

browserTest(
  "in an empty system the overview and the wall show the first steps",
  async ({ on, open }) => {
    const { page } = await open();
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: "Say what you have" }).waitFor();
    await eventuallyEquals(() => steps.getByRole("link").count(), 7);
    await page.getByRole("link", { name: "Event wall", exact: true }).click();
    await page.getByText("No data source is configured.").waitFor();
    await page.getByRole("link", { name: "First steps" }).click();
    await steps.waitFor();
    const plant = await pumps(on);
    await on.client.ok("POST", `/api/instances/${plant.instances[0]}/undeploy`);
    await page.reload();
    await page.getByText("1 of 1 running, 1 not deployed").waitFor();
    await eventuallyEquals(() => steps.count(), 0);
  },
  { configuration: null },
);
