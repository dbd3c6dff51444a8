import { assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/andon_client.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";
import { undo } from "./support/undo.ts";

browserTest(
  "a change of a template in use becomes a version: compared, released, previewed, and one instance is upgraded",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const [first, second] = plant.instances;
    await plant.press(1, 90);
    const before = await eventually("both rules have raised events", async () => {
      const rows = (await on.events(first)).filter(({ is_active }) => is_active);
      return rows.length === 2 ? rows : undefined;
    });
    const { page } = await open({ path: `/rules/${plant.template}?rule=1`, allow: /403/ });
    await page.getByLabel("Limit", { exact: true }).fill("85");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const inUse = page.getByRole("dialog", { name: "Deployed instances use this template" });
    await inUse.waitFor();
    assertEquals(
      await page.locator(".summary").count(),
      0,
      "no error stands behind the dialog that solves it",
    );
    await inUse.getByRole("button", { name: "Save as a new version" }).click();
    await page.getByRole("heading", { name: "Version 2, draft" }).waitFor();
    assertMatch(page.url(), /\/rules\/\d+\/versions\?version=2$/);
    await page.getByText("Rule “TooHigh” › Conditions").waitFor();
    assertEquals((await on.client.ok("GET", `/api/templates/${plant.template}`)).data.version, 1);
    await page.getByText("Release this version to upgrade instances.").waitFor();
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByRole("dialog").getByText("2 instances on version 1 will not be changed").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
    await page.getByRole("heading", { name: "Version 2, current" }).waitFor();
    await page.getByRole("checkbox", { name: "Select Pump 1" }).check();
    await page.getByRole("button", { name: "Preview for 1 instance" }).click();
    await page.getByText("Active events that stay open: 1. Active events closed as superseded: 1.")
      .waitFor();
    await page.getByRole("heading", { name: /^Last day: new version/ }).waitFor();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Upgrade 1 instance" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Upgrade" }).click();
    const progress = page.getByRole("dialog", { name: "Upgrading 1 instance" });
    await progress.getByText("1 of 1, 1 upgraded").waitFor();
    await progress.getByRole("button", { name: "Close" }).click();
    const rows = page.getByRole("grid", { name: "Instances on other versions" });
    await rows.getByText("Pump 2").waitFor();
    await eventually("Pump 1 has gone over", async () => await rows.getByText("Pump 1").count() === 0);
    const versions = await Promise.all(
      [first, second].map(async (id) =>
        (await on.client.ok("GET", `/api/instances/${id}`)).data.template_version
      ),
    );
    assertEquals(versions, [2, 1]);
    const after = await on.events(first);
    const kept = (rule: string) => (row: Json) => row.rule_id === rule && row.is_active;
    assertEquals(after.find(kept("high"))?.id, before.find(kept("high"))?.id);
    await page.goto(new URL(`/instances/${second}`, page.url()).href);
    await page.getByRole("link", { name: "Version 2 is available" }).waitFor();
  },
);

browserTest(
  "a viewer sees versions and their differences without any controls",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const path = `/api/templates/${plant.template}/versions`;
    const { rules } = (await on.client.ok("GET", `/api/templates/${plant.template}`)).data;
    await on.client.ok("POST", path, { rules: [rules[0]], note: "One rule less" });
    const { page } = await open({
      path: `/rules/${plant.template}/versions`,
      as: await userOf(on, "viewer"),
    });
    await page.getByText("Rule “High”").first().waitFor();
    await page.getByText("One rule less").first().waitFor();
    for (const name of ["Release", "Delete", /^Preview for/, /^Upgrade/]) {
      assertEquals(await page.getByRole("button", { name }).count(), 0, String(name));
    }
    assertEquals(await page.getByRole("checkbox").count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    assertEquals(width <= 390, true, `${width} px`);
  },
);

browserTest("a deleted draft comes back as a new version", async ({ on, open }) => {
  const plant = await pumps(on);
  const path = `/api/templates/${plant.template}/versions`;
  const { rules } = (await on.client.ok("GET", `/api/templates/${plant.template}`)).data;
  await on.client.ok("POST", path, { rules: [rules[0]], note: "One rule less" });
  const { page } = await open({ path: `/rules/${plant.template}/versions?version=2` });
  await page.getByRole("heading", { name: "Version 2, draft" }).waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("heading", { name: "Version 1, current" }).waitFor();
  const drafts = async () => {
    const { data } = await on.client.ok("GET", path);
    return data.filter(({ status }: Json) => status === "draft");
  };
  await eventually("it is deleted", async () => (await drafts()).length === 0);
  await undo(page);
  await page.getByText(/^The draft is version \d$/).waitFor();
  const [draft] = await drafts();
  assertEquals([draft.note, draft.rules.length], ["One rule less", 1]);
});

browserTest("a template with one version says so; an unknown template too", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open({ path: `/rules/${plant.template}`, allow: /404/ });
  await page.getByRole("link", { name: "version 1" }).click();
  await page.getByText("There is no other version to compare with").waitFor();
  await page.getByText("All 2 deployed instances run on version 1.").waitFor();
  await page.goto(new URL("/rules/999/versions", page.url()).href);
  await page.getByRole("heading", { name: "Template not found" }).waitFor();
});
