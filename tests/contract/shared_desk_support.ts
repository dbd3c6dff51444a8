import { assertEquals } from "@std/assert";
import type { AreaGrant, Role } from "../../domain/access/types.ts";
import { areaApp } from "./area_fixture.ts";
import { Browser, NOON } from "./second_factor_support.ts";
import { type Answer, PASSWORD, type TestApp } from "./support.ts";

export const CONFIRM = "POST /api/auth/desk-confirmations";
export const PIN = "583920";
export const WRONG_PIN = "940617";
/** The event at `spot` of the fixture, which operators acknowledge. */
export const ACKNOWLEDGE = (id: number) => `POST /api/rule-events/${id}/acknowledge`;

/** A plant with areas, a clock of its own, and a shared desk for engineers. */
export async function deskApp(role: Role = "engineer") {
  const clock = { nowMs: NOON };
  const app = await areaApp({ now: () => clock.nowMs });
  await addUser(app, { username: "control-room", role, shared_desk: true });
  return { clock, app, desk: await signedIn(app, "control-room") };
}

interface NewUser {
  username: string;
  role: Role;
  grants?: AreaGrant[];
  shared_desk?: boolean;
}

export async function addUser(app: TestApp, user: NewUser): Promise<number> {
  const answer = await app.call("POST /api/users", { as: "admin", body: { ...user, password: PASSWORD } });
  assertEquals(answer.status, 201, answer.text);
  return answer.body.data.id;
}

export async function signedIn(app: TestApp, username: string): Promise<Browser> {
  const browser = new Browser(app);
  const answer = await browser.login(username);
  assertEquals(answer.status, 200, answer.text);
  return browser;
}

/** Sets the PIN of a user in the user's own session. */
export async function setPin(app: TestApp, username: string, pin = PIN): Promise<Browser> {
  const browser = await signedIn(app, username);
  const answer = await browser.call("PUT /api/auth/desk-pin", { pin, current_password: PASSWORD });
  assertEquals(answer.status, 200, answer.text);
  return browser;
}

/** The confirmation of a person at a desk. */
export async function confirmed(desk: Browser, username: string, pin = PIN): Promise<string> {
  const answer = await desk.call(CONFIRM, { username, pin });
  assertEquals(answer.status, 200, answer.text);
  return answer.body.data.confirmation;
}

/** A call of the desk that carries a confirmation. */
export function confirmedCall(
  desk: Browser,
  line: string,
  { confirmation, body }: { confirmation: string; body?: unknown },
): Promise<Answer> {
  return desk.call(line, body, { "x-desk-confirmation": confirmation });
}

/** The status of an answer and why it refuses. */
export function refusalOf({ status, body }: Answer): [number, string | undefined] {
  return [status, body.details?.desk_confirmation ?? body.details?.error_code];
}

export const NEEDED: [number, string] = [401, "required"];
export const REFUSED: [number, string] = [401, "refused"];
