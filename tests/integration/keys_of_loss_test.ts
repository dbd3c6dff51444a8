import { assertEquals } from "@std/assert";
import { CHECK_EVERY_MS } from "../../domain/identity_provider/provider_session.ts";
import { SessionChecks } from "../../routes/people/session_checks.ts";
import { type Browser, company, signIn } from "../support/oidc_company.ts";

const GRANTS = [{ group: "admins", role: "admin" }, { group: "operators", role: "operator" }];
const cookieOf = (browser: Browser) => ({ cookie: `andon_session=${browser.get("andon_session")}` });

Deno.test("the keys of somebody who lost the role at the provider are shown to administrators, and end by one request", async () => {
  const clock = { nowMs: Date.now() };
  const people = { anna: { preferred_username: "anna", groups: ["admins"] } };
  await using at = await company({ people, refreshTokens: true }, {
    given: { grants: GRANTS },
    now: () => clock.nowMs,
  });
  const checks = new SessionChecks(at.app.deps);
  const check = async () => {
    clock.nowMs += CHECK_EVERY_MS;
    await checks.run();
  };
  const { browser } = await signIn(at);
  const made = await at.app.call("POST /api/keys", {
    headers: cookieOf(browser),
    body: { name: "historian", role: "viewer" },
  });
  assertEquals([made.status, made.body.data.owner_loss], [201, null], made.text);
  const path = `/api/keys/${made.body.data.id}`;
  const loss = async () => (await at.app.call(`GET ${path}`, { as: "admin" })).body.data?.owner_loss;
  people.anna.groups = ["operators"];
  await check();
  assertEquals(await loss(), "not_admin");
  people.anna.groups = [];
  await check();
  assertEquals(await loss(), "refused", "by a check");
  people.anna.groups = ["admins"];
  await signIn(at);
  assertEquals(await loss(), null, "signed in again");
  people.anna.groups = [];
  await signIn(at);
  assertEquals(await loss(), "refused", "by a sign-in");
  const program = { authorization: `Bearer ${made.body.data.key}` };
  assertEquals((await at.app.call("GET /api/packages", { headers: program })).status, 200);
  const ended = await at.app.call(`PUT /api/users/${made.body.data.owner_id}`, {
    as: "admin",
    body: { end_keys: true },
  });
  assertEquals([ended.status, ended.body.message], [200, 'User "anna@corp" is updated; 1 API key has ended']);
  assertEquals((await at.app.call("GET /api/packages", { headers: program })).status, 401);
});
