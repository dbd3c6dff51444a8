import { createHash } from "node:crypto";

const MOST = 10_000;

/**
 * The hashes of tokens that were found good, so that not every request is hashed. What a hash is good for is asked
 * elsewhere each time: a token that has ended is refused at once, in here or not. A look-up tells nobody a token by
 * its time: a map compares only texts of equal hash, and its hashes are seeded anew in each process.
 */
export class TokenHashes {
  readonly #known = new Map<string, string>();

  of(token: string): string {
    return this.#known.get(token) ?? createHash("sha256").update(token).digest("hex");
  }

  /** Only good ones are kept, or strangers' guesses would push them out. */
  keep(token: string, hash: string): void {
    if (this.#known.has(token)) return;
    if (this.#known.size >= MOST) {
      const [longest] = this.#known.keys();
      this.#known.delete(longest);
    }
    this.#known.set(token, hash);
  }

  forget(token: string): undefined {
    this.#known.delete(token);
  }

  get size(): number {
    return this.#known.size;
  }
}
