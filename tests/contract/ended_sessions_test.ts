import { saveConfiguration } from "../support/configured.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { AppDeps } from "../../routes/pipeline/deps.ts";
import { eventually } from "../support/eventually.ts";
import { tokenForge } from "../support/token_forge.ts";
import { discover, PASSWORD, templateBody, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const SOURCE = {
  client_id: "c",
  client_secret: "s",
  region: "us-west",
  tenant_id: "t",
  namespace_id: "n",
} as const;
const BACKTEST = {
  template_id: 1,
  from: "2026-01-31T08:00:00Z",
  to: "2026-01-31T09:00:00Z",
  placeholder_mappings: { PUMP: "P1.Pressure", LIMIT: 80 },
  stream: true,
};

/** An app whose backtests run until somebody stops them. */
async function endless(
  options: { now?: () => number } = {},
): Promise<{ app: TestApp; begun: () => number; stopped: () => number }> {
  let begun = 0, stopped = 0;
  const run: AppDeps["backtests"]["run"] = (_order, { signal, onProgress }) => {
    begun++;
    onProgress?.({ done: 0, total: 1 } as never);
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => {
        stopped++;
        reject(signal.reason);
      })
    );
  };
  const app = await testApp({
    ...options,
    backtests: { run, records: () => Promise.reject(new Error("Not here")) },
  });
  await discover(app.storage, ["P1.Pressure"]);
  await app.call("POST /api/packages", { as: "engineer", body: { name: "Utilities" } });
  await app.call("POST /api/templates", { as: "engineer", body: templateBody(1) });
  await saveConfiguration(app.storage, SOURCE, BY);
  return { app, begun: () => begun, stopped: () => stopped };
}

Deno.test("a run that lasts stops when its access token has expired, or its provider has changed", async () => {
  let nowMs = Date.now();
  await using forge = await tokenForge();
  const { app, begun, stopped } = await endless({ now: () => nowMs });
  await using _ = app;
  const audience = "https://andon.example/api";
  const body = { name: "corp", issuer: forge.issuer, client_id: "andon", audience };
  const grants = [{ group: "operators", role: "engineer" }];
  const made = await app.call("POST /api/identity-providers", { as: "admin", body: { ...body, grants } });
  const begin = async (lifeSeconds: number) => {
    const exp = Math.floor(nowMs / 1_000) + lifeSeconds;
    const token = await forge.sign(forge.claims({ aud: audience, exp }));
    const headers = { authorization: `Bearer ${token}` };
    // The answer comes when the run has stopped.
    return { stops: app.call("POST /api/backtests", { body: BACKTEST, headers, undocumented: true }) };
  };
  const short = await begin(300), long = await begin(3_600);
  await eventually("both run", () => begun() === 2);
  nowMs += 360_000;
  await eventually("the run of the expired token stops", () => stopped() === 1);
  assertMatch((await short.stops).text, /event: error/);
  assertEquals(stopped(), 1, "the other one goes on");
  const path = `PUT /api/identity-providers/${made.body.data.id}`;
  await app.call(path, { as: "admin", body: { grants: [] } });
  await eventually("the run of the changed provider stops", () => stopped() === 2);
  assertMatch((await long.stops).text, /event: error/);
});

Deno.test("a run that lasts stops when the person who began it is disabled: by an access token, or at a shared desk", async () => {
  await using forge = await tokenForge();
  const { app, begun, stopped } = await endless();
  await using _ = app;
  const { access, desks } = app.storage, audience = "https://andon.example/api";
  const grants = [{ group: "operators", role: "engineer" }];
  const body = { name: "corp", issuer: forge.issuer, client_id: "andon", audience, grants };
  await app.call("POST /api/identity-providers", { as: "admin", body });
  const { id: anna } = await access.signInExternal({
    providerId: 1,
    issuer: forge.issuer,
    subject: "anna",
    username: "anna@corp",
    role: "engineer",
    grants: [],
  });
  const desk = { username: "desk", password: PASSWORD, role: "engineer", shared_desk: true } as const;
  const { token } = await access.createSession((await access.createUser(desk, BY)).id, {});
  const cookie = { cookie: `andon_session=${token}` }, person = access.userByName("engineer");
  assert(person !== undefined);
  await desks.setPin(person, "583920", BY);
  const pin = { username: "engineer", pin: "583920" };
  const confirmed = await app.call("POST /api/auth/desk-confirmations", { headers: cookie, body: pin });
  const atDesk = { ...cookie, "x-desk-confirmation": confirmed.body.data.confirmation };
  const byToken = { authorization: `Bearer ${await forge.sign(forge.claims({ aud: audience }))}` };
  const began = [[byToken, anna], [atDesk, person.id]] as const;
  const runs = began.map(([headers, id]) => ({
    id,
    answer: app.call("POST /api/backtests", { body: BACKTEST, headers, undocumented: true }),
  }));
  await eventually("both run", () => begun() === 2);
  for (const [at, { id, answer }] of runs.entries()) {
    await access.updateUser(id, { is_active: false }, BY);
    await eventually("the run of the person stops", () => stopped() === at + 1);
    assertMatch((await answer).text, /event: error/);
  }
});

Deno.test("a run that lasts stops when the session or key that began it ends", async () => {
  const { app, begun, stopped } = await endless();
  await using _ = app;
  const { access } = app.storage;
  const { token } = await access.createSession(access.userByName("engineer")?.id ?? 0, {});
  const draft = { name: "run", role: "engineer", is_active: true, expires_at: null } as const;
  const { key, record } = await access.apiKeys.issue(draft, BY);
  const begin = (headers: Record<string, string>) =>
    app.call("POST /api/backtests", { body: BACKTEST, headers, undocumented: true });
  const runs = [begin({ cookie: `andon_session=${token}` }), begin({ authorization: `Bearer ${key}` })];
  const other = begin({ cookie: app.cookieOf("engineer") });
  await eventually("all run", () => begun() === 3);
  await access.endSession(token);
  await access.apiKeys.remove(record.id, BY);
  for (const answer of await Promise.all(runs)) {
    assertEquals(answer.status, 200, answer.text);
    assertMatch(answer.text, /event: error/);
  }
  assertEquals(stopped(), 2, "the run of another session goes on");
  const cookie = app.cookieOf("engineer");
  await access.endSession(cookie.slice(cookie.indexOf("=") + 1));
  assert((await other).text.includes("event: error"));
});

Deno.test("a request whose session or key ends while its body arrives changes nothing", async () => {
  await using app = await testApp();
  const { access } = app.storage, adminId = access.userByName("admin")?.id ?? 0;
  const { token } = await access.createSession(adminId, {});
  const draft = { name: "run", role: "admin", is_active: true, expires_at: null } as const;
  const { key, record } = await access.apiKeys.issue(draft, BY);
  const callers = [
    [{ cookie: `andon_session=${token}` }, () => access.endSession(token)],
    [{ authorization: `Bearer ${key}` }, () => access.apiKeys.update(record.id, { is_active: false }, BY)],
  ] as const;
  for (const [headers, end] of callers) {
    const body = new ReadableStream({
      async pull(controller) {
        await end();
        const text = JSON.stringify({ name: "late", role: "admin", expires_at: null });
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    }, { highWaterMark: 0 });
    const { status, body: { details } } = await app.call("POST /api/keys", { headers, body });
    assertEquals([status, details.error_code], [401, "AUTHENTICATION_REQUIRED"]);
  }
  assertEquals(access.apiKeys.byName("late"), undefined);
});
