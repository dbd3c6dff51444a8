import { assertEquals, assertMatch } from "@std/assert";
import { timeline } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest("alarm quality shows chattering rules, and links to a change of one", async ({ on, open }) => {
  const plant = await pumps(on);
  const at = timeline();
  const samples = Array.from(
    { length: 12 },
    (_, index): [string, number] => [at(index), index % 2 ? 10 : 70],
  );
  await on.streams.write("Own.Line1.Pump1.Pressure", ...samples);
  await on.evaluated(at(11));
  const { page } = await open({ path: "/quality" });
  const top = page.getByRole("region", { name: "Bad actors" });
  await top.getByText("Pump 1").waitFor();
  await top.getByText(/chattering/).waitFor();
  await page.getByRole("region", { name: "Advice" }).getByText(/off-delay|on-delay/).first().waitFor();
  await page.getByLabel("Time").selectOption("168");
  await page.getByRole("link", { name: "production" }).click();
  await page.getByRole("link", { name: "Clear filters", exact: true }).waitFor();
  assertMatch(page.url(), /\/quality\?hours=168&category=production$/);
  await page.reload();
  await top.getByText("Pump 1").waitFor();
  const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
  await page.getByRole("region", { name: "Advice" }).getByRole("link", { name: "Backtest this change" })
    .first()
    .click();
  await page.getByRole("heading", { name: data.name }).first().waitFor();
});

browserTest("the effect of an advice is tested by a backtest", async ({ on, open }) => {
  await pumps(on);
  const at = timeline();
  const values = [50, 61, 59, 62, 58, 64, 50, 61, 59, 62, 58, 64, 50];
  await on.streams.write(
    "Own.Line1.Pump1.Pressure",
    ...values.map((value, i): [string, number] => [at(i / 2), value]),
  );
  await on.evaluated(at((values.length - 1) / 2));
  const { page } = await open({ path: "/quality" });
  const advice = page.getByRole("region", { name: "Advice" });
  await advice.getByRole("button", { name: "Test delays and deadbands" }).first().click();
  await advice.getByText("Deadband of 4: 6 → 2 events").waitFor();
  await advice.getByText("Off-delay of 5 s: 6 → 1 event").waitFor();
  assertEquals(await seriousFindings(page), []);
  await advice.getByText("Deadband of 4").getByRole("link", { name: "Apply in editor" }).click();
  await page.getByText(/^Advice applied: a deadband of 4 for “High”/).waitFor();
  await page.getByText("Unsaved changes", { exact: true }).waitFor();
  assertEquals(await page.getByRole("spinbutton", { name: "Deadband" }).inputValue(), "4");
  assertEquals(page.url().includes("advice="), false);
});

browserTest(
  "delays for critical alarms are advised by choice, apart, with their cost",
  async ({ on, open }) => {
    await pumps(on);
    const at = timeline();
    const samples = Array.from(
      { length: 12 },
      (_, index): [string, number] => [at(index), index % 2 ? 10 : 90],
    );
    await on.streams.write("Own.Line1.Pump1.Pressure", ...samples);
    await on.evaluated(at(11));
    const { page } = await open({ path: "/quality" });
    const advice = page.getByRole("region", { name: "Advice" });
    await advice.getByText(/^Give "High" an on-delay of 5 s: .*; people hear of it 5 s later$/).first()
      .waitFor();
    assertEquals(await advice.getByText(/"Too high"/).count(), 0);
    const choice = page.getByLabel("Also for critical and safety alarms");
    await choice.check();
    const critical = page.getByRole("list", { name: "Advice for critical and safety alarms" });
    await critical.getByText(/^Give "Too high" an on-delay of 5 s: .*; people hear of it 5 s later/).first()
      .waitFor();
    assertEquals(await critical.getByText(/"High"/).count(), 0);
    assertMatch(page.url(), /\?critical=true$/);
    assertEquals(await seriousFindings(page), []);
    await choice.uncheck();
    await critical.waitFor({ state: "detached" });
    await page.getByText(/in the \d+ (s|min).* that Andon ran/).waitFor();
  },
);

browserTest("without events, alarm quality says so", async ({ open }) => {
  const { page } = await open({ path: "/quality" });
  await page.getByText("No events in this time").waitFor();
});
