import { assertEquals, assertMatch } from "@std/assert";
import type { RunningSystem } from "../support/running_system.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps, userOf } from "./support/plant.ts";

async function controlRoom({ client }: RunningSystem, { url }: HttpReceiver): Promise<void> {
  await client.ok("POST", "/api/contact-points", {
    name: "Control room",
    fallback: true,
    config: {
      kind: "http",
      method: "POST",
      url,
      content_type: "application/json",
      headers: [{ name: "x-key", value: "{delivery_key}" }],
      body: '{"title":"{title}"}',
    },
  });
}

browserTest(
  "an engineer starts a drill after seeing who is called, and its result stays beside the rule",
  async ({ on, open }) => {
    await using chat = new HttpReceiver();
    await controlRoom(on, chat);
    const { instances: [id] } = await placedPumps(on);
    const { page } = await open({ path: `/instances/${id}` });
    const drills = page.getByRole("region", { name: "Drills" });
    await drills.getByText("No drill yet.").nth(1).waitFor();

    await drills.getByRole("button", { name: "Start a drill of Too high" }).click();
    const dialog = page.getByRole("dialog", { name: "Start a drill?" });
    await dialog.getByText("Nobody else is reached: Control room").waitFor();
    await dialog.getByText("A drill of “Too high” of “Pump 1” really calls people").waitFor();
    assertEquals(await seriousFindings(page), []);
    await dialog.getByRole("button", { name: "Start the drill" }).click();
    await page.getByText('The drill of "Too high" of "Pump 1" has started').waitFor();
    await drills.getByText(/^Running, since /).waitFor();
    assertEquals(await drills.getByRole("button").count(), 1, "the other rule's");
    await eventually("the control room is told", () => chat.messages.length === 1);
    assertMatch(JSON.stringify(chat.messages[0].body), /"Drill: Critical: Too high, Pump 1"/);

    await drills.getByRole("link").click();
    await page.getByRole("heading", { name: /^Drill: .*: Too high$/ }).waitFor();
    await page.getByText("Nothing is wrong in the plant: this event tests whether people are reached.")
      .waitFor();
    await page.getByRole("button", { name: "End the drill" }).waitFor();
    assertEquals(await page.getByRole("button", { name: "Shelve" }).count(), 0);
    await page.getByText("Drill: New event").waitFor();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("End of the drill").waitFor();
    await page.goBack();
    await drills.getByText(/reached Control room, answered by admin after/).waitFor();
    await drills.getByText(/^Last drill: /).waitFor();
    await eventuallyEquals(() => drills.getByRole("button", { name: /^Start a drill of / }).count(), 2);
    await page.getByRole("region", { name: "Recent events" }).getByText("None yet.").waitFor();
  },
);

browserTest("a drill that calls nobody says so, and only engineers start drills", async ({ on, open }) => {
  const { instances: [id] } = await placedPumps(on);
  const { page } = await open({ path: `/instances/${id}`, allow: /400/ });
  await page.getByRole("button", { name: "Start a drill of Too high" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a drill?" });
  await dialog.getByText("Nobody can be told: no fallback contact point is set up.").waitFor();
  await dialog.getByRole("button", { name: "Start the drill" }).click();
  await dialog.getByRole("alert").getByText(/^Nobody is called: no policy reaches anybody/).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });

  const other = await open({ as: await userOf(on, "operator"), path: `/instances/${id}` });
  const drills = other.page.getByRole("region", { name: "Drills" });
  await drills.getByText("No drill yet.").nth(1).waitFor();
  assertEquals(await drills.getByRole("button").count(), 0);
});
