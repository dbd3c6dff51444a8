import { isOneTimeCode } from "../../../domain/access/one_time_code.ts";
import type { UserRecord } from "../../../domain/access/schema.ts";
import { type Factor, factorsOf, needsFactor } from "../../../domain/access/second_factor.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import { pendingCookie, pendingToken } from "../../pipeline/cookie.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import {
  cookieFor,
  lanesOf,
  openSession,
  rememberDevice,
  requireLocalSignIn,
  slowedDown,
} from "../sign_in.ts";
import { CODE_PACE, type Lane, SignInSlowdown } from "../sign_in_slowdown.ts";
import type { Assertion } from "./bodies.ts";
import { ExpiringStates } from "./expiring_states.ts";
import {
  base64url,
  type Challenge,
  newChallenge,
  requestOptions,
  siteOf,
  verifiedCounter,
} from "./webauthn.ts";

/** How long a sign-in waits for its second step. */
export const PENDING_MS: Ms = 5 * 60_000;
/** How long a person may take to set up the first factor. */
export const SETTING_UP_MS: Ms = 30 * 60_000;
/** Wrong second steps of a sign-in; after that it begins again with the password. */
export const MOST_WRONG = 5;
const TOKEN_BYTES = 32;

/** A sign-in whose password was right. */
interface Pending {
  userId: number;
  /** Of the password that was right: a change of it ends the sign-in. */
  passwordHash: string;
  attempts: number;
  challenge?: Challenge;
}

/** A sign-in whose password was right, in the browser that began it. */
export interface PendingOwner {
  token: string;
  user: UserRecord;
}

/**
 * The second step of a sign-in. What waits for it is kept in memory under a token that only a cookie of the browser
 * that began has; it is used once. Wrong codes are slowed down by name and address, those of a known device apart.
 */
export class SecondStep {
  readonly #verifying: ExpiringStates<Pending>;
  readonly #settingUp: ExpiringStates<Pending>;
  /** Challenges of sign-ins with a passkey alone, which anybody may begin: they push out no other sign-in. */
  readonly #challenges: ExpiringStates<Challenge>;
  readonly #slowdown: SignInSlowdown;

  constructor(private readonly deps: AppDeps) {
    const now = () => deps.now();
    this.#verifying = new ExpiringStates(now, { lifetimeMs: PENDING_MS });
    this.#settingUp = new ExpiringStates(now, { lifetimeMs: SETTING_UP_MS });
    this.#challenges = new ExpiringStates(now, { lifetimeMs: PENDING_MS });
    this.#slowdown = new SignInSlowdown(now, { pace: CODE_PACE });
  }

  /** Throws what the client has to do next, if the password is not enough for this user. */
  requireOf(c: AppContext, user: UserRecord): void {
    const factors = factorsOf(this.deps.storage.secondFactors.of(user.id));
    if (factors.length > 0) {
      this.#begin(c, user, this.#verifying);
      throw verifyFirst("Confirm the sign-in with your second factor", factors);
    }
    if (!needsFactor(user, this.deps.settings.requireSecondFactor)) return;
    this.#begin(c, user, this.#settingUp);
    throw new Refusal("AUTHENTICATION_REQUIRED", "Set up a second factor to sign in", {
      second_factor: "set_up",
    });
  }

  /** Signs in with a one-time code or a recovery code. */
  async byCode(c: AppContext, typed: string): Promise<UserRecord> {
    const { token, user, pending } = this.#pending(c);
    const { lanes } = lanesOf(c, { deps: this.deps, username: user.username });
    const admission = this.#slowdown.begin(lanes);
    if (admission.waitMs > 0) throw slowedDown(c, { admission, pace: CODE_PACE });
    const isRight = await this.#accepted(c, { user, typed, lanes });
    if (!isRight) throw this.#wrong({ token, pending, user }, "The code is wrong or was used already");
    return await this.#complete(c, { token, user });
  }

  /** The options for the browser: of the user whose password was right, or of anybody. */
  async passkeyOptions(c: AppContext) {
    const challenge = newChallenge(this.deps, siteOf(c, this.deps));
    const token = this.#token(c);
    const pending = token === undefined ? undefined : this.#verifying.get(token);
    if (pending === undefined) {
      requireLocalSignIn(this.deps.settings);
      const fresh = base64url(this.deps.randomBytes(TOKEN_BYTES));
      this.#challenges.set(fresh, challenge);
      this.#setCookie(c, { token: fresh, lifetimeMs: PENDING_MS });
      return await requestOptions(challenge, { verifiesUser: true });
    }
    pending.challenge = challenge;
    const { passkeys = [] } = this.deps.storage.secondFactors.of(pending.userId) ?? {};
    return await requestOptions(challenge, { passkeys, verifiesUser: false });
  }

