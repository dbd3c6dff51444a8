import { changedMeanwhile } from "../../domain/access/changed_meanwhile.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { SessionCookie } from "../../domain/access/types.ts";
import type { ProviderSessionStart } from "../../domain/identity_provider/provider_session.ts";
import { clientKey } from "../../domain/shared/ip_address.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import {
  deviceCookie,
  deviceToken,
  endedSessionCookie,
  sentSessions,
  sessionCookie,
} from "../pipeline/cookie.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { directorySession, DirectorySignIn } from "./directory_sign_in.ts";
import type { AppContext } from "../pipeline/env.ts";
import { isSecureCookie } from "../pipeline/secure_transport.ts";
import {
  type Admission,
  FREE_FAILURES,
  type Lane,
  PASSWORD_PACE,
  SignInSlowdown,
  type SlowdownPace,
} from "./sign_in_slowdown.ts";

export interface Credentials {
  username: string;
  password: string;
}

interface Attempt extends Credentials {
  /** What the attempt is counted in. */
  lanes: readonly Lane[];
  /** The person is known by a session or a device. */
  isKnown: boolean;
  /** The name may be one of a directory. */
  isSignIn?: boolean;
}

/**
 * Checks user names and passwords. Attempts are counted by name and by address, those from a known device or within a
 * session in a lane of their own, so that nobody can lock a user out by guessing.
 */
export class SignIn {
  readonly #slowdown: SignInSlowdown;
  readonly #directories: DirectorySignIn;

  constructor(private readonly deps: AppDeps) {
    this.#slowdown = new SignInSlowdown(() => deps.now());
    this.#directories = new DirectorySignIn(deps);
  }

  /** The user. AUTHENTICATION_REQUIRED for wrong ones, RATE_LIMITED after too many of them. */
  async verify(c: AppContext, given: Credentials): Promise<UserRecord> {
    const counted = lanesOf(c, { deps: this.deps, username: given.username });
    const user = await this.#attempt(c, { ...given, ...counted, isSignIn: true });
    if (user === undefined) {
      throw new Refusal("AUTHENTICATION_REQUIRED", "The user name or the password is wrong");
    }
    return user;
  }

  /** Checks the password of the signed-in user again: FORBIDDEN if it is wrong, RATE_LIMITED after too many. */
  async confirm(c: AppContext, password: string): Promise<UserRecord> {
    const signedIn = c.get("signedIn");
    if (signedIn === undefined) {
      throw new Refusal("FORBIDDEN", "An API key has no password; sign in as a user");
    }
    const lanes: Lane[] = [`session ${signedIn.token}`];
    const { username } = signedIn.user;
    const user = await this.#attempt(c, { username, password, lanes, isKnown: true });
    if (user === undefined) throw new Refusal("FORBIDDEN", "The current password is incorrect");
    return user;
  }

  /** Undefined if the name or the password is wrong. */
  async #attempt(c: AppContext, attempt: Attempt): Promise<UserRecord | undefined> {
    const admission = this.#slowdown.begin(attempt.lanes);
    if (admission.waitMs > 0) throw slowedDown(c, { admission, pace: PASSWORD_PACE });
    let user: UserRecord | undefined;
    try {
      user = attempt.isSignIn === true && this.#directories.isFor(attempt.username)
        ? await this.#directories.verify({ ...attempt, address: c.get("client").address })
        : await this.#verified(attempt, admission);
    } catch (error) {
      this.#slowdown.end(attempt.lanes, "unchecked");
      if (!(error instanceof Refusal) || error.code !== "RATE_LIMITED") throw error;
      throw limited(c, { refusal: error, remaining: admission.remaining, pace: PASSWORD_PACE });
    }
    this.#slowdown.end(attempt.lanes, user === undefined ? "wrong" : "right");
    return user;
  }

  #verified({ username, password, isKnown }: Attempt, { isQuiet }: Admission) {
    const priority = isKnown ? "known" : isQuiet ? "quiet" : "slowed";
    return this.deps.storage.access.verify(username, password, { priority });
  }
}

/** The refusal of an attempt that comes too early. */
export function slowedDown(
  c: AppContext,
  { admission: { waitMs, remaining }, pace }: { admission: Admission; pace: SlowdownPace },
): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  const refusal = new Refusal("RATE_LIMITED", `Too many attempts; try again in ${seconds} s`, {
    retry_after_seconds: seconds,
    scope: "sign_in",
  });
  return limited(c, { refusal, remaining, pace });
}

