import type { Ms } from "../shared/time.ts";

/** How long the link of a message may be used. */
export const LINK_MS = 24 * 3_600_000;

export type LinkAnswer = "acknowledge" | "cannot";

/** The link of a message to one person: opens a page with the message's events, and answers as that person. */
export interface LinkRecord {
  v: 1;
  /** Of the token: SHA-256 in hexadecimal digits. */
  token_hash: string;
  delivery_id: string;
  user_id: number;
  event_ids: number[];
  expires_at_ms: Ms;
  /** When each answer was given; null: it was not. */
  acknowledge_at_ms: Ms | null;
  cannot_at_ms: Ms | null;
}

/** A person's last answer from a message about an event. */
export interface AnswerRecord {
  v: 1;
  event_id: number;
  user_id: number;
  answer: LinkAnswer;
  at_ms: Ms;
  delivery_id: string;
}