  /** Signs in with a passkey: as the second step, or alone if it has verified the person. */
  async byPasskey(c: AppContext, answer: Assertion): Promise<UserRecord> {
    const token = this.#token(c) ?? "";
    if (this.#verifying.get(token) === undefined) return await this.#byPasskeyAlone(c, { token, answer });
    const { user, pending } = this.#pending(c);
    const { challenge } = pending;
    pending.challenge = undefined;
    const found = await this.#accept(answer, { challenge, verifiesUser: false, userId: user.id });
    if (found === undefined) throw this.#wrong({ token, pending, user }, "The passkey was not accepted");
    return await this.#complete(c, { token, user });
  }

  /** The user who must set up a factor before the session opens; undefined if the browser has begun no such sign-in. */
  settingUp(c: AppContext): PendingOwner | undefined {
    const token = this.#token(c);
    const pending = token === undefined ? undefined : this.#settingUp.get(token);
    const user = pending === undefined ? undefined : this.#current(pending);
    if (token === undefined || user === undefined) return undefined;
    const isDone = factorsOf(this.deps.storage.secondFactors.of(user.id)).length > 0;
    return isDone ? undefined : { token, user };
  }

  /** Opens the session of a user who has set up the first factor. */
  async finishSettingUp(c: AppContext, { token, user }: PendingOwner): Promise<void> {
    if (this.#settingUp.take(token) === undefined) throw beginAgain();
    await this.#open(c, user);
  }

  async #byPasskeyAlone(
    c: AppContext,
    { token, answer }: { token: string; answer: Assertion },
  ): Promise<UserRecord> {
    const challenge = this.#challenges.take(token);
    if (challenge === undefined) throw beginAgain();
    const user = await this.#accept(answer, { challenge, verifiesUser: true });
    if (user === undefined) {
      throw new Refusal(
        "AUTHENTICATION_REQUIRED",
        "The passkey was not accepted; sign in with your user name and password",
      );
    }
    requireLocalSignIn(this.deps.settings, user);
    return await this.#open(c, user);
  }

  /** The user whose passkey gave the answer, once; undefined for a wrong answer. */
  async #accept(
    answer: Assertion,
    { challenge, verifiesUser, userId }: {
      challenge: Challenge | undefined;
      verifiesUser: boolean;
      userId?: number;
    },
  ): Promise<UserRecord | undefined> {
    const { secondFactors, access } = this.deps.storage;
    const owned = secondFactors.passkey(answer.credential_id);
    if (challenge === undefined || owned === undefined) return undefined;
    if (userId !== undefined && owned.userId !== userId) return undefined;
    const { passkey } = owned;
    const counter = await verifiedCounter(answer, { challenge, passkey, verifiesUser });
    if (counter === undefined) return undefined;
    const { credential_id: credentialId } = passkey;
    if (!await secondFactors.acceptPasskey(owned.userId, { credentialId, counter })) return undefined;
    const user = access.user(owned.userId);
    return user?.is_active ? user : undefined;
  }

  async #accepted(
    c: AppContext,
    { user, typed, lanes }: { user: UserRecord; typed: string; lanes: readonly Lane[] },
  ): Promise<boolean> {
    const { secondFactors } = this.deps.storage;
    const code = typed.replace(/[\s-]/g, "");
    const by = { name: user.username, role: user.role, address: c.get("client").address };
    try {
      const isRight = isOneTimeCode(code)
        ? await secondFactors.acceptCode(user.id, code)
        : await secondFactors.acceptRecoveryCode(user, code, by);
      this.#slowdown.end(lanes, isRight ? "right" : "wrong");
      return isRight;
    } catch (error) {
      this.#slowdown.end(lanes, "unchecked");
      throw error;
    }
  }

  #begin(c: AppContext, user: UserRecord, states: ExpiringStates<Pending>): void {
    const token = base64url(this.deps.randomBytes(TOKEN_BYTES));
    states.set(token, { userId: user.id, passwordHash: user.password_hash, attempts: 0 });
    this.#setCookie(c, { token, lifetimeMs: states.lifetimeMs });
  }

  /** The sign-in that this browser began, one attempt of which begins with the call. */
  #pending(c: AppContext): PendingOwner & { pending: Pending } {
    const token = this.#token(c);
    const pending = token === undefined ? undefined : this.#verifying.get(token);
    const user = pending === undefined ? undefined : this.#current(pending);
    if (token === undefined || pending === undefined || user === undefined) throw beginAgain();
    c.set("signingIn", user.username);
    if (++pending.attempts > MOST_WRONG) throw beginAgain();
    return { token, pending, user };
  }

  /** The user as at the right password; undefined if the user was disabled or has another password. */
  #current({ userId, passwordHash }: Pending): UserRecord | undefined {
    const user = this.deps.storage.access.user(userId);
    return user?.is_active && user.password_hash === passwordHash ? user : undefined;
  }

  #wrong({ token, pending, user }: PendingOwner & { pending: Pending }, text: string): Refusal {
    const factors = factorsOf(this.deps.storage.secondFactors.of(user.id));
    if (pending.attempts < MOST_WRONG && factors.length > 0) return verifyFirst(text, factors);
    this.#verifying.take(token);
    return beginAgain(`${text}; `);
  }

  async #complete(c: AppContext, { token, user }: PendingOwner): Promise<UserRecord> {
    if (this.#verifying.take(token) === undefined) throw beginAgain();
    return await this.#open(c, user);
  }

  /** A reset of the factors gives the user's record a new version, so that no session opens after it. */
  async #open(c: AppContext, user: UserRecord): Promise<UserRecord> {
    if (factorsOf(this.deps.storage.secondFactors.of(user.id)).length === 0) throw beginAgain();
    await openSession(c, { deps: this.deps, user });
    await rememberDevice(c, { deps: this.deps, user });
    this.#setCookie(c, { token: "", lifetimeMs: 0 });
    return user;
  }

  #token(c: AppContext): string | undefined {
    return pendingToken(c.req.raw.headers.get("cookie"), cookieFor(c, this.deps));
  }

  #setCookie(c: AppContext, { token, lifetimeMs }: { token: string; lifetimeMs: Ms }): void {
    const cookie = cookieFor(c, this.deps);
    c.header("Set-Cookie", pendingCookie(token, { cookie, seconds: lifetimeMs / 1000 }), { append: true });
  }
}

/** The refusal that asks for the second step: the client may try it, or try it again. */
function verifyFirst(text: string, factors: Factor[]): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", text, { second_factor: "verify", factors });
}

function beginAgain(reason = ""): Refusal {
  const text = `${reason}begin again with your user name and password`;
  return new Refusal("AUTHENTICATION_REQUIRED", text.charAt(0).toUpperCase() + text.slice(1));
}
