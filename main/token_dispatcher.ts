import type { TokenPiece } from "../actors/provider/contract.ts";

/** Brings the pieces of streamed answers to those who wait for them. */
export class TokenDispatcher {
  readonly #listeners = new Map<string, (text: string) => void>();

  /** What the channel carried. */
  take(published: unknown): void {
    const { turnId, text } = published as TokenPiece;
    this.#listeners.get(turnId)?.(text);
  }

  listen(turnId: string, listener: (text: string) => void): () => void {
    this.#listeners.set(turnId, listener);
    return () => this.#listeners.delete(turnId);
  }
}
