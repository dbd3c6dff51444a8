import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

/** Without the contrast of a backtest that is faded while it runs again. */
const FIELD_RULES = ["label", "select-name", "button-name", "aria-valid-attr-value", "target-size"];
const SYNTAX = "is not expected here: an expression has numbers";

async function editor(on: RunningSystem) {
  const template = await on.template({
    placeholders: ["T_OUT", "T_IN", "FLOW"].map((name) => numberPlaceholder(name)),
    rules: [{ conditions: [{ stream: "<T_OUT>", operator: "avg_above", value: 4 }] }],
  });
  const conditions = async () =>
    (await on.client.ok("GET", `/api/templates/${template}`)).data.rules[0].conditions;
  return { path: `/rules/${template}?rule=1`, conditions };
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.getByText("All changes saved").waitFor();
}

browserTest(
  "a calculated value is typed with placeholders completed, its error said at its place, and saved with its unit",
  async ({ on, open }) => {
    const { path, conditions } = await editor(on);
    const { page } = await open({ path });
    await page.getByLabel("Compared stream").selectOption({ label: "Calculate from several streams…" });
    const field = page.getByLabel("Calculated value");
    await eventually(
      "the field has the focus",
      () => page.evaluate(`document.activeElement?.id.endsWith(".expression")`),
    );
    await eventuallyEquals(() => field.inputValue(), "<T_OUT>");
    const operators = await page.getByLabel("Comparison").locator("option").allInnerTexts();
    assertEquals([operators.includes("is above"), operators.includes("is on average above")], [true, false]);

    await field.fill("");
    await field.pressSequentially("(<t_");
    const offered = page.getByRole("listbox", { name: "Placeholders" });
    assertEquals(await offered.getByRole("option").allInnerTexts(), ["<T_OUT>", "<T_IN>"]);
    await page.keyboard.press("Enter");
    await field.pressSequentially(" - <in");
    await page.keyboard.press("Tab");
    assertEquals(await field.inputValue(), "(<T_OUT> - <T_IN>");
    assertEquals(await page.getByText(SYNTAX).count(), 0, "what is being typed is not finished");
    await field.pressSequentially(") // 2");
    await page.getByText(`"/", at character 21, ${SYNTAX}`).waitFor();
    await field.press("End");
    for (let i = 0; i < "/ 2".length; i++) await field.press("Backspace");
    await page.getByLabel("Unit (optional)").focus();
    await page.getByText(`The end, at character 21, ${SYNTAX}`).waitFor();
    await field.press("End");
    await field.pressSequentially(" <flow");
    await page.keyboard.press("Enter");
    await page.getByLabel("Unit (optional)").fill("K·h/m³");
    await eventuallyEquals(() => page.getByText(SYNTAX).count(), 0);
    await page.getByLabel("Rule summary").getByText("(T_OUT - T_IN) / FLOW is above 4 K·h/m³").waitFor();
    assertEquals(await seriousFindings(page, FIELD_RULES), []);
    await save(page);
    assertEquals(await conditions(), [
      { expression: "(<T_OUT> - <T_IN>) / <FLOW>", unit: "K·h/m³", operator: "greater_than", value: 4 },
    ]);

    await page.getByRole("button", { name: "Compare one stream" }).click();
    await eventuallyEquals(() => page.getByLabel("Compared stream").inputValue(), "<T_OUT>");
    await save(page);
    assertEquals(await conditions(), [{ stream: "<T_OUT>", operator: "greater_than", value: 4 }]);
  },
);
