import { timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { ADMIN } from "./support/watched_page.ts";

const PRESSURE = "Own.Line1.Pump1.Pressure";

browserTest(
  "a new user gets from sign-in to a deployed rule with an event on the wall, guided by the pages alone",
  async ({ on, open }) => {
    await on.streams.make("number", PRESSURE);
    await on.configure();
    const { page } = await open({ as: null, allow: /401/ });
    await page.getByLabel("User name").fill(ADMIN.username);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.keyboard.press("Enter");
    const steps = page.getByRole("region", { name: "First steps" });
    await steps.getByRole("link", { name: "Create a rule" }).click();
    await page.getByRole("button", { name: "Create the first package" }).click();
    await page.getByLabel("Name").fill("Pumps");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "New template" }).click();
    await page.getByText(/^A template defines rules with placeholders/).waitFor();
    await page.getByLabel("Name").first().fill("Pump pressure");
    await page.getByLabel("Limit", { exact: true }).fill("80");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Create instance" }).first().click();
    const stream = page.getByRole("combobox", { name: "VALUE" });
    await stream.click();
    await stream.pressSequentially("pump1 press");
    await page.getByRole("option", { name: new RegExp(PRESSURE) }).click();
    await page.getByRole("button", { name: "Create and deploy" }).click();
    await page.getByText("Running").waitFor();
    await on.streams.write(PRESSURE, [timeline()(0), 90]);
    await page.getByRole("link", { name: "Event wall", exact: true }).click();
    await page.getByRole("group", { name: /^Warning, unacknowledged, Line1 Pump1 pump pressure/ })
      .waitFor();
  },
);
