import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { type RunningSystem, timeline } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { Inputs } from "./support/inputs.ts";
import { beginMinute, ownClock, passTime } from "./support/own_clock.ts";
import { pumps } from "./support/plant.ts";

const STREAMS = [1, 2, 3].map((pump) => `Own.Line1.Pump${pump}.Temperature`);
const FIRST = STREAMS[0]!;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const limitOn = (page: Page) => page.getByRole("slider", { name: "Temperature too high, limit" });
const limitField = (page: Page) => page.getByLabel("Limit", { exact: true });

/** Three pumps, of which the first was between 40 and 60. */
async function temperatures(on: RunningSystem): Promise<void> {
  await on.streams.make("number", ...STREAMS);
  await on.configure();
  await on.streams.write(FIRST, [secondsAgo(3_000), 40], [secondsAgo(2_000), 60], [secondsAgo(60), 50]);
}

async function idOf({ client }: RunningSystem, name: string): Promise<number> {
  const { data } = await client.ok("GET", "/api/monitored-assets");
  const streams = data.flatMap((asset: { streams: { id: number; stream_name: string }[] }) => asset.streams);
  return streams.find(({ stream_name }: { stream_name: string }) => stream_name === name).id;
}

/** Uses up the heavy calls of this minute: each is refused by its body, and counts. */
const spendHeavy = (page: Page) =>
  page.evaluate(`(async () => {
    const call = () => fetch("/api/backtests", {
      method: "POST", headers: { "content-type": "application/json" }, body: "{}",
    });
    while ((await call()).status !== 429);
  })()`);

browserTest(
  "a rule begins with its stream: names, a proposed limit, the streams like it, and their instances in one step",
  async ({ on, open }) => {
    await temperatures(on);
    const { page } = await open({ path: `/plant/streams/${await idOf(on, FIRST)}` });
    await page.getByRole("link", { name: "New rule on this stream" }).click();
    await limitOn(page).waitFor();
    assertEquals(await limitField(page).inputValue(), "62");
    assertEquals(await page.getByLabel("New package").inputValue(), "Own rules");
    await page.getByText("No events in this time.").waitFor();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("radio", { name: /^And 2 streams like it/ }).check();
    const planned = page.getByRole("list", { name: "Instances to create" });
    await eventuallyEquals(() => planned.getByRole("checkbox").count(), 3);
    assert(await planned.getByRole("checkbox", { name: /Pump1/ }).isDisabled());
    await planned.getByRole("checkbox", { name: /Pump3/ }).uncheck();
    await page.getByRole("button", { name: "Save and deploy 2 instances" }).click();
    await page.getByText("2 instances deployed").waitFor();
    await page.getByRole("grid", { name: "Instances" }).getByRole("row").nth(2).waitFor();
    const { data } = await on.client.ok("GET", "/api/instances");
    assertEquals(
      data.map((one: Record<string, unknown>) => [
        one.instance_name,
        one.placeholder_mappings,
        one.is_deployed,
      ]),
      [1, 2].map((pump) => [`Line1 Pump${pump} temperature`, { TEMPERATURE: STREAMS[pump - 1] }, true]),
    );
  },
);

browserTest(
  "a limit is moved on the chart by the pointer and by keys, the backtest follows, and what a person typed stays",
  async ({ on, open }) => {
    await temperatures(on);
    const { page } = await open({ path: `/rules/new?stream=${await idOf(on, FIRST)}` });
    const inputs = new Inputs(page);
    const valueNow = async () => Number(await limitField(page).inputValue());
    await limitOn(page).waitFor();
    await inputs.dragDown(limitOn(page), 60);
    const dragged = await valueNow();
    assert(dragged < 62 && dragged > 40, String(dragged));
    const backtest = page.getByRole("region", { name: "Backtest" });
    await backtest.getByRole("heading", { name: "Newest events" }).waitFor();
    await limitOn(page).focus();
    await page.keyboard.press("PageDown");
    await eventually("the limit is lower", async () => await valueNow() < dragged || undefined);
    await limitField(page).press("Enter");
    await limitOn(page).focus();
    await page.keyboard.press("End");
    await backtest.getByText("No events in this time.").waitFor();
    await page.getByLabel("Name", { exact: true }).first().fill("Hot");
    await page.getByRole("combobox", { name: "Comparison" }).selectOption("less_than");
    assertEquals(await page.getByLabel("Name", { exact: true }).first().inputValue(), "Hot");
    await page.getByRole("slider", { name: "Hot, limit" }).waitFor();
  },
);

browserTest(
  "a renamed placeholder keeps its stream, and the instance is made without being deployed",
  async ({ on, open }) => {
    await temperatures(on);
    const { page } = await open({ path: `/rules/new?stream=${await idOf(on, FIRST)}` });
    await limitOn(page).waitFor();
    const name = page.locator(".rules-placeholder input.rules-name");
    await name.fill("HEAT");
    await name.blur();
    await page.getByRole("combobox", { name: "HEAT" }).waitFor();
    await page.getByLabel("New package").fill("Pumps");
    await page.getByRole("checkbox", { name: /^Deploy when saved/ }).uncheck();
    await page.getByRole("button", { name: "Save and create 1 instance" }).click();
    await page.getByRole("heading", { name: "Line1 Pump1 temperature" }).waitFor();
    const { data: [instance] } = await on.client.ok("GET", "/api/instances");
    assertEquals([instance.placeholder_mappings, instance.is_deployed], [{ HEAT: FIRST }, false]);
    const { data: packages } = await on.client.ok("GET", "/api/packages");
    assertEquals(packages.map((one: { name: string }) => one.name), ["Pumps"]);
  },
);

