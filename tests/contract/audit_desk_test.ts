import { assertEquals } from "@std/assert";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { NOON } from "./second_factor_support.ts";
import { addUser, confirmed, confirmedCall, deskApp, setPin, signedIn } from "./shared_desk_support.ts";
import type { Json, TestApp } from "./support.ts";

/** The actions of the entries that a query finds, the newest first; the total must be exact. */
async function found(app: TestApp, query: string): Promise<string[]> {
  const all = await app.call(`GET /api/audit-log?${query}`, { as: "admin" });
  assertEquals(all.status, 200, all.text);
  const page = await app.call(`GET /api/audit-log?${query}&limit=1&offset=1`, { as: "admin" });
  assertEquals(page.body.pagination.total, all.body.data.length);
  assertEquals(page.body.data, all.body.data.slice(1, 2));
  return all.body.data.map(({ who, action }: Json) => `${who} ${action}`);
}

async function idOf(app: TestApp, name: string): Promise<number> {
  const { body } = await app.call("GET /api/users", { as: "admin" });
  return body.data.find(({ username }: Json) => username === name).id;
}

/** Two desks: `engineer` creates a package at the first, where `operator` is refused; `operator` confirms at the second. */
async function twoDesks() {
  const { app, desk } = await deskApp();
  const other = await addUser(app, { username: "line-3", role: "operator", shared_desk: true });
  for (const name of ["engineer", "operator"]) await setPin(app, name);
  const confirmation = await confirmed(desk, "engineer");
  const body = { name: "Own", description: "" };
  await confirmedCall(desk, "POST /api/packages", { confirmation, body });
  await confirmedCall(desk, "POST /api/packages", { confirmation: await confirmed(desk, "operator"), body });
  await confirmed(await signedIn(app, "line-3"), "operator");
  await app.storage.store.settled();
  return { app, first: await idOf(app, "control-room"), other };
}

Deno.test("the audit log is filtered by shared desk, with exact totals, together with other filters", async () => {
  const { app, first, other } = await twoDesks();
  await using _ = app;
  const atFirst = [
    "operator access_refused",
    "operator confirmed_at_desk",
    "engineer created",
    "engineer confirmed_at_desk",
  ];
  assertEquals(await found(app, `desk_id=${first}`), atFirst);
  assertEquals(await found(app, `desk_id=${other}`), ["operator confirmed_at_desk"]);
  assertEquals(await found(app, `desk_id=${first}&action=created&kind=people`), ["engineer created"]);
  assertEquals(await found(app, `desk_id=${first}&kind=refusals`), ["operator access_refused"]);
  assertEquals(await found(app, `desk_id=${other}&who=engineer`), []);
  assertEquals(await found(app, `desk_id=${await idOf(app, "engineer")}`), []);
  assertEquals(await found(app, "desk_id=999999"), []);
  const { body } = await app.call(`GET /api/audit-log?desk_id=${first}&limit=1`, { as: "admin" });
  assertEquals([body.data[0].desk, body.data[0].desk_id], ["control-room", first]);
});

Deno.test("a desk is found by its id after it got another name, and after it was deleted", async () => {
  const { app, first } = await twoDesks();
  await using _ = app;
  const before = await found(app, `desk_id=${first}`);
  const renamed = await app.call(`PUT /api/users/${first}`, { as: "admin", body: { username: "hall-1" } });
  assertEquals(renamed.status, 200, renamed.text);
  const named = await addUser(app, { username: "control-room", role: "operator", shared_desk: true });
  assertEquals(await found(app, `desk_id=${first}`), before);
  assertEquals(await found(app, `desk_id=${named}`), []);
  assertEquals((await app.call(`DELETE /api/users/${first}`, { as: "admin" })).status, 200);
  assertEquals(await found(app, `desk_id=${first}`), before);
});

Deno.test("an entry that has only the name of its desk is found by the desk that has the name", async () => {
  const { app, first, other } = await twoDesks();
  await using _ = app;
  const draft = { who: "ben", action: "updated", resource_type: "package", resource_id: 1 } as const;
  const entry = newAudit({ ...draft, desk: "line-3" }, { nowMs: NOON + 1_000, random: () => 0.5 });
  await app.storage.store.commit({ mutations: [auditMutation(entry)] }, 1);
  assertEquals(await found(app, `desk_id=${other}`), ["ben updated", "operator confirmed_at_desk"]);
  assertEquals((await found(app, `desk_id=${first}`)).length, 4);
});

Deno.test("a desk_id that is no id is refused", async () => {
  const { app } = await deskApp();
  await using _ = app;
  for (const wrong of ["0", "-1", "1.5", "control-room", ""]) {
    const { status, body } = await app.call(`GET /api/audit-log?desk_id=${wrong}`, { as: "admin" });
    assertEquals([wrong, status, body.details.error_code], [wrong, 400, "VALIDATION_FAILED"]);
  }
});
