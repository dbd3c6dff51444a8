import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

const ANNA = { username: "anna", password: "a password of hers" };
const BEN = { username: "ben", password: "a password of his" };

async function people(on: RunningSystem): Promise<void> {
  for (const user of [{ ...ANNA, display_name: "Anna Keller" }, BEN]) {
    await on.client.ok("POST", "/api/users", { ...user, role: "operator" });
  }
}

async function userId(on: RunningSystem, name: string): Promise<number> {
  const { data } = await on.client.ok("GET", "/api/users");
  return data.find(({ username }: { username: string }) => username === name).id;
}

browserTest(
  "an engineer creates a roster, its hole is named, and an operator takes it over",
  async ({ on, open }) => {
    await people(on);
    const { page } = await open({ path: "/notifications/on-call" });
    await page.getByText("No roster yet").waitFor();
    await page.getByRole("button", { name: "New roster" }).click();
    const form = page.getByRole("dialog", { name: "New roster" });
    await form.getByLabel("Name", { exact: true }).first().fill("Utilities");
    const users = form.getByLabel("Users, in the order of their turns");
    await users.selectOption({ label: "Anna Keller" });
    await users.selectOption({ label: "ben" });
    await form.getByRole("button", { name: "ben earlier" }).click();
    await form.getByLabel("Unit").selectOption("day");
    await form.getByLabel("Handover at").fill("00:00");
    const preview = form.getByRole("region", { name: "Preview" });
    await preview.getByText("Anna Keller").first().waitFor();
    await form.getByLabel("Handover at").fill("23:59");
    await preview.getByText("Anna Keller").first().waitFor();
    assertEquals(await preview.getByText(/Nobody|hole/i).count(), 0);
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Create roster" }).click();
    await form.waitFor({ state: "hidden" });
    const panel = page.getByRole("region", { name: "Utilities" });
    await panel.getByText(/On call now:\s*ben/).waitFor();

    const { page: annas } = await open({ as: ANNA, path: "/notifications/on-call", size: "phone" });
    assertEquals(await annas.getByRole("button", { name: "New roster" }).count(), 0);
    await annas.getByRole("button", { name: "I take it" }).click();
    const take = annas.getByRole("dialog", { name: "Take over Utilities" });
    assertEquals(await take.getByLabel("Who").count(), 0);
    assertEquals(await seriousFindings(annas), []);
    await take.getByRole("button", { name: "Take over" }).click();
    await annas.getByText(/On call now:\s*Anna Keller/).waitFor();
    // The engineer's page follows without a reload.
    await panel.getByText(/On call now:\s*Anna Keller/).waitFor();
    await annas.getByRole("button", { name: "End the override of Anna Keller" }).click();
    await annas.getByText(/On call now:\s*ben/).waitFor();

    await on.client.ok("DELETE", `/api/users/${await userId(on, "ben")}`);
    await panel.getByText("holes in the coming 14 days:").waitFor();
    await panel.getByText(/the user is deleted/).first().waitFor();
    assertEquals(await seriousFindings(page), []);
  },
);

browserTest(
  "an engineer sees in the preview that turns over working days pass a holiday",
  async ({ on, open }) => {
    await people(on);
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    await on.client.ok("PUT", "/api/plant-settings", { holidays: [tomorrow] });
    const { page } = await open({ path: "/notifications/on-call", size: "phone" });
    await page.getByRole("button", { name: "New roster" }).click();
    const form = page.getByRole("dialog", { name: "New roster" });
    await form.getByLabel("Name", { exact: true }).first().fill("Utilities");
    await form.getByLabel("Time zone").fill("UTC");
    const users = form.getByLabel("Users, in the order of their turns");
    await users.selectOption({ label: "Anna Keller" });
    await users.selectOption({ label: "ben" });
    await form.getByLabel("Unit").selectOption("day");
    await form.getByLabel("Handover at").fill("00:00");
    const preview = form.getByRole("region", { name: "Preview" });
    await preview.getByText("Anna Keller").first().waitFor();
    assertEquals(await preview.getByText(/Nobody/).count(), 0);
    await form.getByRole("checkbox", { name: "Working days only", exact: true }).check();
    await preview.getByText("Nobody", { exact: true }).first().waitFor();
    await form.getByRole("checkbox", { name: "Needed on working days only" }).check();
    await preview.getByText("Nobody needed", { exact: true }).first().waitFor();
    assertEquals(await preview.getByText("Nobody", { exact: true }).count(), 0);
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Create roster" }).click();
    await form.waitFor({ state: "hidden" });
    const { data: [roster] } = await on.client.ok("GET", "/api/rosters");
    assertEquals([roster.layers[0].working_days_only, roster.required_working_days_only, roster.hole_count], [
      true,
      true,
      0,
    ]);
  },
);

browserTest("an engineer creates a team", async ({ on, open }) => {
  await people(on);
  const { page } = await open({ path: "/notifications/on-call" });
  await page.getByRole("button", { name: "New team" }).click();
  const form = page.getByRole("dialog", { name: "New team" });
  await form.getByLabel("Name").fill("Electricians");
  await form.getByRole("checkbox", { name: "Anna Keller" }).check();
  await form.getByRole("button", { name: "Create team" }).click();
  await page.getByRole("link", { name: "Electricians" }).waitFor();
  await page.getByText("Anna Keller").first().waitFor();
});

browserTest(
  "a person adds an address, confirms it with the code, and sets quiet hours",
  async ({ on, open }) => {
    const got: { to: string; text: string }[] = [];
    await using receiver = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      async (request) => {
        got.push(await request.json());
        return new Response("taken");
      },
    );
    await on.client.ok("POST", "/api/contact-points", {
      name: "Gateway",
      config: {
        kind: "http",
        method: "POST",
        url: `http://127.0.0.1:${receiver.addr.port}/`,
        body: '{"to": "{to}", "text": "{text}"}',
      },
    });
    const { page } = await open({ path: "/settings/profile", allow: /status of 400/ });
    const panel = page.getByRole("region", { name: "Notifications" });
    await panel.getByText("No address yet").waitFor();
    await panel.getByRole("button", { name: "Add address" }).click();
    await panel.getByLabel("Telephone number").fill("+49 30 123456");
    await panel.getByRole("button", { name: "Add and send code" }).click();
    const code = panel.getByLabel("Code sent to +4930123456");
    await code.waitFor();
    assertEquals(got.map(({ to }) => to), ["+4930123456"]);
    await code.fill("000000" === got[0].text.slice(0, 6) ? "000001" : "000000");
    await panel.getByRole("button", { name: "Confirm" }).click();
    await panel.getByText("4 tries are left").first().waitFor();
    await code.fill(got[0].text.slice(0, 6));
    assertEquals(await seriousFindings(page), []);
    await panel.getByRole("button", { name: "Confirm" }).click();
    await panel.getByText("Gateway: confirmed").waitFor();
    await panel.getByRole("button", { name: "Add hours" }).click();
    await panel.getByRole("button", { name: "Save" }).click();
    await eventually("the quiet hours are stored", async () => {
      const { data } = await on.client.ok("GET", "/api/auth/contact-addresses");
      return data.quiet_hours.length === 1;
    });
  },
  { environment: { OUTBOUND_ALLOW: "127.0.0.1" } },
);
