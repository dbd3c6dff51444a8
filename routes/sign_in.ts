import type { UserRecord } from "../domain/access/schema.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { SessionCookie } from "../domain/access/types.ts";
import { clientKey } from "./client.ts";
import { endedSessionCookie, sentSessions, sessionCookie } from "./cookie.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext, Client } from "./env.ts";
import { isSecureCookie } from "./secure_transport.ts";
import { SignInSlowdown } from "./sign_in_slowdown.ts";

const MAX_WAITING = 200;

/** Checks user names and passwords, and slows attempts down after too many wrong ones. */
export class SignIn {
  readonly #slowdown: SignInSlowdown;
  #waiting = 0;

  constructor(private readonly deps: AppDeps) {
    this.#slowdown = new SignInSlowdown(() => deps.now());
  }

  /** The user, or AUTHENTICATION_REQUIRED after a delay; UNAVAILABLE while too many attempts wait. */
  async verify(given: { username: string; password: string }, client: Client): Promise<UserRecord> {
    const user = await this.#attempt(given, client);
    if (user === undefined) {
      throw new Refusal("AUTHENTICATION_REQUIRED", "The user name or the password is wrong");
    }
    return user;
  }

  /** Checks the password of a signed-in user again: FORBIDDEN if it is wrong, and slowed down like a sign-in. */
  async confirm(given: { username: string; password: string }, client: Client): Promise<UserRecord> {
    const user = await this.#attempt(given, client);
    if (user === undefined) throw new Refusal("FORBIDDEN", "The current password is incorrect");
    return user;
  }

  async #attempt(
    { username, password }: { username: string; password: string },
    { address }: Client,
  ): Promise<UserRecord | undefined> {
    if (this.#waiting >= MAX_WAITING) {
      throw new Refusal("UNAVAILABLE", "Too many sign-ins at once; try again in a moment");
    }
    const attempt = { name: username, address: clientKey(address) };
    const delayMs = this.#slowdown.begin(attempt);
    this.#waiting++;
    try {
      if (delayMs > 0) await pause(this.deps, delayMs);
      const user = await this.deps.storage.access.verify(username, password);
      if (user !== undefined) this.#slowdown.succeeded(attempt);
      return user;
    } finally {
      this.#waiting--;
    }
  }
}

async function pause({ sleep }: AppDeps, delayMs: number): Promise<void> {
  if (sleep !== undefined) return await sleep(delayMs);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

/** Replaces the request's session with a new one for the user. */
export async function openSession(
  c: AppContext,
  { deps, user }: { deps: AppDeps; user: UserRecord },
): Promise<void> {
  const before = c.get("signedIn");
  const cookie = cookieFor(c, deps);
  const { token } = await deps.storage.access.createSession(user.id, cookie);
  if (before !== undefined) await deps.storage.access.endSession(before.token);
  setCookie(c, sessionCookie(token, cookie));
  for (const other of sentCookies(c)) if (other !== cookie) setCookie(c, endedSessionCookie(other));
}

/** Deletes the session cookies from the browser. */
export function endCookies(c: AppContext, deps: AppDeps): void {
  for (const cookie of new Set([cookieFor(c, deps), ...sentCookies(c)])) {
    setCookie(c, endedSessionCookie(cookie));
  }
}

function cookieFor(c: AppContext, { settings }: AppDeps): SessionCookie {
  return isSecureCookie(c.get("client"), settings) ? "host" : "plain";
}

function sentCookies(c: AppContext): SessionCookie[] {
  return sentSessions(c.req.raw.headers.get("cookie")).map(({ cookie }) => cookie);
}

function setCookie(c: AppContext, value: string): void {
  c.header("Set-Cookie", value, { append: true });
}
