import { Buffer } from "node:buffer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { Json } from "../support/andon_client.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

browserTest(
  "creating a template: a package, a rule with a limit, a renamed placeholder, the link to an instance",
  async ({ on, open }) => {
    const { page } = await open({ path: "/rules" });
    await page.getByRole("button", { name: "Create the first package" }).click();
    await page.getByLabel("Name").fill("Pumps");
    await page.keyboard.press("Enter");
    await page.getByText("No templates yet").waitFor();
    assertMatch(page.url(), /\/rules\?package=\d+$/);
    await page.getByRole("link", { name: "New template" }).click();
    await page.getByLabel("Name").first().fill("Pump pressure");
    await save(page).click();
    await page.getByRole("link", { name: "Rule “Too high” › Condition 1 › Value: Enter a value" }).click();
    await eventually("the field has the focus", () => focusedLabel(page).then((label) => label === "Limit"));
    await page.keyboard.type("80");
    await page.getByLabel("On-delay, s").fill("10");
    const name = page.getByRole("listitem").getByLabel("Name", { exact: true }).first();
    await name.fill("inlet pressure");
    await name.press("Tab");
    const sentence = page.getByLabel("Rule summary");
    await sentence.getByText(
      "When INLET_PRESSURE is above 80 for 10 s, raise a warning event “INLET_PRESSURE.High”; it ends when this is false.",
    ).waitFor();
    await page.keyboard.press("Control+s");
    const next = page.getByRole("link", { name: "Create instance" }).first();
    await next.waitFor();
    const id = Number(/\/rules\/(\d+)/.exec(page.url())?.[1]);
    assertEquals(await next.getAttribute("href"), `/instances/new?template=${id}`);
    const { data } = await on.client.ok("GET", `/api/templates/${id}`);
    assertEquals(data.placeholders.map((one: Json) => one.placeholder_name), ["INLET_PRESSURE"]);
    const [rule] = data.rules;
    assertEquals([rule.rule_id, rule.event_name, rule.on_delay_seconds], [
      "too_high",
      "<INLET_PRESSURE>.High",
      10,
    ]);
    assertEquals(rule.conditions, [{ stream: "<INLET_PRESSURE>", operator: "greater_than", value: 80 }]);
  },
);

browserTest(
  "a new rule is named after its comparison until a person names it, its event too",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/rules" });
    await page.getByRole("link", { name: "New template" }).click();
    const rule = page.locator(".rules-rule").first();
    const name = rule.getByRole("textbox", { name: "Name", exact: true });
    const event = rule.getByRole("textbox", { name: "Event name" });
    const names = async () => [await name.inputValue(), await event.inputValue()];
    await eventuallyEquals(names, ["Too high", "<VALUE>.High"]);
    const compare = (label: string) => rule.getByLabel("Comparison").selectOption({ label });
    await compare("is below");
    await eventuallyEquals(names, ["Too low", "<VALUE>.Low"]);
    await rule.getByText("Too low", { exact: true }).waitFor();
    await rule.getByRole("button", { name: "More actions for condition 1" }).click();
    await page.getByRole("menuitem", { name: "Negate" }).click();
    await eventuallyEquals(names, ["Not too low", "<VALUE>.NotLow"]);
    await rule.getByRole("button", { name: "More actions for condition 1" }).click();
    await page.getByRole("menuitem", { name: "Remove negation" }).click();
    await name.fill("Runs dry");
    await compare("is outside");
    await eventuallyEquals(names, ["Runs dry", "<VALUE>.OutOfRange"]);
    await event.fill("<VALUE>.Dry");
    await compare("is above");
    await page.getByLabel("Rule summary").getByText(/VALUE is above/).waitFor();
    assertEquals(await names(), ["Runs dry", "<VALUE>.Dry"]);
  },
);