browserTest(
  "where a template has rules on the stream already, the rule can be added to it",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await on.streams.write("Own.Line1.Pump2.Pressure", [secondsAgo(600), 20]);
    const id = await idOf(on, "Own.Line1.Pump2.Pressure");
    const { page } = await open({ path: `/rules/new?stream=${id}` });
    await page.getByText("This stream has rules already.").getByRole("link", { name: "Pump pressure" })
      .click();
    await page.getByText("New rule on Own.Line1.Pump2.Pressure, not saved yet.").waitFor();
    const rules = page.getByRole("region", { name: "Rules" });
    await rules.getByRole("button", { name: "Value too high", expanded: true }).waitFor();
    const thresholds = page.getByRole("list", { name: "Thresholds" });
    await thresholds.getByText("Value too high 22").waitFor({ state: "attached" });
    await thresholds.getByText("Too high 80").waitFor({ state: "attached" });
    const evaluated = page.getByLabel("Evaluated on");
    assertEquals(await evaluated.inputValue(), String(plant.instances[1]));
    const isStored = "JSON.stringify(sessionStorage).includes('Value too high')";
    await eventually("the draft is stored", async () => await page.evaluate(isStored) || undefined);
    await page.reload();
    await rules.getByRole("button", { name: "Warning Value too high" }).waitFor();
    await eventuallyEquals(() => rules.locator(".rules-rule").count(), 3);
  },
);

browserTest(
  "a rule on a stream is offered in lists of streams, in Explore and in the palette",
  async ({ on, open }) => {
    await temperatures(on);
    const id = await idOf(on, FIRST);
    const { page } = await open({ path: "/plant/streams?find=Own" });
    const isBegun = () => page.waitForURL(`**/rules/new?stream=${id}`);
    await page.getByRole("button", { name: `Actions for ${FIRST}` }).click();
    await page.getByRole("menuitem", { name: "New rule on this stream" }).click();
    await isBegun();
    await page.goto("/plant/streams?find=Own");
    await page.getByRole("row", { name: new RegExp(FIRST) }).focus();
    await page.keyboard.press("n");
    await isBegun();
    await page.goto(`/explore?streams=${id}`);
    await page.getByRole("link", { name: "New rule on this stream" }).click();
    await isBegun();
    await page.goto(`/explore?streams=${id},${await idOf(on, STREAMS[1]!)}`);
    await page.getByRole("button", { name: "New rule on a stream" }).click();
    await page.getByRole("menuitem", { name: FIRST }).click();
    await isBegun();
    await page.goto("/");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search pages and actions" }).fill("rule pump1");
    await page.getByRole("option", { name: `New rule on ${FIRST}` }).click();
    await isBegun();
  },
);

browserTest(
  "a stream that is true or false has a rule without a limit; nobody who may not write rules is offered one",
  async ({ on, open }) => {
    await on.streams.make("truth", "Own.Line1.Pump1.Jam");
    await on.configure();
    const id = await idOf(on, "Own.Line1.Pump1.Jam");
    const { page } = await open({ path: `/rules/new?stream=${id}`, allow: /404/ });
    await page.getByRole("button", { name: "Save and deploy 1 instance" }).click();
    await page.getByText("Running").first().waitFor();
    await on.streams.write("Own.Line1.Pump1.Jam", [timeline()(0), true]);
    await eventually(
      "an event",
      async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length > 0 || undefined,
    );
    const viewer = { username: "viewer-anna", password: "a password of hers" };
    await on.client.ok("POST", "/api/users", { ...viewer, role: "viewer" });
    const { page: other } = await open({ path: `/plant/streams/${id}`, as: viewer });
    await other.getByRole("heading", { name: "Used by" }).waitFor();
    assertEquals(await other.getByText("New rule on this stream").count(), 0);
    await other.goto(`/rules/new?stream=${id}`);
    await other.getByRole("heading", { name: "Template not found" }).waitFor();
    await page.goto("/rules/new?stream=999999");
    await page.getByRole("heading", { name: "Stream not found" }).waitFor();
  },
);

browserTest(
  "instances for the streams like it wait for the rate limit, and are made when it allows them",
  async ({ on, open }) => {
    await temperatures(on);
    const { page } = await open({
      path: `/rules/new?stream=${await idOf(on, FIRST)}`,
      allow: /4\d\d/,
      prepare: ownClock,
    });
    await page.getByRole("radio", { name: /^And 2 streams like it/ }).check();
    await page.getByRole("button", { name: "Save and deploy 3 instances" }).waitFor();
    await beginMinute(page);
    await spendHeavy(page);
    await page.getByRole("button", { name: "Save and deploy 3 instances" }).click();
    await page.getByRole("button", { name: "Waiting for the rate limit…" }).waitFor();
    await passTime(page, 62_000);
    await page.getByText("3 instances deployed").waitFor();
  },
  { environment: { RATE_LIMIT_HEAVY: "10", RATE_LIMIT_BY: "person" } },
);
