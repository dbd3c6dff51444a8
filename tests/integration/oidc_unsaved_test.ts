import { assertEquals, assertMatch } from "@std/assert";
import { pathsOf } from "../contract/support.ts";
import { BASE, CALLBACKS, company } from "../support/oidc_company.ts";
import { CLIENT, oidcProvider } from "../support/oidc_provider.ts";

interface Finding {
  check: string;
  status: string;
  message: string;
}

const GIVEN = { name: "other", ...CLIENT, grants: [{ group: "/plant/operators", role: "operator" }] };

Deno.test("a provider is tested before it is created, with the addresses that it gets then", async () => {
  await using at = await company();
  await using provider = await oidcProvider({ redirectAddresses: CALLBACKS, people: {} });
  const { data: addresses } =
    (await at.app.call("GET /api/identity-providers/addresses", { as: "admin" })).body;
  assertEquals(addresses, {
    redirect_address: CALLBACKS[1],
    after_logout_address: `${BASE}/sign-in`,
    backchannel_logout_address: `${BASE}/auth/backchannel-logout/2`,
  });
  const body = { ...GIVEN, issuer: provider.issuer };
  const { body: tested } = await at.app.call("POST /api/identity-providers/test", { as: "admin", body });
  assertEquals(
    [tested.data.status, tested.data.redirect_address],
    ["ok", CALLBACKS[1]],
    JSON.stringify(tested),
  );
  assertEquals(tested.message, 'Identity provider "other": everything that can be tested works');
  assertEquals(at.app.storage.identityProviders.list().length, 1);
  const made = await at.app.call("POST /api/identity-providers", { as: "admin", body });
  assertEquals(made.body.data.redirect_address, CALLBACKS[1]);
  const { data: next } = (await at.app.call("GET /api/identity-providers/addresses", { as: "admin" })).body;
  assertEquals(next.redirect_address, `${BASE}/auth/oidc/3/callback`);
});

Deno.test("the test of unsaved settings names what is wrong, and stores nothing", async () => {
  await using at = await company();
  const findings = async (given: Record<string, unknown>): Promise<Finding[]> => {
    const body = { ...GIVEN, issuer: at.provider.issuer, ...given };
    const { status, body: answer, text } = await at.app.call("POST /api/identity-providers/test", {
      as: "admin",
      body,
    });
    assertEquals(status, 200, text);
    return answer.data.findings;
  };
  const failed = (all: Finding[]) =>
    all.filter(({ status }) => status === "failed").map(({ check }) => check);
  assertEquals(failed(await findings({ client_secret: "wrong" })), ["client"]);
  assertEquals(failed(await findings({ grants: [] })), ["claims"]);
  const [away] = await findings({ issuer: `${at.provider.issuer}/` });
  assertMatch(away.message, /enter the issuer exactly so$/);
  const [inside] = await findings({ issuer: "https://10.0.0.1" });
  assertMatch(inside.message, /10\.0\.0\.1 is a private address; add it to OUTBOUND_ALLOW/);
  const [metadata] = await findings({ issuer: "http://169.254.169.254" });
  assertMatch(metadata.message, /OUTBOUND_ALLOW/);
  const stored = await at.app.storage.identityProviders.settings(at.id);
  assertEquals([stored.name, stored.clientSecret], ["corp", CLIENT.client_secret]);
});

Deno.test("a stored secret is used for unsaved settings of the same provider and issuer only", async () => {
  await using at = await company();
  await using other = await oidcProvider({ redirectAddresses: CALLBACKS, people: {} });
  const client = async (given: Record<string, unknown>) => {
    const { client_secret: _, ...rest } = GIVEN;
    const body = { ...rest, ...given };
    const { body: answer } = await at.app.call("POST /api/identity-providers/test", { as: "admin", body });
    return answer.data.findings.find(({ check }: Finding) => check === "client");
  };
  assertEquals((await client({ id: at.id, issuer: at.provider.issuer })).status, "ok");
  for (const given of [{ id: at.id, issuer: other.issuer }, { issuer: at.provider.issuer }]) {
    assertMatch((await client(given)).message, /^No client secret is stored; enter it/);
  }
});

Deno.test("unsaved settings are held to their fields, and only an admin tests them", async () => {
  await using at = await company();
  const call = (as: "admin" | "engineer", given: Record<string, unknown>) =>
    at.app.call("POST /api/identity-providers/test", {
      as,
      body: { ...GIVEN, issuer: at.provider.issuer, ...given },
    });
  assertEquals(pathsOf(await call("admin", { id: 77 })), ["id"]);
  assertEquals(pathsOf(await call("admin", { issuer: "ldaps://dc.example.org" })), ["ldap"]);
  const grants = [{ group: "a", role: "operator", area_ids: [99] }];
  assertEquals(pathsOf(await call("admin", { grants })), ["grants.0.area_ids.0"]);
  assertEquals((await call("engineer", {})).status, 403);
  assertEquals((await at.app.call("GET /api/identity-providers/addresses", { as: "engineer" })).status, 403);
});
