import { CONFIRMED_MS } from "../../../domain/access/desk.ts";
import type { UserRecord } from "../../../domain/access/schema.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";
import { answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { actorOf, type AppContext } from "../../pipeline/env.ts";
import { mustExist, newRoutes, present } from "../../pipeline/route.ts";
import { requireSafeTransport } from "../../pipeline/secure_transport.ts";
import type { SignIn } from "../sign_in.ts";
import { type Confirmation, type DeskConfirmations, deskOf } from "./confirmations.ts";
import { deskTable, RECENT_MINUTES } from "./table.ts";
import { personView } from "../views/access.ts";

/** Confirmations at shared desks, and the PINs for them. */
export function sharedDeskRoutes(
  deps: AppDeps,
  { signIn, confirmations }: { signIn: SignIn; confirmations: DeskConfirmations },
) {
  const { access, desks } = deps.storage;
  const exists = mustExist({ noun: "User", find: (id) => access.user(id) });

  /** The signed-in person, who has just shown to be the one. */
  async function verified(c: AppContext, password: string | undefined): Promise<UserRecord> {
    requireSafeTransport(c.get("client"), deps.settings);
    const { user, openedAtMs } = requirePerson(c);
    if (user.identity === undefined) {
      if (password !== undefined) return await signIn.confirm(c, password);
      throw invalid("current_password", "Is required");
    }
    if (deps.now() < openedAtMs + RECENT_MINUTES * 60_000) return user;
    throw new Refusal(
      "FORBIDDEN",
      `Sign out and in again, then set the PIN within ${RECENT_MINUTES} minutes`,
    );
  }

  return newRoutes("Shared desks")
    .handle(...deskTable.people, (c) => {
      const desk = deskOf(c);
      const rows = desk === undefined ? [] : desks.people(desk.user.id);
      return answerList(c, { rows, query: c.req.valid("query"), view: personView });
    })
    .handle(...deskTable.confirm, async (c, message) => {
      requireSafeTransport(c.get("client"), deps.settings);
      const data = confirmedView(await confirmations.byPin(c, c.req.valid("json")));
      return answerWritten(c, { message: message(data), data });
    })
    .handle(...deskTable.passkeyOptions, async (c) => {
      requireSafeTransport(c.get("client"), deps.settings);
      return answerData(c, { options: { ...await confirmations.passkeyOptions(c) } });
    })
    .handle(...deskTable.confirmByPasskey, async (c, message) => {
      requireSafeTransport(c.get("client"), deps.settings);
      const data = confirmedView(await confirmations.byPasskey(c, c.req.valid("json")));
      return answerWritten(c, { message: message(data), data });
    })
    .handle(...deskTable.end, (c, message) => {
      confirmations.end(c);
      return answerDone(c, message());
    })
    .handle(...deskTable.getPin, (c) => {
      const user = c.get("signedIn")?.user;
      if (user === undefined || user.shared_desk === true) return answerData(c, NO_PIN);
      return answerData(c, pinView(user, desks.pin(user.id)?.set_at_ms));
    })
    .handle(...deskTable.setPin, async (c, message) => {
      const { pin, current_password } = c.req.valid("json");
      const user = await verified(c, current_password);
      const { set_at_ms } = await desks.setPin(user, pin, actorOf(c));
      return answerWritten(c, { message: message(), data: pinView(user, set_at_ms) });
    })
    .handle(...deskTable.removePin, async (c, message) => {
      const user = c.get("signedIn")?.user;
      const isRemoved = user !== undefined && await desks.removePin(user, actorOf(c));
      if (!isRemoved) throw new Refusal("NOT_FOUND", "You have no PIN for shared desks");
      return answerDone(c, message());
    })
    .handle(...deskTable.resetPin(exists), async (c, message) => {
      const { id } = c.req.valid("param");
      const user = present(access.user(id), { noun: "User", id });
      await desks.removePin(user, actorOf(c));
      return answerDone(c, message(user));
    });
}

/** Of an API key, and of a shared desk. */
const NO_PIN = { is_available: false, set_at: null, needs_password: false };

function pinView({ identity }: UserRecord, setAtMs: number | undefined) {
  const set_at = setAtMs === undefined ? null : isoFromMs(setAtMs);
  return { is_available: true, set_at, needs_password: identity === undefined };
}

function requirePerson(c: AppContext) {
  const signedIn = c.get("signedIn");
  if (signedIn !== undefined && signedIn.user.shared_desk !== true) return signedIn;
  throw new Refusal("FORBIDDEN", "Only a person has a PIN for shared desks; sign in as yourself elsewhere");
}

function confirmedView({ confirmation, person, until }: Confirmation) {
  const { username, display_name = null } = person;
  return { confirmation, username, display_name, until, seconds: CONFIRMED_MS / 1000 };
}
