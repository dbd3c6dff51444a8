import { CONFIRMED_MS, type DeskPinRecord, grantsOfDesk } from "../../../domain/access/desk.ts";
import { both, highestRole, isAtLeast } from "../../../domain/access/grants.ts";
import type { UserRecord } from "../../../domain/access/schema.ts";
import type { Actor, Role } from "../../../domain/access/types.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext, SignedIn } from "../../pipeline/env.ts";
import type { Assertion } from "../second_factor/bodies.ts";
import { ExpiringStates } from "../second_factor/expiring_states.ts";
import {
  base64url,
  type Challenge,
  newChallenge,
  requestOptions,
  siteOf,
  verifiedCounter,
} from "../second_factor/webauthn.ts";
import { requireLocalSignIn, slowedDown } from "../sign_in.ts";
import { DESK_PACE, type Lane, SignInSlowdown } from "../sign_in_slowdown.ts";
import { CONFIRMATION_HEADER } from "./header.ts";

const TOKEN_BYTES = 32;
const CHALLENGE_MS: Ms = 5 * 60_000;

/** Who has confirmed, and by what: the confirmation ends when one of the records changes. */
interface Confirmed {
  /** The token of the desk's session. */
  session: string;
  person: UserRecord;
  /** Undefined after a confirmation with a passkey. */
  pin: DeskPinRecord | undefined;
}

export interface Confirmation {
  confirmation: string;
  person: UserRecord;
  until: string;
}

/**
 * The confirmations of people at shared desks, in memory: each counts for two minutes, in the desk's session in which it
 * was given. Wrong PINs are slowed down by desk and by person, apart from sign-ins, so that a desk keeps nobody from
 * signing in; those of people who have confirmed there before are counted for that desk alone.
 */
export class DeskConfirmations {
  readonly #confirmed: ExpiringStates<Confirmed>;
  /** By the token of the desk's session. */
  readonly #challenges: ExpiringStates<Challenge>;
  readonly #slowdown: SignInSlowdown;

  constructor(private readonly deps: AppDeps) {
    const now = () => deps.now();
    this.#confirmed = new ExpiringStates(now, { lifetimeMs: CONFIRMED_MS });
    this.#challenges = new ExpiringStates(now, { lifetimeMs: CHALLENGE_MS });
    this.#slowdown = new SignInSlowdown(now, { pace: DESK_PACE });
  }

  /**
   * Makes the person who confirmed a request of a desk its actor, with the rights that both the person and the desk
   * have. FORBIDDEN for what no desk or not this one allows, AUTHENTICATION_REQUIRED without a confirmation.
   */
  requirePerson(c: AppContext, needed: Role): void {
    const desk = deskOf(c);
    if (desk === undefined) return;
    const allowed = grantsOfDesk(desk.user);
    if (!isAtLeast(highestRole(allowed), needed)) throw notAtDesk(needed);
    const person = this.#personOf(desk, c.req.header(CONFIRMATION_HEADER));
    if (person === undefined) {
      throw new Refusal("AUTHENTICATION_REQUIRED", "This is a shared desk: confirm the action as yourself", {
        desk_confirmation: "required",
      });
    }
    const { username: name, role, grants = [] } = person;
    const { address } = c.get("client");
    c.set("person", person);
    c.set("actor", { ...both({ role, grants }, allowed), name, address, ...placeOf(desk) });
  }

  /** Confirms with a PIN. AUTHENTICATION_REQUIRED if name or PIN are wrong, RATE_LIMITED after too many. */
  async byPin(c: AppContext, { username, pin }: { username: string; pin: string }): Promise<Confirmation> {
    const desk = requireDesk(c);
    const lanes = this.#lanesOf(desk, username);
    const admission = this.#slowdown.begin(lanes);
    if (admission.waitMs > 0) throw slowedDown(c, { admission, pace: DESK_PACE });
    let person: UserRecord | undefined;
    try {
      person = await this.deps.storage.desks.personByPin(username, pin);
    } catch (error) {
      this.#slowdown.end(lanes, "unchecked");
      throw error;
    }
    this.#slowdown.end(lanes, person === undefined ? "wrong" : "right");
    if (person === undefined) throw notConfirmed("The name or the PIN is wrong");
    return await this.#confirm(c, { desk, person, pin: this.deps.storage.desks.pin(person.id) });
  }

