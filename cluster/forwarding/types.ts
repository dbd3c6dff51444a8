import type { Ms } from "../../domain/shared/time.ts";

/** A client's request on its way from a follower to the leader. */
export interface ForwardedRequest {
  v: 1;
  /** Unique: a request that arrives with a known id is not carried out again. */
  id: string;
  /** The leader it is meant for, and that leader's newest renewal that the sender has seen. */
  to: string;
  beat: number;
  /** It must begin within this time after that renewal. */
  withinMs: Ms;
  method: string;
  url: string;
  headers: [string, string][];
  /** The address of the client. */
  peer: string;
  /** For a WebSocket: asks whether it may be opened (`ask`), or opens it (`open`). */
  socket?: "ask" | "open";
}

/** The longest that a client waits without a sign of life from the leader. */
export const LONGEST_SILENCE_MS: Ms = 5_000;
/** A request is never valid for longer than its client waits. */
export const LONGEST_WITHIN_MS = LONGEST_SILENCE_MS;
