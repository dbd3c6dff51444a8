import { assertEquals } from "@std/assert";
import type { Role } from "../../domain/access/types.ts";
import { oneTimeCode } from "../support/one_time_code.ts";
import { SoftPasskey } from "../support/soft_passkey.ts";
import { type Answer, type Call, PASSWORD, type TestApp } from "./support.ts";

export const ORIGIN = "http://localhost:8000";
export const STEP_MS = 30_000;
/** In the middle of a step. */
export const NOON = 1_700_000_010_000;

/** The cookies of a browser, as `Set-Cookie` makes them. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(readonly app: TestApp, readonly options: Pick<Call, "from" | "base"> = {}) {}

  async call(line: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { origin: this.options.base ?? ORIGIN, ...cookie !== "" && { cookie }, ...more };
    const answer = await this.app.call(line, { ...this.options, body, headers });
    for (const set of answer.headers.getSetCookie()) this.#keep(set);
    return answer;
  }

  login(username: string, password = PASSWORD): Promise<Answer> {
    return this.call("POST /api/auth/login", { username, password });
  }

  code(code: string): Promise<Answer> {
    return this.call("POST /api/auth/login/code", { code });
  }

  /** The value of a cookie, by its name without `__Host-`. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name) ?? this.#cookies.get(`__Host-${name}`);
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** The status of a read that needs a session. */
  async reads(): Promise<number> {
    return (await this.call("GET /api/packages")).status;
  }

  #keep(set: string): void {
    const [pair] = set.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** A browser with a session of the role's user, whose code generator is set up. */
export async function withCodes(
  app: TestApp,
  { role, nowMs, options }: { role: Role; nowMs: number; options?: Pick<Call, "from" | "base"> },
): Promise<{ browser: Browser; secret: string; recoveryCodes: string[] }> {
  const browser = new Browser(app, options);
  assertEquals((await browser.login(role)).status, 200);
  const begun = await browser.call("POST /api/auth/second-factors/code/begin", {
    current_password: PASSWORD,
  });
  const { secret } = begun.body.data;
  const code = oneTimeCode(secret, nowMs);
  const added = await browser.call("POST /api/auth/second-factors/code", { code });
  assertEquals(added.status, 200, added.text);
  return { browser, secret, recoveryCodes: added.body.data.recovery_codes };
}

/** Adds a passkey to the user of the browser's session. */
export async function addPasskey(
  browser: Browser,
  { key = new SoftPasskey(), name = "Key" }: { key?: SoftPasskey; name?: string } = {},
): Promise<{ key: SoftPasskey; answer: Answer }> {
  const begun = await browser.call("POST /api/auth/second-factors/passkeys/options", {
    current_password: PASSWORD,
  });
  const { challenge } = begun.body.data.options;
  const origin = browser.options.base ?? ORIGIN;
  const answer = await browser.call(
    "POST /api/auth/second-factors/passkeys",
    key.attestation({ origin, challenge, name }),
  );
  return { key, answer };
}

/** The answer of a passkey to the options that the browser gets now. */
export async function asserted(
  browser: Browser,
  { key, ...given }: { key: SoftPasskey; verifiesUser?: boolean; origin?: string; host?: string },
): Promise<ReturnType<SoftPasskey["assertion"]>> {
  const { body } = await browser.call("POST /api/auth/login/passkey/options");
  const origin = browser.options.base ?? ORIGIN;
  return key.assertion({ origin, challenge: body.data.options.challenge, ...given });
}