  /** Options for a passkey of anybody; they name nobody. */
  async passkeyOptions(c: AppContext) {
    const { token } = requireDesk(c);
    const challenge = newChallenge(this.deps, siteOf(c, this.deps));
    this.#challenges.set(token, challenge);
    return await requestOptions(challenge, { verifiesUser: true });
  }

  /** Confirms with a passkey that has verified the person. */
  async byPasskey(c: AppContext, answer: Assertion): Promise<Confirmation> {
    const desk = requireDesk(c);
    const person = await this.#accept(answer, this.#challenges.take(desk.token));
    if (person === undefined) throw notConfirmed("The passkey was not accepted");
    return await this.#confirm(c, { desk, person, pin: undefined });
  }

  /** Ends the confirmation that the request carries. */
  end(c: AppContext): void {
    const token = deskOf(c)?.token;
    const confirmation = c.req.header(CONFIRMATION_HEADER) ?? "";
    if (this.#confirmed.get(confirmation)?.session === token) this.#confirmed.take(confirmation);
  }

  async #confirm(
    c: AppContext,
    { desk, person, pin }: { desk: SignedIn; person: UserRecord; pin: DeskPinRecord | undefined },
  ): Promise<Confirmation> {
    if (person.identity === undefined) requireLocalSignIn(this.deps.settings, person);
    const { username: name, role } = person;
    const by = { name, role, address: c.get("client").address, ...placeOf(desk) };
    await this.deps.storage.desks.confirmed(desk.user.id, person, by);
    const confirmation = base64url(this.deps.randomBytes(TOKEN_BYTES));
    this.#confirmed.set(confirmation, { session: desk.token, person, pin });
    return { confirmation, person, until: isoFromMs(this.deps.now() + CONFIRMED_MS) };
  }

  /** The person whose confirmation counts in this session. */
  #personOf(desk: SignedIn, confirmation: string | undefined): UserRecord | undefined {
    const given = confirmation === undefined ? undefined : this.#confirmed.get(confirmation);
    if (given === undefined || given.session !== desk.token) return undefined;
    const { access, desks } = this.deps.storage, { person, pin } = given;
    const isSame = access.user(person.id) === person && (pin === undefined || desks.pin(person.id) === pin);
    return isSame && desks.mayConfirm(person) ? person : undefined;
  }

  async #accept(answer: Assertion, challenge: Challenge | undefined): Promise<UserRecord | undefined> {
    const { secondFactors, access, desks } = this.deps.storage;
    const owned = secondFactors.passkey(answer.credential_id);
    if (challenge === undefined || owned === undefined) return undefined;
    const { userId, passkey } = owned, { credential_id: credentialId } = passkey;
    const counter = await verifiedCounter(answer, { challenge, passkey, verifiesUser: true });
    if (counter === undefined || !await secondFactors.acceptPasskey(userId, { credentialId, counter })) {
      return undefined;
    }
    const person = access.user(userId);
    return person !== undefined && desks.mayConfirm(person) ? person : undefined;
  }

  /** The desk, and the person: one who has confirmed here before is not slowed down by attempts elsewhere. */
  #lanesOf({ user: desk }: SignedIn, username: string): Lane[] {
    const known = this.deps.storage.desks.people(desk.id).find((person) => person.username === username);
    const person: Lane = known === undefined
      ? `name ${username.toLowerCase()}`
      : `device ${known.id} at ${desk.id}`;
    return [`desk ${desk.id}`, person];
  }
}

/** The session of a shared desk, if the request has one. */
export function deskOf(c: AppContext): SignedIn | undefined {
  const signedIn = c.get("signedIn");
  return signedIn?.user.shared_desk === true ? signedIn : undefined;
}

/** The desk in the audit log. The id stays the same when the desk gets another name. */
function placeOf({ user: { id, username } }: SignedIn): Pick<Actor, "desk" | "desk_id"> {
  return { desk: username, desk_id: id };
}

function requireDesk(c: AppContext): SignedIn {
  const desk = deskOf(c);
  if (desk !== undefined) return desk;
  throw invalid("", "This is no shared desk: actions are done in the name of the signed-in user");
}

function notConfirmed(text: string): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", text, { desk_confirmation: "refused" });
}

function notAtDesk(needed: Role): Refusal {
  const text =
    `This needs the role ${needed}, which this shared desk does not allow; sign in as yourself elsewhere`;
  return new Refusal("FORBIDDEN", text, { role_needed: needed });
}
