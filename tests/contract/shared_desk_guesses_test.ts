import { assert, assertEquals } from "@std/assert";
import type { Browser } from "./second_factor_support.ts";
import {
  addUser,
  CONFIRM,
  confirmed,
  deskApp,
  PIN,
  refusalOf,
  REFUSED,
  setPin,
  signedIn,
  WRONG_PIN,
} from "./shared_desk_support.ts";
import { type Answer, PASSWORD } from "./support.ts";

const MINUTE = 60_000;
const FREE = 5;

const tried = (desk: Browser, username: string, pin = WRONG_PIN) => desk.call(CONFIRM, { username, pin });
const waitOf = ({ status, body }: Answer) => [status, body.details?.retry_after_seconds];

/** Wrong attempts, each at once. */
async function wrong(desk: Browser, usernames: readonly string[]): Promise<void> {
  for (const username of usernames) assertEquals(refusalOf(await tried(desk, username)), REFUSED);
}

const times = (count: number, username: string) => Array.from({ length: count }, () => username);

Deno.test("five wrong PINs of a person are checked at once, the sixth waits 30 s, then 60 s, at most 15 minutes", async () => {
  const { app, clock, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  await wrong(desk, times(FREE, "operator"));
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    assertEquals(waitOf(await tried(desk, "operator", PIN)), [429, seconds]);
    clock.nowMs += seconds * 1_000 - 1;
    assertEquals(waitOf(await tried(desk, "operator", PIN)), [429, 1], "the right PIN too");
    clock.nowMs += 1;
    await wrong(desk, ["operator"]);
  }
  clock.nowMs += 15 * MINUTE;
  assertEquals((await tried(desk, "operator", PIN)).status, 200);
});

Deno.test("the wrong PINs of many people at one desk count together, and a right one does not clear them", async () => {
  const { app, clock, desk } = await deskApp();
  await using _ = app;
  for (const name of ["operator", "engineer"]) await setPin(app, name);
  await wrong(desk, ["engineer", "viewer", "nobody-1"]);
  await confirmed(desk, "operator");
  await wrong(desk, ["nobody-2"]);
  await confirmed(desk, "operator");
  await wrong(desk, ["nobody-3"]);
  assertEquals(waitOf(await tried(desk, "operator", PIN)), [429, 30]);
  const again = await signedIn(app, "control-room");
  assertEquals(waitOf(await tried(again, "engineer", PIN)), [429, 30], "another session of the desk");
  clock.nowMs += 4 * 60 * MINUTE;
  await wrong(desk, times(FREE, "viewer"));
  assertEquals(waitOf(await tried(desk, "viewer")), [429, 30]);
});

Deno.test("the wrong PINs of a person at many desks count together, unless the person has confirmed there", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  const desks = [];
  for (const username of ["desk-2", "desk-3", "desk-4"]) {
    await addUser(app, { username, role: "operator", shared_desk: true });
    desks.push(await signedIn(app, username));
  }
  await confirmed(desk, "operator");
  await wrong(desks[0], times(3, "operator"));
  await wrong(desks[1], times(2, "operator"));
  assertEquals(waitOf(await tried(desks[2], "operator", PIN)), [429, 30]);
  assertEquals((await tried(desk, "operator", PIN)).status, 200, "where the person is known");
});

Deno.test("wrong PINs slow down neither the person's sign-in nor the password's confirmation, and the reverse", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const person = await setPin(app, "operator");
  await wrong(desk, times(FREE, "operator"));
  assertEquals((await tried(desk, "operator", PIN)).status, 429);
  await signedIn(app, "operator");
  const body = { pin: PIN, current_password: PASSWORD };
  assertEquals((await person.call("PUT /api/auth/desk-pin", body)).status, 200);
  await setPin(app, "engineer");
  for (const _ of times(FREE, "engineer")) {
    await app.call("POST /api/auth/login", { body: { username: "engineer", password: "a wrong password" } });
  }
  const other = await addUser(app, { username: "desk-2", role: "operator", shared_desk: true });
  assert(other > 0);
  const slowed = await app.call("POST /api/auth/login", {
    body: { username: "engineer", password: PASSWORD },
  });
  assertEquals(slowed.status, 429);
});

Deno.test("a wrong PIN is answered as an unknown name, a person without a PIN, a disabled one and another desk", async () => {
  const { app, clock, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  const disabled = await addUser(app, { username: "gone", role: "operator" });
  await setPin(app, "gone");
  await app.call(`PUT /api/users/${disabled}`, { as: "admin", body: { is_active: false } });
  await addUser(app, { username: "desk-2", role: "operator", shared_desk: true });
  const answers = [];
  for (const name of ["operator", "no-such-person", "engineer", "gone", "desk-2"]) {
    const { status, text } = await tried(desk, name);
    answers.push(`${status} ${text}`);
    // The use of the session is stored after the answer.
    await app.storage.store.settled();
    clock.nowMs += 5 * 60 * MINUTE;
  }
  assertEquals(new Set(answers).size, 1, answers.join("\n"));
});

Deno.test("concurrent attempts gain nothing: five of ten are checked", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  const answers = await Promise.all(times(10, "operator").map((name) => tried(desk, name)));
  assertEquals(answers.filter(({ status }) => status === 401).length, FREE);
});

Deno.test("a wrong PIN is in the audit log with the desk and the name that was tried", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  await wrong(desk, ["operator"]);
  await app.storage.store.settled();
  const { body } = await app.call("GET /api/audit-log?kind=refusals", { as: "admin" });
  const [{ action, who, resource_id, after }] = body.data;
  assertEquals([action, who, resource_id, after.route], [
    "sign_in_refused",
    "control-room",
    "operator",
    CONFIRM,
  ]);
});
