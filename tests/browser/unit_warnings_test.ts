import { eventuallyEquals } from "../support/eventually.ts";
import { numberPlaceholder } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";

browserTest(
  "a deployment that compares streams of different units says so in one message, and by the rules' names on the page",
  async ({ on, open }) => {
    const units = ["bar", "psi", "kPa"];
    const names = units.map((unit) => `Own.${unit}`);
    await on.streams.make("number", ...names);
    for (const uom of units) {
      on.simulator.faults.set({ kind: "streams_changed", streams: `Own.${uom}`, uom });
    }
    await on.configure();
    const above = (value: string) => [{ stream: "<BAR>", operator: "greater_than", value: `<${value}>` }];
    const template = await on.template({
      placeholders: ["BAR", "PSI", "KPA"].map((name) => numberPlaceholder(name)),
      rules: [
        { rule_id: "r1", rule_name: "AbovePsi", conditions: above("PSI") },
        { rule_id: "r2", rule_name: "AboveKpa", conditions: above("KPA") },
      ],
    });
    const [BAR, PSI, KPA] = names;
    const id = await on.deploy(template, { BAR, PSI, KPA }, "Compared");
    const { page } = await open({ path: `/instances/${id}` });
    await page.getByRole("region", { name: "Problems with streams" }).getByText(
      'Rule “Above psi”: Compares "Own.bar" in bar with "Own.psi" in psi; values are not converted',
    ).waitFor();
    await page.getByRole("button", { name: "Undeploy" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undeploy" }).click();
    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    await page.locator(".toast").getByText("values are not converted (and 1 more warning)").waitFor();
    await eventuallyEquals(() => page.locator(".toast.problem").count(), 1);
  },
);
