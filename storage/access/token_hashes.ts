import { createHash } from "node:crypto";

const MOST = 10_000;

/**
 * Caches the hashes of valid tokens, so that not every request computes one. Validity itself is checked
 * elsewhere each time. The lookup leaks no timing: a map compares only texts of equal hash, and its hashes are
 * seeded per process.
 */
export class TokenHashes {
  readonly #known = new Map<string, string>();

  of(token: string): string {
    return this.#known.get(token) ?? hashOf(token);
  }

  /** Only valid tokens are kept; guessed ones would evict them. */
  keep(token: string, hash: string): void {
    if (this.#known.has(token)) return;
    const [longest] = this.#known.keys();
    if (longest !== undefined && this.#known.size >= MOST) this.#known.delete(longest);
    this.#known.set(token, hash);
  }

  forget(token: string): undefined {
    this.#known.delete(token);
  }

  get size(): number {
    return this.#known.size;
  }
}

/** So many random bytes, in base64url. */
export function newToken({ random }: { random: (bytes: number) => Uint8Array }, bytes: number): string {
  return random(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The SHA-256 of a token, hexadecimal: what is stored of it. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
