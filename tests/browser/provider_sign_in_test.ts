import type { Page } from "playwright-core";
import { assertEquals, assertMatch } from "@std/assert";
import type { RunningSystem } from "../support/running_system.ts";
import { CLIENT, type OidcProvider, oidcProvider } from "../support/oidc_provider.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

/** The provider's own pages, which are another host's. */
const PROVIDERS_PAGES =
  /127\.0\.0\.1:\d+\/(auth|interaction|session)|fonts\.g|Content Security Policy|policy:/;

function providerFor({ client }: RunningSystem): Promise<OidcProvider> {
  return oidcProvider({
    redirectAddresses: [`${client.baseUrl}/auth/oidc/1/callback`],
    people: { anna: { preferred_username: "anna", name: "Anna Keller", groups: ["/plant/operators"] } },
    refreshTokens: true,
    logout: {
      returnAddress: `${client.baseUrl}/sign-in`,
      backchannel: `${client.baseUrl}/auth/backchannel-logout/1`,
    },
  });
}

async function company(on: RunningSystem): Promise<OidcProvider> {
  const { client } = on;
  const provider = await providerFor(on);
  await client.ok("POST", "/api/identity-providers", {
    name: "corp",
    issuer: provider.issuer,
    ...CLIENT,
    button_label: "Sign in with your company account",
    grants: [{ group: "/plant/operators", role: "operator" }],
  });
  return provider;
}

async function signIn(page: Page): Promise<void> {
  // The provider's own pages ask for a font, which no test may fetch.
  await page.context().route(
    /^https:\/\/fonts\.g/,
    (route) => route.fulfill({ contentType: "text/css", body: "" }),
  );
  await page.getByRole("link", { name: "Sign in with your company account" }).click();
  await page.locator("input[name=login]").fill("anna");
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Events", exact: true }).waitFor();
}

browserTest(
  "an administrator creates a provider, is told what to enter there, and tests it",
  async ({ on, open }) => {
    await using provider = await providerFor(on);
    await on.client.ok("POST", "/api/plant-model", { floc_id: "N", name: "North", node_type: "enterprise" });
    await on.client.ok("POST", "/api/areas", { name: "North", plant_node_ids: ["N"] });
    const { page } = await open({ path: "/settings/sign-in" });
    await page.getByRole("button", { name: "New provider" }).click();
    const form = page.getByRole("dialog", { name: "New identity provider" });
    await form.getByText(`${on.client.baseUrl}/auth/oidc/1/callback`).waitFor();
    await form.getByRole("button", { name: "Copy the redirect address" }).waitFor();
    await form.getByLabel("Name", { exact: true }).fill("corp");
    await form.getByLabel("Kind").selectOption("Keycloak");
    await form.getByText("Clients → the client → Credentials: “Client Secret”").waitFor();
    await form.getByRole("button", { name: "Test", exact: true }).click();
    await form.getByText("Put your own value in the place of <host>").waitFor();
    await form.getByLabel("Issuer").fill(provider.issuer);
    await form.getByLabel("Client id").fill(CLIENT.client_id);
    await form.getByLabel("Client secret").fill("wrong");
    await form.getByLabel("Group 1", { exact: true }).fill("/plant/operators");
    await form.getByRole("button", { name: "Test", exact: true }).click();
    await form.getByText(/does not accept the client id or the secret/).waitFor();
    await form.getByLabel("Client secret").fill(CLIENT.client_secret);
    await form.getByRole("button", { name: "Test", exact: true }).click();
    await form.getByRole("heading", { name: "Test: works" }).waitFor();
    await form.getByRole("button", { name: "Add group" }).click();
    await form.getByLabel("Group 2", { exact: true }).fill("/plant/engineers");
    await form.getByLabel("Role of group 2").selectOption("engineer");
    await form.locator("summary").nth(1).click();
    await form.getByRole("group", { name: "Areas of group 2" }).getByLabel("North").check();
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Create provider" }).click();
    const addresses = page.getByRole("dialog", { name: "corp is created" });
    await addresses.getByText(`${on.client.baseUrl}/auth/oidc/1/callback`).waitFor();
    await addresses.getByText(`${on.client.baseUrl}/auth/backchannel-logout/1`).waitFor();
    await addresses.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Test" }).click();
    const test = page.getByRole("dialog", { name: "Test of corp: works" });
    await test.getByText("1 signing key is read").waitFor();
    const { data: [corp] } = await on.client.ok("GET", "/api/identity-providers");
    assertEquals(corp.grants, [
      { group: "/plant/operators", role: "operator", area_ids: null },
      { group: "/plant/engineers", role: "engineer", area_ids: [1] },
    ]);
  },
);

browserTest(
  "a person signs in at the company's provider, and signing out ends the session there too",
  async ({ on, open }) => {
    await using _ = await company(on);
    const { page } = await open({ path: "/events", as: null, allow: PROVIDERS_PAGES });
    await signIn(page);
    assertMatch(page.url(), /\/events$/);
    await page.goto(`${on.client.baseUrl}/settings/profile`);
    await page.getByText("You sign in with your company account").waitFor();
    assertEquals(await page.getByLabel(/password/i).and(page.locator("input")).count(), 0);
    // What the page has not read by then would be refused.
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Account: Anna Keller" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: /Yes, sign me out/i }).click();
    await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
    await page.getByRole("link", { name: "Sign in with your company account" }).click();
    await page.locator("input[name=login]").waitFor();
  },
);

browserTest(
  "a logout at the provider ends an open page by the back channel",
  async ({ on, browser, open }) => {
    await using provider = await company(on);
    const { page } = await open({ path: "/events", as: null, allow: PROVIDERS_PAGES });
    await signIn(page);
    const atProvider = await page.context().newPage();
    await atProvider.goto(`${provider.issuer}/session/end`);
    await atProvider.getByRole("button", { name: /Yes, sign me out/i }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.getByRole("link", { name: "Sign in with your company account" }).waitFor();
    await browser.closePages();
  },
);
