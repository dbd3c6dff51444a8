/** Constants of a machine in the editor, and optional placeholders in the instances. */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { aboveLimit, numberPlaceholder } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const perMachine = (page: Page, name: string) => page.getByRole("button", { name: `Per machine: ${name}` });

browserTest(
  "a delay per machine: a button beside the delay declares a placeholder with the present number as its default",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    const delay = page.getByLabel("On-delay, s");
    await delay.fill("10");
    await perMachine(page, "On-delay").click();
    const dialog = page.getByRole("dialog", { name: "New placeholder" });
    assertEquals(await dialog.getByLabel("Name").inputValue(), "ON_DELAY");
    assertEquals(await dialog.getByLabel("Default value").inputValue(), "10");
    assertEquals(await seriousFindings(page), []);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const sentence = page.getByLabel("Rule summary");
    await sentence.getByText(/is above 80 for ON_DELAY s, raise/).waitFor();
    assertEquals(await delay.inputValue(), "ON_DELAY");
    assertEquals(await perMachine(page, "On-delay").getAttribute("aria-pressed"), "true");
    await page.getByText("Deadband, maximum age and more").click();
    await perMachine(page, "Deadband").click();
    const band = page.getByRole("combobox", { name: "Deadband", exact: true });
    assertEquals(await band.locator("option").allInnerTexts(), [
      "Choose a placeholder…",
      "<ON_DELAY>",
      "New placeholder…",
    ]);
    await perMachine(page, "Deadband").click();
    await page.getByRole("spinbutton", { name: "Deadband" }).fill("2");
    const test = page.getByRole("button", { name: "Test", exact: true });
    await test.click();
    await test.waitFor({ state: "detached" });
    assertEquals(await seriousFindings(page), []);
    await page.keyboard.press("Control+s");
    await page.getByText("All changes saved").waitFor();
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    const { placeholder_name, default_value } = data.placeholders[1];
    assertEquals([placeholder_name, default_value], ["ON_DELAY", 10]);
    assertEquals(
      [data.rules[0].on_delay_seconds, data.rules[0].conditions[0].deadband],
      ["<ON_DELAY>", 2],
    );
    await perMachine(page, "On-delay").click();
    await eventually("the number is back", () => delay.inputValue().then((text) => text === "10"));
    await sentence.getByText(/is above 80 .*for 10 s, raise/).waitFor();
  },
);

browserTest(
  "an instance says which rule an empty binding leaves out, and shows the numbers that it has",
  async ({ on, open }) => {
    await pumps(on);
    const template = await on.template({
      name: "Motor",
      placeholders: [
        numberPlaceholder("TEMP"),
        numberPlaceholder("VIB", { is_required: false }),
        numberPlaceholder("DELAY"),
      ],
      rules: [
        {
          rule_name: "TooHot",
          conditions: [{ ...aboveLimit, stream: "<TEMP>" }],
          on_delay_seconds: "<DELAY>",
        },
        { rule_name: "Shakes", conditions: [{ ...aboveLimit, stream: "<VIB>" }] },
      ],
    });
    const { page } = await open({ path: `/instances/new?template=${template}` });
    const stream = page.getByRole("combobox", { name: "TEMP", exact: true });
    await stream.click();
    await stream.pressSequentially("pump2 pres");
    await page.getByRole("option", { name: /Pump2/ }).waitFor();
    await stream.press("Enter");
    await page.getByText("number, optional: without it, “Shakes” is left out").waitFor();
    assertEquals(await page.getByRole("group", { name: "Type of DELAY" }).count(), 0, "only a constant");
    await page.getByLabel("DELAY").fill("7");
    const preview = page.getByRole("region", { name: "Current state" });
    await preview.getByText("starts after 7 s").waitFor();
    await preview.getByText("left out, because VIB is not bound").waitFor();
    assertEquals(await seriousFindings(page), []);
    await page.getByLabel("Name", { exact: true }).fill("Motor 2");
    await page.getByRole("button", { name: "Create and deploy" }).click();
    await page.getByRole("heading", { name: "Motor 2" }).waitFor();
    const leftOut = page.getByRole("list", { name: "Rules left out" });
    await eventuallyEquals(
      async () => (await leftOut.getByRole("listitem").allInnerTexts()).map((one) => one.trim()),
      ["Shakes\nleft out, because VIB is not bound"],
    );
    await page.getByRole("region", { name: "Rules" }).getByText(/and stay so for 7 s/).waitFor();
    const bindings = page.getByRole("region", { name: "Bindings" });
    await bindings.getByText("Not bound").waitFor();
    assertEquals(await page.getByRole("region", { name: "Drills" }).getByText("Shakes").count(), 0);
    assertEquals(await seriousFindings(page), []);
  },
);
