import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

async function editor(on: RunningSystem) {
  const { template, instances } = await pumps(on);
  for (const id of instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  const conditions = async () =>
    (await on.client.ok("GET", `/api/templates/${template}`)).data.rules[0].conditions;
  return { path: `/rules/${template}?rule=1`, conditions };
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.getByText("All changes saved").waitFor();
}

const summary = (page: Page, text: string) =>
  page.getByLabel("Rule summary").getByText(text, { exact: false }).waitFor();

/** Without the contrast of a backtest that is faded while it runs again. */
const FIELD_RULES = ["label", "select-name", "button-name", "aria-valid-attr-value", "target-size"];

/** On a page that is high enough: what the bar at the bottom cuts off would count as too small. */
async function findings(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1_440, height: 2_400 });
  return await seriousFindings(page, FIELD_RULES);
}

const high = (value: number) => ({ stream: "<VALUE>", operator: "greater_than", value });

browserTest(
  "2 of 3: all conditions of a rule become a group of at least n, another n, and any of them again",
  async ({ on, open }) => {
    const { path, conditions } = await editor(on);
    const { page } = await open({ path });
    for (const limit of ["70", "90"]) {
      await page.getByRole("button", { name: "Add condition" }).first().click();
      await page.getByLabel("Limit", { exact: true }).last().fill(limit);
    }
    const logic = page.getByLabel("Logic of the conditions");
    await logic.focus();
    await logic.selectOption("at_least");
    const group = page.getByRole("group", { name: "Group 1" });
    await eventually(
      "the choice keeps the focus",
      () => page.evaluate(`document.activeElement?.ariaLabel === "Logic of group 1"`),
    );
    await summary(
      page,
      "When at least 2 of these are true (VALUE is above 80; VALUE is above 70; VALUE is above 90)",
    );
    await group.getByLabel("How many of group 1").selectOption("3");
    assertEquals(await findings(page), []);
    await save(page);
    assertEquals(await conditions(), [{ at_least: 3, conditions: [high(80), high(70), high(90)] }]);
    await group.getByLabel("Logic of group 1").selectOption("any");
    await summary(page, "VALUE is above 80 or VALUE is above 70 or VALUE is above 90");
    await save(page);
    assertEquals(await conditions(), [high(80), high(70), high(90)]);
  },
);

browserTest(
  "a nested 2 of 3 has three conditions, and its n is refused at its field once too few are left",
  async ({ on, open }) => {
    const { path, conditions } = await editor(on);
    const { page } = await open({ path, allow: /400/ });
    await page.getByRole("button", { name: "Add group" }).click();
    await page.getByRole("menuitem", { name: "At least n of …, such as 2 of 3" }).click();
    const group = page.getByRole("group", { name: "Group 2" });
    for (const [index, limit] of ["1", "2", "3"].entries()) {
      await group.getByLabel("Compared stream").nth(index).selectOption("<VALUE>");
      await group.getByLabel("Limit", { exact: true }).nth(index).fill(limit);
    }
    for (const condition of ["2.3", "2.2"]) {
      await page.getByRole("button", { name: `More actions for condition ${condition}` }).click();
      await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
    }
    await page.keyboard.press("Control+s");
    await page.getByRole("link", { name: "Condition 2 › At least n: Takes a whole number from 1" }).click();
    await eventually(
      "the field has the focus",
      () => page.evaluate(`document.activeElement?.ariaLabel === "How many of group 2"`),
    );
    await group.getByLabel("How many of group 2").selectOption("1");
    await save(page);
    assertEquals(await conditions(), [high(80), { at_least: 1, conditions: [high(1)] }]);
  },
);

browserTest(
  "a counter, a jump and the number of starts are found in the list, with a field for all that they take",
  async ({ on, open }) => {
    const { path, conditions } = await editor(on);
    const { page } = await open({ path, allow: /400/ });
    const compare = page.getByLabel("Comparison");
    const counters = compare.locator('optgroup[label="Counters and number of starts"] option');
    await eventuallyEquals(
      () => counters.allInnerTexts(),
      ["counts more than", "counts less than", "starts more often than"],
    );
    await compare.selectOption({ label: "counts more than" });
    await page.getByText("Rollover, tolerance and more").click();
    await page.getByLabel("Largest value (rollover)").fill("65535");
    await page.getByLabel("Tolerance").fill("2");
    await page.getByLabel("Window, s", { exact: true }).fill("3600");
    await summary(page, "VALUE has counted more than 80 in the last 1 h (a fall up to 2 counts 0");
    await page.getByText("was “is above”", { exact: true }).waitFor();
    assertEquals(await findings(page), []);
    await save(page);
    assertEquals(await conditions(), [{
      ...high(80),
      operator: "increase_above",
      window_seconds: 3600,
      tolerance: 2,
      rollover: 65535,
    }]);

    await compare.selectOption({ label: "jumps by more than" });
    await summary(page, "VALUE has jumped by more than 80 between two samples in the last 1 h");
    await compare.selectOption({ label: "is above" });
    await compare.selectOption({ label: "starts more often than" });
    const counted = page.getByRole("group", { name: "What is counted" });
    await eventuallyEquals(() => counted.getByLabel("Limit", { exact: true }).inputValue(), "80");
    await page.getByLabel("Number of starts", { exact: true }).fill("6");
    await page.getByLabel("Window, s", { exact: true }).fill("3600");
    await page.getByText("Deadband, maximum age and more").click();
    await page.getByLabel("Deadband of each start", { exact: true }).fill("100");
    await summary(
      page,
      "“VALUE is above 80 (until back at -20)” has started more than 6 times in the last 1 h",
    );
    await counted.getByLabel("Counts each time the stream").selectOption("outside");
    await counted.getByLabel("High limit", { exact: true }).fill("90");
    await page.keyboard.press("Control+s");
    await page.getByRole("link", {
      name: /Condition 1 › Counted comparison › Deadband: With a deadband of 100/,
    }).click();
    await eventually(
      "the field has the focus",
      () => page.evaluate(`document.activeElement?.id.endsWith("comparison.deadband")`),
    );
    await page.getByLabel("Deadband of each start", { exact: true }).fill("2");
    assertEquals(await findings(page), []);
    await save(page);
    assertEquals(await conditions(), [{
      stream: "<VALUE>",
      operator: "times_above",
      value: 6,
      window_seconds: 3600,
      comparison: { operator: "outside", value: [80, 90], deadband: 2 },
    }]);
  },
);
