import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "an event that needs a new acknowledgement says so, lists the earlier ones, and takes another one",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: `/events/${id}` });
    const acknowledge = page.getByRole("button", { name: /^Acknowledge/ });
    await acknowledge.click();
    const details = page.getByRole("region", { name: "Details" });
    const given = details.locator("li");
    await eventually("one acknowledgement is listed", async () => await given.count() === 1);
    // As if the minutes of its rule were over.
    await on.andon.plant.instance(plant.instances[0]).ask({
      ...{ type: "re_alarm_event", eventId: id, minutes: 0 },
      by: { name: "Andon", role: "operator" },
    });
    await page.getByText("needs a new acknowledgement").waitFor();
    await details.getByText("Re-alarmed").waitFor();
    assertEquals(await given.count(), 1, "the earlier one stays");
    await page.getByRole("region", { name: "Audit" }).getByText("re-alarmed").waitFor();
    assertEquals(await seriousFindings(page), []);
    await acknowledge.click();
    await eventually("both are listed", async () => await given.count() === 2);
    await page.getByText("needs a new acknowledgement").waitFor({ state: "detached" });
  },
);

browserTest(
  "the re-alarm of a rule is set, explained and removed",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open({ path: `/rules/${plant.template}?rule=1` });
    const field = page.getByLabel("Re-alarm after, minutes (optional)");
    const minutes = async () =>
      (await on.client.ok("GET", `/api/templates/${plant.template}`)).data.rules[0].re_alarm_minutes;
    const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Empty: an acknowledgement counts until the event ends").waitFor();
    await field.fill("90");
    await page.getByText("An event that is still active 1 h 30 min after its acknowledgement needs a new one")
      .waitFor();
    await page.getByLabel("Rule summary").getByText("Re-alarm 1 h 30 min after each acknowledgement.").first()
      .waitFor();
    await save();
    await eventually("90 minutes are stored", async () => await minutes() === 90);
    await field.fill("");
    await save();
    await eventually("none are stored", async () => await minutes() === null);
  },
);
