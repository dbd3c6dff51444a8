import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, sourceConfiguration } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

/** The settings of a source that reads the simulator. */
function simulated(on: RunningSystem) {
  const { client_secret, client_id, base_url, namespace_id, region, tenant_id } = sourceConfiguration(
    on.simulator,
  );
  return {
    kind: "data_hub",
    config: { client_id, base_url, namespace_id, region, tenant_id },
    secrets: { client_secret },
  };
}

async function fill(page: Page, on: RunningSystem): Promise<void> {
  const { config } = simulated(on);
  await page.getByLabel("Region").selectOption("simulator");
  await page.getByLabel("Address (optional)").fill(String(config.base_url));
  await page.getByLabel("Tenant ID").fill(String(config.tenant_id));
  await page.getByLabel("Namespace ID").fill(String(config.namespace_id));
  await page.getByLabel("Client ID").fill(String(config.client_id));
  await page.getByLabel("Client secret").fill(on.simulator.clientSecret);
}

const sideways = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

browserTest(
  "a first source begins with what somebody has, is tested with errors at its fields, and then created as the default",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings", allow: /Failed to load/ });
    await page.getByRole("heading", { name: "What do you have?" }).waitFor();
    await page.getByRole("link", { name: /^AVEVA Data Hub/ }).click();
    await page.getByRole("heading", { name: "New source: AVEVA Data Hub" }).waitFor();
    assertEquals(await page.getByLabel("Name", { exact: true }).inputValue(), "default");
    await page.getByLabel("Region").selectOption("simulator");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await page.getByText("The region simulator has no default address; enter one").waitFor();
    await fill(page, on);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText(/OK, [\d,]+ ms/).waitFor();
    await page.locator("dt", { hasText: "Tenant" }).waitFor();
    assertEquals((await on.client.ok("GET", "/api/sources")).data, [], "a test stores nothing");
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Test and create" }).click();
    await page.getByRole("heading", { name: "default", exact: true }).waitFor();
    await page.getByRole("region", { name: "State" }).getByText("Connected").waitFor();
    assertEquals((await on.client.ok("GET", "/api/configuration")).data.id, 1);
  },
  { configuration: null },
);

browserTest(
  "a second source has a name before its streams, is paused, goes on, and is deleted unless something uses it",
  async ({ on, open }) => {
    const { template } = await pumps(on);
    const { page } = await open({ path: "/settings", allow: /Failed to load/ });
    await page.getByRole("link", { name: "New source" }).click();
    await page.getByRole("link", { name: /^AVEVA Data Hub/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("line/2");
    await fill(page, on);
    await page.getByRole("button", { name: "Test and create" }).click();
    await page.getByText("Must have no /, [ and ]").first().waitFor();
    await page.getByLabel("Name", { exact: true }).fill("line2");
    await page.getByRole("button", { name: "Test and create" }).click();
    await page.getByRole("heading", { name: "line2", exact: true }).waitFor();
    const discovery = page.getByRole("region", { name: "Discovery" });
    await discovery.getByRole("button", { name: "Discover" }).click();
    await discovery.getByRole("status").filter({ hasText: "Streams" }).waitFor();
    const { data: instance } = await on.client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: "Flow of line 2",
      placeholder_mappings: { VALUE: "line2/Own.Line1.Pump1.Pressure" },
    });
    const state = page.getByRole("region", { name: "State" });
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    await state.getByText("Paused").waitFor();
    await page.goto("/settings/about");
    await page.getByText("Data source “default”").waitFor();
    await page.getByRole("link", { name: "Paused" }).click();
    await page.getByRole("heading", { name: "line2", exact: true }).waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await state.getByText("Connected").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete source" }).click();
    const inUse = page.getByRole("dialog", { name: "line2 is in use" });
    await inUse.getByRole("link", { name: "Flow of line 2" }).waitFor();
    await inUse.getByRole("button", { name: "Close" }).click();
    await on.client.ok("DELETE", `/api/instances/${instance.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete source" }).click();
    await page.getByRole("grid", { name: "Data sources" }).waitFor();
    await eventually(
      "the source is gone",
      async () => await page.getByRole("link", { name: "line2" }).count() === 0,
    );
  },
);

browserTest(
  "the list and the page of a source work on a phone, and viewers change nothing",
  async ({ on, open }) => {
    await on.configure();
    await on.client.ok("POST", "/api/sources", {
      ...simulated(on),
      name: "line2",
      secrets: { client_secret: "wrong" },
    });
    const { page } = await open({ path: "/settings", size: "phone" });
    const row = page.getByRole("row", { name: /line2/ });
    await row.getByText("Refuses the credentials").waitFor();
    await row.getByText("AVEVA Data Hub").first().waitFor();
    assertEquals([await sideways(page), ...await seriousFindings(page)], [0]);
    await row.getByRole("link", { name: "line2" }).click();
    await page.getByText("The source refuses the stored credentials.").waitFor();
    assertEquals([await sideways(page), ...await seriousFindings(page)], [0]);
    const { page: viewed } = await open({ path: page.url(), as: await userOf(on, "viewer") });
    await viewed.getByText("Namespace ID").waitFor();
    assertEquals(await viewed.getByRole("button", { name: /Save|Test|Discover|Pause|Delete/ }).count(), 0);
  },
);

browserTest(
  "streams of two sources in one instance are refused at the field of the second",
  async ({ on, open }) => {
    await pumps(on);
    const { data: { id } } = await on.client.ok("POST", "/api/sources", { ...simulated(on), name: "line2" });
    await on.client.ok("POST", `/api/discover-assets?source_id=${id}`);
    const template = await on.template({
      name: "Difference",
      placeholders: [numberPlaceholder("A"), numberPlaceholder("B")],
      rules: [{
        rule_id: "both",
        rule_name: "Both",
        severity: "warning",
        event_name: "Both",
        event_description: "Both are high",
        conditions: ["<A>", "<B>"].map((stream) => ({ stream, operator: "greater_than", value: 1 })),
      }],
    });
    const { page } = await open({ path: `/instances/new?template=${template}`, allow: /400/ });
    await page.getByRole("combobox", { name: "A", exact: true }).fill("Own.Line1.Pump1.Pressure");
    await page.getByRole("combobox", { name: "B", exact: true }).fill("line2/Own.Line1.Pump2.Pressure");
    await page.keyboard.press("Escape");
    await page.getByLabel("Name", { exact: true }).fill("Both pumps");
    await page.getByRole("button", { name: "Create and deploy" }).click();
    await page.locator(".field .issue", { hasText: "are of two sources" }).waitFor();
    const second = page.getByRole("combobox", { name: "B", exact: true });
    assertEquals(await second.getAttribute("aria-invalid"), "true");
    await page.goto("/plant/streams?source=line2&find=pump2");
    await page.getByRole("columnheader", { name: "Source" }).waitFor();
    await page.getByRole("link", { name: "line2/Own.Line1.Pump2.Pressure" }).waitFor();
    assertEquals(
      await page.getByRole("link", { name: /^Own\./ }).count(),
      0,
      "the list is filtered by the source",
    );
  },
);