/** The same refusal, which the answer's headers now state too. */
function limited(
  c: AppContext,
  { refusal, remaining, pace }: { refusal: Refusal; remaining: number; pace: SlowdownPace },
): Refusal {
  const decision = {
    scope: "sign_in",
    allowed: false,
    limit: FREE_FAILURES,
    windowSeconds: pace.windowMs / 1000,
    remaining,
    resetSeconds: Number(refusal.details.retry_after_seconds),
  } as const;
  c.set("rateDecisions", [...c.get("rateDecisions") ?? [], decision]);
  return refusal;
}

/** What an attempt to sign in is counted in: the known device, or else the name and the address. */
export function lanesOf(
  c: AppContext,
  { deps, username }: { deps: AppDeps; username: string },
): { lanes: Lane[]; isKnown: boolean } {
  const device = knownDevice(c, { deps, username });
  if (device !== undefined) return { lanes: [`device ${device.userId} ${device.token}`], isKnown: true };
  const address: Lane = `address ${clientKey(c.get("client").address)}`;
  return { lanes: [`name ${username.toLowerCase()}`, address], isKnown: false };
}

/** The device that the named user has signed in with, if the request has its cookie. */
function knownDevice(
  c: AppContext,
  { deps, username }: { deps: AppDeps; username: string },
): { userId: number; token: string } | undefined {
  const { access } = deps.storage;
  const userId = access.userByName(username)?.id;
  const token = userId === undefined ? undefined : deviceToken(c.req.raw.headers.get("cookie"), userId);
  if (userId === undefined || token === undefined || !access.isKnownDevice(userId, token)) return undefined;
  return { userId, token };
}

/** Makes the browser a known device of the user, so that its next sign-ins are counted on their own. */
export async function rememberDevice(
  c: AppContext,
  { deps, user }: { deps: AppDeps; user: UserRecord },
): Promise<void> {
  const known = deviceToken(c.req.raw.headers.get("cookie"), user.id);
  const token = await deps.storage.access.rememberDevice(user.id, known);
  setCookie(c, deviceCookie(token, { userId: user.id, secure: cookieFor(c, deps) === "host" }));
}

/** Replaces the request's session with a new one for the user, as the sign-in has verified the user's record. */
export async function openSession(
  c: AppContext,
  { deps, user, provider }: { deps: AppDeps; user: UserRecord; provider?: ProviderSessionStart },
): Promise<void> {
  const before = c.get("signedIn");
  const cookie = cookieFor(c, deps);
  const { address } = c.get("client");
  const start = provider ?? (user.identity && await directorySession(deps, user));
  const now = deps.storage.access.user(user.id);
  if (now?.is_active !== true || now.password_hash !== user.password_hash) {
    throw changedMeanwhile("AUTHENTICATION_REQUIRED");
  }
  const { token } = await deps.storage.access.createSession(user.id, {
    address,
    cookie,
    provider: start,
    userAgent: c.req.header("user-agent"),
  });
  if (before !== undefined) await deps.storage.access.endSession(before.token, { address });
  setCookie(c, sessionCookie(token, cookie));
  for (const other of sentCookies(c)) if (other !== cookie) setCookie(c, endedSessionCookie(other));
}

/** Refuses a sign-in of a local user where LOCAL_SIGN_IN is off, or has only administrators and the user is none. */
export function requireLocalSignIn(
  { localSignIn }: AppDeps["settings"],
  user?: Pick<UserRecord, "role">,
): void {
  const isRefused = localSignIn === "off" ||
    (localSignIn === "admins" && user !== undefined && user.role !== "admin");
  if (!isRefused) return;
  const who = localSignIn === "off" ? "is switched off" : "is for administrators";
  throw new Refusal("FORBIDDEN", `Sign-in with a password ${who} here; use your company's identity provider`);
}

/** Deletes the session cookies from the browser. */
export function endCookies(c: AppContext, deps: AppDeps): void {
  for (const cookie of new Set([cookieFor(c, deps), ...sentCookies(c)])) {
    setCookie(c, endedSessionCookie(cookie));
  }
}

export function cookieFor(c: AppContext, { settings }: AppDeps): SessionCookie {
  return isSecureCookie(c.get("client"), settings) ? "host" : "plain";
}

function sentCookies(c: AppContext): SessionCookie[] {
  return sentSessions(c.req.raw.headers.get("cookie")).map(({ cookie }) => cookie);
}

function setCookie(c: AppContext, value: string): void {
  c.header("Set-Cookie", value, { append: true });
}
