import { scrypt, timingSafeEqual } from "node:crypto";
import { unavailable } from "../store/deadline.ts";

/** The cost of one scrypt hash: N blocks of 128 · r bytes, p times. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** About half a second and 128 MiB, off the main loop. */
const COST: PasswordCost = { N: 2 ** 17, r: 8, p: 1 };
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** How many hashes run at once, and how many more may wait. */
const AT_ONCE = 2;
const WAITING = 50;

/** Computes and verifies password hashes, a few at a time. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly random: (bytes: number) => Uint8Array, readonly cost: PasswordCost = COST) {}

  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  async hash(password: string): Promise<string> {
    const salt = this.random(SALT_BYTES);
    return hashText(this.cost, salt, await this.#derive(password, { salt, ...this.cost }));
  }

  /** Whether the password is right. Without a stored hash it takes the same time and returns false. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const [, N, r, p, salt, hash] = (stored ?? this.#dummyHash()).split("$");
    const expected = Uint8Array.fromBase64(hash);
    const given = { salt: Uint8Array.fromBase64(salt), N: Number(N), r: Number(r), p: Number(p) };
    const derived = await this.#derive(password, given);
    return timingSafeEqual(derived, expected) && stored !== undefined;
  }

  /** Verified in place of an unknown user's hash, so that an unknown name takes the same time. */
  #dummyHash(): string {
    return hashText(this.cost, new Uint8Array(SALT_BYTES), new Uint8Array(HASH_BYTES));
  }

  async #derive(
    password: string,
    { salt, ...cost }: PasswordCost & { salt: Uint8Array },
  ): Promise<Uint8Array> {
    await this.#enter();
    try {
      return await new Promise((resolve, reject) => {
        scrypt(
          password.normalize("NFC"),
          salt,
          HASH_BYTES,
          { ...cost, maxmem: MAX_MEMORY_BYTES },
          (error, key) => {
            if (error === null) resolve(new Uint8Array(key));
            else reject(error);
          },
        );
      });
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= WAITING) throw unavailable("has too many passwords to verify");
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The permit passes to the hash that has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

function hashText({ N, r, p }: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  return ["scrypt", N, r, p, salt.toBase64(), hash.toBase64()].join("$");
}
