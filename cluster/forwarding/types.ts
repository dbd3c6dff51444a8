import type { Ms } from "../../domain/shared/time.ts";

/** A request as a client made it, on its way from the process that it came to, to the one that holds the store. */
export interface ForwardedRequest {
  v: 1;
  /** One of its own: what comes under it a second time is not carried out. */
  id: string;
  /** The process that it is meant for, and the newest renewal of it that was seen. */
  to: string;
  beat: number;
  /** It must begin within so long of that renewal. */
  withinMs: Ms;
  method: string;
  url: string;
  headers: [string, string][];
  /** The other end of the client's connection. */
  peer: string;
  /** A WebSocket: whether it may be opened (`ask`), or the opening itself (`open`). */
  socket?: "ask" | "open";
}

/** The longest that a client waits without a sign of life of the process that holds the store. */
export const LONGEST_SILENCE_MS: Ms = 5_000;
/** No request is longer on its way than the wait of its client. */
export const LONGEST_WITHIN_MS = LONGEST_SILENCE_MS;
