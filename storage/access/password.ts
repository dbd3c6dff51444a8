import { scrypt, timingSafeEqual } from "node:crypto";
import { type HashPriority, HashQueue } from "./hash_queue.ts";

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

/** Computes and verifies password hashes, a few at a time. */
export class Passwords {
  readonly #queue = new HashQueue();

  constructor(readonly random: (bytes: number) => Uint8Array, readonly cost: PasswordCost = COST) {}

  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  async hash(password: string): Promise<string> {
    const salt = this.random(SALT_BYTES);
    const { cost } = this;
    return hashText(cost, salt, await this.#queue.run("known", () => derive(password, { salt, cost })));
  }

  /** Whether the password is right. Without a stored hash it takes the same time and returns false. */
  async verify(
    password: string,
    stored: string | undefined,
    { priority }: { priority: HashPriority } = { priority: "known" },
  ): Promise<boolean> {
    const [, N, r, p, salt = "", hash = ""] = (stored ?? this.#dummyHash()).split("$");
    const expected = Uint8Array.fromBase64(hash);
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const salted = { salt: Uint8Array.fromBase64(salt), cost };
    const derived = await this.#queue.run(priority, () => derive(password, salted));
    return timingSafeEqual(derived, expected) && stored !== undefined;
  }

  /** Verified in place of an unknown user's hash, so that an unknown name takes the same time. */
  #dummyHash(): string {
    return hashText(this.cost, new Uint8Array(SALT_BYTES), new Uint8Array(HASH_BYTES));
  }
}

function derive(
  password: string,
  { salt, cost }: { salt: Uint8Array; cost: PasswordCost },
): Promise<Uint8Array> {
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, HASH_BYTES, options, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });
}

function hashText({ N, r, p }: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  return ["scrypt", N, r, p, salt.toBase64(), hash.toBase64()].join("$");
}
