import { assertEquals, assertMatch } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "the audit log shows people first, and the engine's own entries and refused requests by choice",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    await plant.raised(1);
    await on.client.post("/api/auth/login", { username: "mallory", password: "wrong" });
    const { page } = await open({ path: "/settings/audit" });
    const log = page.getByRole("grid", { name: "Audit log, newest first" });
    await log.getByRole("gridcell", { name: "instance “Pump 1”" }).first().waitFor();
    assertEquals(await log.getByRole("gridcell", { name: "Andon", exact: true }).count(), 0);
    await page.getByLabel("Kind", { exact: true }).selectOption("engine");
    await log.getByRole("gridcell", { name: "Andon", exact: true }).first().waitFor();
    assertMatch(page.url(), /kind=engine/);
    assertEquals(await log.getByRole("gridcell", { name: "admin", exact: true }).count(), 0);
    await page.getByLabel("Kind", { exact: true }).selectOption("refusals");
    await log.getByRole("gridcell", { name: "mallory" }).waitFor();
    await log.getByRole("gridcell", { name: "127.0.0.1" }).first().waitFor();
    await log.getByRole("gridcell", { name: "The user name or the password is wrong" }).first().waitFor();
  },
);

browserTest(
  "the audit log is filtered by time, by presets and from – to, with its address",
  async ({ on, open }) => {
    await on.client.ok("POST", "/api/packages", { name: "Utilities", description: "" });
    const { page } = await open({ path: "/settings/audit?span=24" });
    const entry = page.getByRole("gridcell", { name: "package “Utilities”" });
    await entry.waitFor();
    await page.getByLabel("Time", { exact: true }).selectOption("between");
    const time = page.getByRole("dialog", { name: "Time" });
    await time.getByLabel("To").fill("2020-01-31T08:00");
    await time.getByRole("button", { name: "Show" }).click();
    await page.getByText("No entries in this time").waitFor();
    assertMatch(page.url(), /span=between&to=2020-01-31T08%3A00%3A00Z/);
    await page.getByRole("button", { name: "Time: Before 2020-01-31 08:00 UTC" }).click();
    await time.getByLabel("To").fill("");
    await time.getByLabel("From").fill("2020-01-31T08:00");
    await time.getByRole("button", { name: "Show" }).click();
    await entry.waitFor();
    await page.reload();
    await entry.waitFor();
    await page.getByRole("button", { name: "Time: Since 2020-01-31 08:00 UTC" }).waitFor();
    await page.getByLabel("Who", { exact: true }).selectOption("admin");
    await entry.click();
    const dialog = page.getByRole("dialog", { name: "package “Utilities”: created" });
    await dialog.waitFor();
    assertEquals(await dialog.getByText(/\d{4}-\d\d-\d\dT/).count(), 0);
  },
  { environment: { PLANT_TIME_ZONE: "UTC" } },
);

browserTest("the audit log is searched by words, and a bulk is one line that opens", async ({ on, open }) => {
  const plant = await pumps(on);
  for (const pump of [1, 2] as const) await plant.press(pump, 90);
  const active = async (): Promise<{ id: number }[]> =>
    (await on.client.ok("GET", "/api/rule-events/active")).data;
  await eventually("two events of each pump", async () => (await active()).length === 4);
  const body = { event_ids: (await active()).map(({ id }) => id), comment: "Cleaning of all lines" };
  await on.client.ok("POST", "/api/rule-events/bulk-acknowledge", body);
  const { page } = await open({ path: "/settings/audit" });
  const log = page.getByRole("grid", { name: "Audit log, newest first" });
  const line = log.getByRole("gridcell", { name: "Folded: 4 events: “Cleaning of all lines”" });
  await line.waitFor();
  await eventuallyEquals(() => log.getByRole("gridcell", { name: "acknowledged" }).count(), 1);
  await line.click();
  await log.getByRole("gridcell", { name: "Opened: 4 events: “Cleaning of all lines”" }).waitFor();
  await log.getByRole("gridcell", { name: "acknowledged" }).nth(4).waitFor();
  assertMatch(page.url(), /bulk=/);
  await log.getByRole("gridcell", { name: /^event “Pump 2/ }).first().click();
  const entry = page.getByRole("dialog", { name: /^event “Pump 2/ });
  await entry.getByRole("button", { name: "Close" }).click();
  assertEquals(await seriousFindings(page), []);
  await page.keyboard.press("Escape");
  await log.getByRole("gridcell", { name: /^Opened/ }).click();
  await line.waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("pump cleaning");
  await page.keyboard.press("Enter");
  await line.waitFor();
  assertMatch(page.url(), /text=pump\+cleaning/);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing has this");
  await page.keyboard.press("Enter");
  await page.getByText("No entries match the filters").waitFor();
});

browserTest("an admin verifies the sealed log and exports it", async ({ on, open }) => {
  await on.client.ok("POST", "/api/packages", { name: "Utilities", description: "" });
  const { page } = await open({ path: "/settings/audit" });
  const seals = page.getByRole("region", { name: "Seals" });
  await seals.getByRole("button", { name: "Verify" }).click();
  await seals.getByText("The audit log is whole").waitFor();
  const download = page.waitForEvent("download");
  await seals.getByRole("link", { name: "Export with proofs" }).click();
  assertEquals((await download).suggestedFilename(), "andon-audit-log.jsonl");
});
