import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { type RunningSystem, timeline } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const PRESSURE = "Own.Line1.Pump1.Pressure";
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const backtest = (page: Page) => page.getByRole("region", { name: "Backtest" });
const figure = (page: Page, name: string) =>
  backtest(page).locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });

/** Two swings, to 70 and to 90: three events of two rules. */
async function swings(on: RunningSystem): Promise<void> {
  await on.streams.write(
    PRESSURE,
    ...[[secondsAgo(1_800), 20], [secondsAgo(1_500), 70], [secondsAgo(1_400), 20]] as [string, number][],
    ...[[secondsAgo(900), 90], [secondsAgo(600), 20]] as [string, number][],
  );
}

browserTest(
  "the editor shows a backtest of the rules, which follows every change",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await swings(on);
    const { page } = await open({ path: `/rules/${plant.template}?rule=2&span=1h` });
    await figure(page, "Events").getByText("3", { exact: true }).waitFor();
    await backtest(page).getByRole("slider", { name: `Trend of ${PRESSURE}` }).waitFor();
    await eventuallyEquals(() => backtest(page).locator(".backtest-events li").count(), 3);
    assertEquals(await seriousFindings(page), []);
    await page.getByLabel("Limit", { exact: true }).fill("75");
    await figure(page, "Events").getByText("2", { exact: true }).waitFor();
    await figure(page, "Events").getByText("3 →").waitFor();
    await backtest(page).getByLabel("Evaluated on").selectOption({ label: "Pump 2" });
    await backtest(page).getByText("No events in this time.").waitFor();
    assertMatch(page.url(), new RegExp(`instance=${plant.instances[1]}`));
    await backtest(page).getByLabel("Evaluated on").selectOption("streams");
    await backtest(page).getByText("Choose a stream or value for VALUE.").waitFor();
    const value = backtest(page).getByRole("combobox", { name: "VALUE" });
    await value.click();
    const [list, note] = await Promise.all([
      backtest(page).getByRole("listbox").boundingBox(),
      backtest(page).getByText("Choose a stream or value for VALUE.").boundingBox(),
    ]);
    assert(list !== null && note !== null && list.y + list.height <= note.y, JSON.stringify({ list, note }));
    await value.fill(PRESSURE);
    await page.keyboard.press("Enter");
    await figure(page, "Events").getByText("2", { exact: true }).waitFor();
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    assertEquals(data.rules[1].conditions[0].value, 60);
  },
);

browserTest(
  "the backtest says why a draft cannot be evaluated: an empty field, an invalid field, no instance",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    await backtest(page).getByText("No events in this time.").waitFor();
    const limit = page.getByLabel("Limit", { exact: true });
    await limit.fill("");
    await backtest(page).getByText(
      /^Not evaluated yet\. Rule “Too ?[hH]igh” › Condition 1 › Value: enter a value\.$/,
    ).waitFor();
    assertEquals(await limit.getAttribute("aria-invalid"), null);
    await limit.fill("80");
    const name = page.getByLabel("Event name", { exact: true });
    await name.fill("<GONE>.High");
    await page.getByText('Placeholder "GONE" is not declared').first().waitFor();
    assertEquals(await name.getAttribute("aria-invalid"), "true");
    assertEquals(await page.evaluate<string>("document.activeElement.value"), "<GONE>.High");
    await name.fill("<VALUE>.High");
    await eventually("it is valid again", async () => await name.getAttribute("aria-invalid") === null);
    await page.goto("/rules/new");
    await backtest(page).getByText(
      /^Not evaluated yet\. Rule “Too ?[hH]igh” › Condition 1 › Value: enter a value\.$/,
    ).waitFor();
  },
);

browserTest(
  "a long backtest shows its progress, and the next change cancels it",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await swings(on);
    const path = `*/${PRESSURE}/Data*`;
    const { page } = await open({ path: "/rules" });
    const slow = on.simulator.faults.set({ kind: "slow", path, delay_seconds: 30 });
    const left: string[] = [];
    page.on("requestfailed", (request) => left.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: /^Template|Pump pressure/ }).first().click();
    await backtest(page).getByRole("progressbar", { name: "Running" }).waitFor();
    on.simulator.faults.end(slow.id);
    await page.getByRole("button", { name: /^Warning High/ }).click();
    await page.getByLabel("Limit", { exact: true }).fill("85");
    await eventually("the first request is cancelled", () => left.includes("/api/backtests"));
    await figure(page, "Events").getByText("2", { exact: true }).waitFor();
    assertMatch(page.url(), new RegExp(`/rules/${plant.template}`));
  },
);

browserTest(
  "an advice of the alarm quality page is filled in, and the backtest shows its effect",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const at = timeline();
    const samples = Array.from({ length: 12 }, (_, i): [string, number] => [at(i), i % 2 ? 10 : 70]);
    await on.streams.write(PRESSURE, ...samples);
    await on.evaluated(at(11));
    const { page } = await open({ path: "/quality" });
    const advice = page.getByRole("region", { name: "Advice" });
    await advice.getByRole("link", { name: "Backtest this change" }).first().click();
    await page.getByText(/^Advice applied: an (on|off)-delay of \d+ s for “High”/).waitFor();
    await figure(page, "Events").getByText(/\d+ →/).waitFor();
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
    assertEquals(page.url().includes("advice="), false);
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    assertEquals([data.rules[1].on_delay_seconds, data.rules[1].off_delay_seconds], [0, 0]);
  },
);

browserTest("without a data source the backtest says so", async ({ on, open }) => {
  const template = await on.template({ rules: [{}] });
  const { page } = await open({ path: `/rules/${template}` });
  await backtest(page).getByText("A backtest needs a data source, and none is configured").waitFor();
}, { configuration: null });
