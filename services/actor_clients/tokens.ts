import type { TokenPiece } from "../../actors/provider/contract.ts";

/** Passes the pieces of streamed answers to their listeners. */
export class TokenDispatcher {
  readonly #listeners = new Map<string, (text: string) => void>();

  /** Takes a published piece. */
  take(published: unknown): void {
    const { turnId, text } = published as TokenPiece;
    this.#listeners.get(turnId)?.(text);
  }

  listen(turnId: string, listener: (text: string) => void): () => void {
    this.#listeners.set(turnId, listener);
    return () => this.#listeners.delete(turnId);
  }
}
