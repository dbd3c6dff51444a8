import type { SessionCookie } from "../access/types.ts";
import { sixDigits } from "../shared/six_digits.ts";
import type { Ms } from "../shared/time.ts";

/** How long a code is valid, how many may be pending, and how many wrong ones an administrator may enter in that time. */
export const PAIRING_LIMITS = { validMs: 10 * 60_000, all: 200, address: 20, wrongCodes: 10 } as const;

/** A browser that shows a code. Its credential counts from the moment when the code is claimed. */
export interface PendingScreen {
  /** Six digits. */
  code: string;
  /** The SHA-256 of the credential, hexadecimal. */
  tokenHash: string;
  cookie: SessionCookie;
  address: string;
  /** The address, or its network, that a limit counts. */
  addressKey: string;
  userAgent: string | null;
  expiresAtMs: Ms;
}

interface PairingOptions {
  now(): Ms;
  random(bytes: number): Uint8Array;
}

interface Claim<T> {
  by: string;
  store(pending: PendingScreen): Promise<T>;
}

/** Pending codes, in memory: a code that is lost by a restart is replaced by the screen. */
export class ScreenPairings {
  readonly #pending = new Map<string, PendingScreen>();
  /** By the hash of the credential. Without it the browser would take a new code before its screen is stored. */
  readonly #claimed = new Map<string, PendingScreen>();
  readonly #wrong = new Map<string, Ms[]>();

  constructor(private readonly options: PairingOptions) {}

  /**
   * Seconds until there is room for another code of the address; 0: there is. The code that the same browser showed
   * (`except`, the hash of its credential) does not count.
   */
  waitSeconds(addressKey: string, except?: string): number {
    const others = this.#valid().filter(({ tokenHash }) => tokenHash !== except);
    const own = others.filter((pending) => pending.addressKey === addressKey);
    const { all, address: ofAddress } = PAIRING_LIMITS;
    const full = own.length >= ofAddress ? own : others.length >= all ? others : [];
    return full.length === 0 ? 0 : this.#secondsUntil(Math.min(...full.map((one) => one.expiresAtMs)));
  }

  begin(screen: Omit<PendingScreen, "code" | "expiresAtMs">, replaced?: string): PendingScreen {
    for (const [code, { tokenHash }] of this.#pending) if (tokenHash === replaced) this.#pending.delete(code);
    const pending = {
      ...screen,
      code: this.#freeCode(),
      expiresAtMs: this.options.now() + PAIRING_LIMITS.validMs,
    };
    this.#pending.set(pending.code, pending);
    return pending;
  }

  /** The code that the browser with this credential shows, while it is valid or its screen is being stored. */
  of(tokenHash: string): PendingScreen | undefined {
    return this.#claimed.get(tokenHash) ?? this.#valid().find((pending) => pending.tokenHash === tokenHash);
  }

  /**
   * Stores the screen with the code, which is thereby used up; it is valid again when that fails. Undefined for a wrong
   * code, which counts against `by`.
   */
  async claim<T>(code: string, { by, store }: Claim<T>): Promise<T | undefined> {
    const found = this.#valid().find((pending) => pending.code === code);
    if (found === undefined) {
      this.#wrong.set(by, [...this.#wrongOf(by), this.options.now()]);
      return undefined;
    }
    this.#pending.delete(code);
    this.#claimed.set(found.tokenHash, found);
    try {
      return await store(found);
    } catch (error) {
      this.#pending.set(code, found);
      throw error;
    } finally {
      this.#claimed.delete(found.tokenHash);
    }
  }

  /** Seconds until `by` may try another code; 0: now. */
  claimWaitSeconds(by: string): number {
    const wrong = this.#wrongOf(by), [first] = wrong;
    if (first === undefined || wrong.length < PAIRING_LIMITS.wrongCodes) return 0;
    return this.#secondsUntil(first + PAIRING_LIMITS.validMs);
  }

  #wrongOf(by: string): Ms[] {
    const since = this.options.now() - PAIRING_LIMITS.validMs;
    return (this.#wrong.get(by) ?? []).filter((at) => at > since);
  }

  #secondsUntil(atMs: Ms): number {
    return Math.max(1, Math.ceil((atMs - this.options.now()) / 1000));
  }

  #valid(): PendingScreen[] {
    const now = this.options.now();
    for (const [code, { expiresAtMs }] of this.#pending) if (expiresAtMs <= now) this.#pending.delete(code);
    return [...this.#pending.values()];
  }

  #freeCode(): string {
    for (;;) {
      const code = sixDigits(this.options.random);
      if (!this.#pending.has(code)) return code;
    }
  }
}
