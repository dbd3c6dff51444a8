import { assertEquals } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "a rule gets an end of its own in the editor, and gives it up",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    const rule = async () => (await on.client.ok("GET", `/api/templates/${plant.template}`)).data.rules[0];
    const { conditions: [own] } = await rule();
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    const ends = page.getByRole("combobox", { name: "Ends when" });
    const sentence = page.getByLabel("Rule summary");
    await ends.selectOption({ label: "Own conditions are true" });
    const list = page.getByRole("group", { name: "End conditions" });
    assertEquals(await list.getByLabel("Comparison").inputValue(), "less_or_equal");
    await eventuallyEquals(() => list.locator(".rules-condition").count(), 1);
    await page.locator(".field.changed").getByText("was the conditions are false").waitFor();
    await list.getByRole("spinbutton", { name: "Limit" }).fill("");
    await save();
    await page.getByRole("link", { name: /› End condition 1 › Value: Enter a value/ }).click();
    await eventually(
      "the field has the focus",
      () => page.evaluate(`document.activeElement?.id.endsWith("rules.0.until.0.value")`),
    );
    await page.keyboard.type("3");
    await sentence.getByText(/it ends when .* is at most 3\./).first().waitFor();
    await list.getByRole("button", { name: "Add condition" }).click();
    await page.getByRole("button", { name: "More actions for end condition 2" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    assertEquals(await seriousFindings(page), []);
    await save();
    await eventually("the end is stored", async () => (await rule()).until !== null);
    assertEquals((await rule()).until, [{ stream: own.stream, operator: "less_or_equal", value: 3 }]);
    await ends.selectOption({ label: "The conditions are false" });
    await save();
    await eventuallyEquals(async () => (await rule()).until, null);
  },
);
