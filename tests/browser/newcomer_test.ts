import { assert } from "@std/assert";
import type { Page } from "playwright-core";
import { builtConsole } from "../support/console_build.ts";
import { demoSystem } from "../support/demo_system.ts";
import { timeline } from "../support/running_system.ts";
import { browserTest, chromiumTest } from "./support/browser_test.ts";
import { Inputs } from "./support/inputs.ts";
import { ADMIN } from "./support/watched_page.ts";

const PRESSURE = "Own.Line1.Pump1.Pressure";
/** From sign-in to an own event on the wall. */
const MOST_INPUTS = 15;

async function signIn(page: Page, inputs: Inputs): Promise<void> {
  await inputs.type(page.getByLabel("User name"), ADMIN.username);
  await inputs.type(page.getByLabel("Password"), ADMIN.password);
  await inputs.press("Enter");
}

/** As the README says under "Your first rule", from the overview to the saved rule. */
async function ruleOn(
  page: Page,
  { inputs, words, stream }: { inputs: Inputs; words: string; stream: string },
) {
  await inputs.click(page.getByRole("link", { name: "Plant", exact: true }));
  await inputs.click(page.getByRole("link", { name: "Streams", exact: true }));
  await inputs.type(page.getByLabel("Search"), words);
  await inputs.click(page.getByRole("link", { name: stream }));
  await inputs.click(page.getByRole("link", { name: "New rule on this stream" }));
}

async function savedAndSeen(page: Page, inputs: Inputs): Promise<void> {
  await inputs.click(page.getByRole("button", { name: "Save and deploy 1 instance" }));
  await page.getByText("Running").first().waitFor();
  await inputs.click(page.getByRole("link", { name: "Event wall", exact: true }));
}

browserTest(
  "a new user gets from sign-in to an own event on the wall with few inputs, where nothing but a source is set up",
  async ({ on, open }) => {
    await on.streams.make("number", PRESSURE);
    await on.configure();
    const { page } = await open({ as: null, allow: /401/ });
    const inputs = new Inputs(page);
    await signIn(page, inputs);
    await ruleOn(page, { inputs, words: "pump1 press", stream: PRESSURE });
    await inputs.type(page.getByLabel("Limit", { exact: true }), "80");
    await savedAndSeen(page, inputs);
    await on.streams.write(PRESSURE, [timeline()(0), 90]);
    await page.getByRole("group", {
      name: /^Warning, unacknowledged, Line1 Pump1 pressure.*Pressure too high/,
    })
      .waitFor();
    assert(inputs.count <= MOST_INPUTS, `${inputs.count} inputs`);
  },
);

chromiumTest("a new user of the simulated dairy raises an own event with few inputs", async (browser) => {
  await using on = await demoSystem({ console: builtConsole });
  const { page } = await browser.open(on.client.baseUrl, { as: null, allow: /401/ });
  const inputs = new Inputs(page);
  await signIn(page, inputs);
  const stream = "Riverside.Line1.Filler.BearingTemperature";
  await ruleOn(page, { inputs, words: "line1 filler bearing", stream });
  const limit = page.getByRole("slider", { name: "Bearing temperature too high, limit" });
  await limit.waitFor();
  // Below all that the bearing was in the last hours.
  await inputs.dragDown(limit, 300);
  await savedAndSeen(page, inputs);
  await page.getByRole("group", {
    name: /^Warning, unacknowledged, Filler, Line 1.*Bearing temperature too high/,
  })
    .waitFor();
  assert(inputs.count <= MOST_INPUTS, `${inputs.count} inputs`);
  browser.check();
});

browserTest(
  "the first steps lead to a stream's first rule",
  async ({ on, open }) => {
    await on.streams.make("number", PRESSURE);
    await on.configure();
    const { page } = await open();
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: "Create a rule" }).click();
    await page.getByLabel("Search").fill("own");
    await page.getByRole("link", { name: PRESSURE }).click();
    await page.getByRole("link", { name: "New rule on this stream" }).click();
    await page.getByRole("button", { name: "Save and deploy 1 instance" }).waitFor();
    await page.goto("/rules");
    await page.getByRole("link", { name: "Begin with a stream" }).click();
    await page.getByRole("heading", { name: "Streams" }).waitFor();
  },
);