browserTest(
  "a change is marked beside what is saved, and is tested before saving is proposed",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    const test = page.getByRole("button", { name: "Test", exact: true });
    const isPrimary = async (button: Locator) => (await button.getAttribute("class")) === "primary";
    const delay = page.getByLabel("On-delay, s");
    await delay.waitFor();
    assertEquals(await page.locator(".field.changed").count(), 0);
    await delay.fill("7");
    const changed = page.locator(".field.changed", { has: page.getByText("was 0", { exact: true }) });
    await changed.getByLabel("On-delay, s").waitFor();
    await eventuallyEquals(() => page.locator(".field.changed").count(), 1);
    await test.waitFor();
    assertEquals([await isPrimary(test), await isPrimary(save(page))], [true, false]);
    await test.click();
    await test.waitFor({ state: "detached" });
    assertEquals(await isPrimary(save(page)), true);
    // What the bar at the bottom cuts off counts as too small.
    await delay.evaluate((field) => field.scrollIntoView({ block: "center" }));
    assertEquals(await seriousFindings(page), []);
    await save(page).click();
    await page.getByText("All changes saved").waitFor();
    await eventuallyEquals(() => page.locator(".field.changed").count(), 0);
    await page.getByRole("button", { name: "Add placeholder" }).click();
    await eventually(
      "the new name is selected",
      () => page.evaluate("getSelection().toString()").then((text) => text === "VALUE_2"),
    );
    await page.keyboard.type("second long name");
    const lefts = await page.locator(".rules-placeholder select").evaluateAll((fields) =>
      fields.map((field) => field.getBoundingClientRect().left)
    );
    assertEquals([lefts.length, new Set(lefts).size], [2, 1]);
  },
);

browserTest(
  "nested conditions are built by keys alone, and are the same after a reload",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    await menu(page, "Add group", "Any of …");
    const group = page.getByRole("group", { name: "Group 2" });
    await group.getByLabel("Comparison").focus();
    await group.getByLabel("Comparison").selectOption("outside");
    await group.getByLabel("Low limit", { exact: true }).fill("5");
    await group.getByLabel("High limit", { exact: true }).fill("90");
    await menu(page, "More actions for condition 2.1", "Negate");
    await group.getByText("Not", { exact: true }).waitFor();
    await menu(page, "More actions for condition 2", "Move up");
    await page.keyboard.press("Control+s");
    await page.getByText("All changes saved").waitFor();
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    assertEquals(data.rules[0].conditions, [
      { any: [{ not: { stream: "<VALUE>", operator: "outside", value: [5, 90] } }] },
      { stream: "<VALUE>", operator: "greater_than", value: 80 },
    ]);
    await page.reload();
    await page.getByRole("group", { name: "Group 1" }).getByLabel("Low limit", { exact: true }).waitFor();
  },
);

browserTest(
  "errors of the server are shown at their fields, also in a collapsed rule",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=2`, allow: /400/ });
    await page.getByLabel("Event name", { exact: true }).fill("<GONE>.High");
    await page.getByRole("button", { name: /^Warning High/ }).click();
    await page.getByRole("button", { name: /^Critical TooHigh/ }).waitFor();
    await save(page).click();
    await page.getByRole("link", { name: 'Rule “High” › Event name: Placeholder "GONE" is not declared' })
      .click();
    await eventually(
      "it is unfolded and has the focus",
      () => focusedLabel(page).then((label) => label === "Event name"),
    );
    assertEquals(await page.getByLabel("Event name", { exact: true }).getAttribute("aria-invalid"), "true");
    await eventually("the address names the rule", () => page.url().endsWith("rule=2"));
  },
);

browserTest(
  "a template in use lists its instances, and is saved by undeploying and deploying again, or as a copy",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1`, allow: /403/ });
    const banner = page.getByRole("region", { name: "In use" });
    await banner.getByText("2 deployed instances").waitFor();
    await banner.getByText("Pump 1, Pump 2").waitFor();
    await page.getByLabel("Limit", { exact: true }).fill("85");
    await save(page).click();
    const dialog = page.getByRole("dialog", { name: "Deployed instances use this template" });
    await dialog.getByText("Pump 2").waitFor();
    assertEquals(await seriousFindings(page), []);
    await dialog.getByRole("button", { name: "Undeploy, save and deploy again" }).click();
    await page.getByText("All changes saved").waitFor();
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    assertEquals(data.rules[0].conditions[0].value, 85);
    for (const id of plant.instances) {
      assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.is_deployed, true);
    }
    await page.getByLabel("Limit", { exact: true }).fill("95");
    await save(page).click();
    await dialog.getByRole("button", { name: "Save as a copy" }).click();
    await page.getByRole("heading", { name: "Pump pressure (copy)" }).waitFor();
    assertEquals(
      (await on.client.ok("GET", `/api/templates/${plant.template}`)).data.rules[0].conditions[0].value,
      85,
    );
  },
);

