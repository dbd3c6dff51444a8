import { assertEquals } from "@std/assert";
import { type TestApp, testApp } from "../contract/support.ts";
import { type Forge, tokenForge } from "../support/token_forge.ts";

const AUDIENCE = "https://andon.example/api";

async function forged() {
  const forge = await tokenForge();
  const app = await testApp();
  const grants = [{ group: "operators", role: "operator" }, { group: "andon.read", role: "viewer" }];
  const body = { name: "corp", issuer: forge.issuer, client_id: "andon", client_secret: "s", grants };
  const made = await app.call("POST /api/identity-providers", {
    as: "admin",
    body: { ...body, audience: AUDIENCE },
  });
  return {
    forge,
    app,
    id: Number(made.body.data.id),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await forge[Symbol.asyncDispose]();
    },
  };
}

/** The status of a sign-in for which the provider sends this ID token. */
async function statusOf(
  { app, id, forge }: { app: TestApp; id: number; forge: Forge },
  make: (nonce: string) => Promise<string>,
): Promise<number> {
  forge.answer(make);
  const begun = await app.call(`GET /auth/oidc/${id}/begin`, { undocumented: true });
  const cookie = begun.headers.getSetCookie()[0].split(";")[0];
  const page = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  await page.body?.cancel();
  const { search } = new URL(page.headers.get("location") ?? "");
  const headers = { cookie };
  return (await app.call(`GET /auth/oidc/${id}/callback${search}`, { headers, undocumented: true })).status;
}

Deno.test("an ID token is taken only from its issuer, for this client and this sign-in, within its time", async () => {
  await using at = await forged();
  const { forge } = at;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const aud = "andon";
  const cases: [string, number, (nonce: string) => Promise<string>][] = [
    ["right", 303, (nonce) => forge.sign(forge.claims({ aud, nonce }))],
    ["expired 30 s ago", 303, (nonce) => forge.sign(forge.claims({ aud, nonce, exp: nowSeconds - 30 }))],
    ["expired 5 min ago", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, exp: nowSeconds - 300 }))],
    ["not yet valid", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, nbf: nowSeconds + 300 }))],
    ["another audience", 401, (nonce) => forge.sign(forge.claims({ aud: "other", nonce }))],
    ["another issuer", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, iss: "https://evil.example" }))],
    ["another nonce", 401, () => forge.sign(forge.claims({ aud, nonce: "other" }))],
    ["no nonce", 401, () => forge.sign(forge.claims({ aud }))],
    ["alg none", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { alg: "none" })],
    ["HMAC with the public key", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { alg: "HS256" })],
    ["another key", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { unknownKey: true })],
    ["no token", 401, () => Promise.resolve("x.y.z")],
  ];
  for (const [what, status, make] of cases) assertEquals([what, await statusOf(at, make)], [what, status]);
});
