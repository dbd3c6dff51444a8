import { assertEquals, assertMatch } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import { provider } from "../support/ai_provider.ts";
import { ModelServer } from "../support/model_server.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "refused credentials are red in the bar and said on the overview, the settings, the wall and about",
  async ({ on, open }) => {
    await pumps(on);
    await on.client.ok("POST", "/api/configuration", {
      ...(await on.client.ok("GET", "/api/configuration")).data,
      client_secret: "wrong",
    });
    const { page } = await open();
    const bar = page.locator(".status-bar .source.refused");
    await bar.waitFor();
    assertMatch(await bar.innerText(), /^Source refuses the credentials/);
    const panel = page.getByRole("region", { name: "Source and coverage" });
    await panel.getByText("Source refuses the credentials").waitFor();
    await panel.getByRole("link", { name: "Check the data sources" }).click();
    await page.getByRole("grid", { name: "Data sources" }).getByText("Refuses the credentials").waitFor();
    await page.getByRole("link", { name: "default", exact: true }).click();
    await page.getByText("The source refuses the stored credentials.").waitFor();
    await page.goto("/settings/about");
    await page.locator(".facts .refused").getByText("Source refuses the credentials").waitFor();
    await page.goto("/wall");
    await page.locator(".no-data-banner").waitFor();
  },
);

browserTest(
  "a change that drops the stored secret asks for it before anything is stored, and is tested first",
  async ({ on, open }) => {
    await pumps(on);
    const read = async () => (await on.client.ok("GET", "/api/configuration")).data;
    const before = await read();
    const { page } = await open({ path: "/settings/sources/1", allow: /Failed to load/ });
    const save = page.getByRole("button", { name: "Save and test" });
    await page.getByLabel("Tenant ID").fill(`${before.tenant_id}1`);
    await save.click();
    const secret = page.getByLabel("Client secret");
    await page.locator("[aria-invalid=true]").waitFor();
    assertEquals(await secret.getAttribute("aria-invalid"), "true");
    assertEquals(await read(), before, "nothing is stored without the secret");
    await secret.fill(on.simulator.clientSecret);
    await save.click();
    const dialog = page.getByRole("dialog", { name: "The new settings do not work" });
    await dialog.getByText("the present settings stay in use").waitFor();
    assertEquals(await read(), before, "nothing is stored that does not work");
    await dialog.getByRole("button", { name: "Back to the settings" }).click();
    assertEquals(await page.locator(".summary").count(), 0);
    await page.locator(".status-bar").getByText("Source connected").waitFor();
    await save.click();
    await dialog.getByRole("button", { name: "Save anyway" }).click();
    const otherPlant = page.getByRole("dialog", { name: "Another plant" });
    await otherPlant.getByText(/1 deployed instance|deployed instances/).waitFor();
    assertEquals(await read(), before, "another plant is asked for before it is stored");
    await otherPlant.getByRole("button", { name: "Save" }).click();
    await page.getByText('Source "default" is updated').waitFor();
    assertEquals((await read()).tenant_id, `${before.tenant_id}1`);
    await page.getByLabel("Tenant ID").fill(before.tenant_id);
    await secret.fill(on.simulator.clientSecret);
    await save.click();
    await otherPlant.getByRole("button", { name: "Save" }).click();
    await eventuallyEquals(read, before);
    await page.locator(".status-bar").getByText("Source connected").waitFor();
  },
);

browserTest(
  "a provider's new address asks for the key before anything is stored, and is tested first",
  async ({ on, open }) => {
    await using model = new ModelServer();
    const id = await provider(on, model, { display_name: "Advisor" });
    const read = async () => (await on.client.ok("GET", `/api/ai-providers/${id}`)).data;
    const before = await read();
    const { page } = await open({ path: `/assistant/providers?open=${id}`, allow: /Failed to load/ });
    const form = page.getByRole("dialog", { name: "Advisor" });
    await form.getByLabel("Address").fill("http://127.0.0.1:1/v1");
    await form.getByRole("button", { name: "Save and test" }).click();
    await form.locator("[aria-invalid=true]").waitFor();
    assertEquals(await read(), before);
    await form.getByLabel("API key").fill("sk-entered-again");
    await form.getByRole("button", { name: "Save and test" }).click();
    const dialog = page.getByRole("dialog", { name: "The new settings do not work" });
    await dialog.getByRole("button", { name: "Back to the settings" }).click();
    assertEquals(await read(), before);
  },
);

browserTest(
  "a refused field is named by its label, and a message has no field paths and no raw times",
  async ({ on, open }) => {
    await on.configure();
    const { page } = await open({ path: "/settings/sources/1", allow: /400/ });
    await page.getByLabel("Polling interval, seconds").fill("0");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".summary").getByText("Polling interval, seconds: ").waitFor();
    assertEquals(await page.getByText("poll_seconds").count(), 0);
  },
);