browserTest(
  "leaving unsaved changes asks first, and a reload restores them",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    await page.getByLabel("Event description", { exact: true }).fill("Typed and not saved");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await eventually(
      "it is kept",
      () => page.evaluate<boolean>("JSON.stringify({ ...sessionStorage }).includes('Typed and not saved')"),
    );
    page.on("dialog", (asked) => asked.accept());
    await page.reload();
    await page.getByText("Your unsaved changes were restored.").waitFor();
    assertEquals(
      await page.getByLabel("Event description", { exact: true }).inputValue(),
      "Typed and not saved",
    );
    const description = () => page.getByLabel("Event description", { exact: true }).inputValue();
    await page.getByRole("button", { name: "Discard changes" }).click();
    assertEquals(await description(), "The pressure is above 80 bar");
    const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
    await undo.click();
    assertEquals(await description(), "Typed and not saved");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    assertEquals(await description(), "The pressure is above 80 bar");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await undo.click();
    await page.goBack();
    await page.getByText("Your unsaved changes were restored.").waitFor();
    assertEquals(await description(), "Typed and not saved");
  },
);

browserTest(
  "a concurrent change of another user is shown with its differences, and accepted or overwritten",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    const description = page.getByLabel("Event description", { exact: true });
    await description.fill("Mine");
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    data.rules[0].severity = "error";
    await on.client.ok("PUT", `/api/templates/${plant.template}`, { rules: data.rules });
    const notice = page.getByRole("region", { name: "Conflicting changes" });
    await notice.getByText("Rule “TooHigh” › Severity").waitFor();
    assertEquals(await description.inputValue(), "Mine");
    await notice.getByRole("button", { name: "Use saved version" }).click();
    await notice.waitFor({ state: "hidden" });
    assertEquals(await description.inputValue(), "The pressure is above 80 bar");
    assertEquals(await page.getByLabel("Severity").inputValue(), "error");
  },
);

