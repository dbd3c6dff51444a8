import { assert, assertEquals, assertMatch } from "@std/assert";
import { HttpReceiver } from "../support/http_receiver.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

browserTest(
  "an engineer expects a heartbeat, gets its address once, and sees its beats and Andon's own",
  async ({ open, on: { client } }) => {
    await using receiver = new HttpReceiver();
    const { page } = await open({ path: "/notifications/heartbeats" });
    await page.getByText("No heartbeat yet.").waitFor();
    await page.getByText(/Every shard beats|Waiting for the first beat of/).waitFor();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "New heartbeat" }).click();
    const form = page.getByRole("dialog", { name: "New heartbeat" });
    await form.getByLabel("Name", { exact: true }).fill("nightly-backup");
    await form.getByLabel("Deadline", { exact: true }).fill("8");
    await form.getByLabel("Unit").selectOption("days");
    await form.getByRole("button", { name: "Create heartbeat" }).click();
    await form.getByText("Must be from 1 minute to 7 days").first().waitFor();
    assertEquals(await seriousFindings(page), []);
    await form.getByLabel("Deadline", { exact: true }).fill("25");
    await form.getByLabel("Unit").selectOption("hours");
    await form.getByRole("button", { name: "Create heartbeat" }).click();
    const dialog = page.getByRole("dialog", { name: "Address of “nightly-backup”" });
    const command = await dialog.getByText(/^curl/).innerText();
    assertEquals(await seriousFindings(page), []);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("grid", { name: "Heartbeats" }).getByRole("row").filter({
      hasText: "nightly-backup",
    });
    assertMatch(await row.innerText(), /Waiting for the first beat[^]*25 h/);
    const [, address] = command.match(/^curl -fsS -X POST "(.+)"$/) ?? [];
    assert(address !== undefined, command);
    const path = address.slice(new URL(address).origin.length);
    const beat = await fetch(`${client.baseUrl}${path}`, { method: "POST" });
    assertEquals([beat.status, (await beat.json()).success], [200, true]);
    await page.reload();
    await row.getByText("On time").waitFor();

    await client.ok("POST", "/api/contact-points", {
      name: "Outside watch",
      config: { kind: "http", url: receiver.url },
    });
    await page.getByRole("button", { name: "Send by a contact point" }).click();
    const sending = page.getByRole("dialog", { name: "Send the heartbeat" });
    await sending.getByLabel("Contact point").selectOption({ label: "Outside watch" });
    await sending.getByLabel("Every so many minutes").fill("5");
    assertEquals(await seriousFindings(page), []);
    await sending.getByRole("button", { name: "Save" }).click();
    const sent = page.getByRole("region", { name: "From Andon" }).getByRole("row").filter({
      hasText: "Outside watch",
    });
    assertMatch(await sent.innerText(), /5 min/);
    await sent.getByRole("link", { name: "Outside watch" }).click();
    await page.getByRole("button", { name: "Stop sending" }).click();
    await page.getByText("No contact point sends it.").waitFor();
  },
);