browserTest(
  "a count over a window and the plant clock are edited, with each error of the server at its field",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1`, allow: /400/ });
    await page.getByLabel("Comparison").first().selectOption("count_above");
    await page.getByLabel("Count values above", { exact: true }).fill("80");
    await page.getByLabel("Limit", { exact: true }).fill("3");
    await page.getByLabel("Window, s").fill("700000");
    await save(page).click();
    await page.getByRole("link", { name: /Condition 1 › Window/ }).click();
    await eventually(
      "the field has the focus",
      () => focusedLabel(page).then((label) => label === "Window, s"),
    );
    await page.getByLabel("Window, s").fill("600");
    await page.getByLabel("Rule summary")
      .getByText("was above 80 in more than 3 samples of the last 10 min").waitFor();
    await page.getByRole("button", { name: "Add condition" }).first().click();
    await page.getByLabel("Compared stream").nth(1).selectOption("SYS.TIME.IS_WEEKEND");
    await page.getByLabel("Comparison").nth(1).selectOption("is_true");
    await page.keyboard.press("Control+s");
    await page.getByText("All changes saved").waitFor();
    const { data } = await on.client.ok("GET", `/api/templates/${plant.template}`);
    assertEquals(data.rules[0].conditions, [
      { stream: "<VALUE>", operator: "count_above", value: 3, limit: 80, window_seconds: 600 },
      { stream: "SYS.TIME.IS_WEEKEND", operator: "is_true" },
    ]);
  },
);

browserTest("a package is renamed, exported and, once it is empty, deleted", async ({ on, open }) => {
  await on.client.ok("POST", "/api/packages", { name: "Spare", description: "" });
  const { page } = await open({ path: "/rules" });
  await page.getByRole("link", { name: "Spare" }).click();
  await menu(page, "More actions for Spare", "Rename");
  await page.getByRole("dialog").getByLabel("Name").fill("Parts");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Parts" }).waitFor();
  const saving = page.waitForEvent("download");
  await menu(page, "More actions for Parts", "Export");
  const file = await saving;
  assertEquals(file.suggestedFilename(), "Parts.andon.json");
  assertEquals(JSON.parse(await Deno.readTextFile(await file.path())).package.name, "Parts");
  await menu(page, "More actions for Parts", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete package" }).click();
  await page.getByText("No packages yet").waitFor();
});

browserTest("a package that holds templates says so instead of being deleted", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/rules?package=1" });
  const button = page.getByRole("button", { name: /^More actions for / });
  await button.click();
  const entry = page.getByRole("menuitem", { name: /^Delete/ });
  assertMatch(await entry.textContent() ?? "", /has 1 template/);
  assertEquals(await entry.getAttribute("aria-disabled"), "true");
});

browserTest("an arrow opens a menu, and no key is lost before it has the focus", async ({ on, open }) => {
  await on.client.ok("POST", "/api/packages", { name: "Spare", description: "" });
  const { page } = await open({ path: "/rules?package=1" });
  await page.getByRole("button", { name: "More actions for Spare" }).focus();
  await page.keyboard.press("ArrowUp");
  assert(await isFocused(page, "Delete"));
  await page.keyboard.press("Escape");
  assertEquals(await page.getByRole("menuitem").count(), 0);
  await page.evaluate("addEventListener('toggle', (event) => event.stopPropagation(), true)");
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
  assert(await isFocused(page, "Rename"));
});

browserTest("an import shows what it changes before it is written", async ({ on, open }) => {
  const plant = await pumps(on);
  for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
  const { data: template } = await on.client.ok("GET", `/api/templates/${plant.template}`);
  const { data: document } = await on.client.ok("GET", `/api/packages/${template.package_id}/export`);
  document.templates[0].rules[0].conditions[0].value = 99;
  const { page } = await open({ path: "/rules/import" });
  const choose = (given: unknown) =>
    page.getByLabel(/^Exported package/).setInputFiles({
      name: "pumps.andon.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(given)),
    });
  await choose({ format: "other" });
  await page.getByRole("alert").getByText("This file is not an Andon package").waitFor();
  await choose(document);
  await page.getByText("<VALUE> is above 80", { exact: true }).waitFor();
  await page.getByText("<VALUE> is above 99", { exact: true }).waitFor();
  const before = await on.client.ok("GET", `/api/templates/${plant.template}`);
  assertEquals(before.data.rules[0].conditions[0].value, 80);
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await page.getByRole("link", { name: "Open package" }).waitFor();
  const after = await on.client.ok("GET", `/api/templates/${plant.template}`);
  assertEquals(after.data.rules[0].conditions[0].value, 99);
});

browserTest("an operator sees a template without any controls to change it", async ({ on, open }) => {
  const plant = await pumps(on);
  const as = await userOf(on, "operator");
  const { page } = await open({ path: `/rules/${plant.template}`, as });
  await page.getByText("is above 80", { exact: false }).first().waitFor();
  assertEquals(await page.getByRole("textbox").count(), 0);
  await page.goto("/rules");
  await page.getByRole("grid", { name: "Templates" }).waitFor();
  assertEquals(await page.getByRole("link", { name: /New template|Import/ }).count(), 0);
  assertEquals(await page.getByRole("button", { name: "New package" }).count(), 0);
});

/** Opens the menu by keys and moves to an entry by its index. */
async function menu(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: item }).first();
  await entry.waitFor();
  for (let step = 0; step < 10 && !await isFocused(page, item); step++) {
    await page.keyboard.press("ArrowDown");
  }
  assert(await isFocused(page, item), item);
  await page.keyboard.press("Enter");
}

function isFocused(page: Page, text: string): Promise<boolean> {
  return page.evaluate<boolean>(
    `document.activeElement?.textContent?.startsWith(${JSON.stringify(text)}) === true`,
  );
}

function focusedLabel(page: Page): Promise<string | null> {
  return page.evaluate<string | null>("document.activeElement?.labels?.[0]?.textContent ?? null");
}
