import type { Severity } from "../domain/event/types.ts";
import type { Commit } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";

/**
 * What is written in the same atomic. Asked at each attempt, since what it checks may change meanwhile; null: nothing is
 * to be done any more, so nothing is written.
 */
export type Together = () => Promise<Partial<Commit> | null>;

/** A condition of Andon itself that people are told of, as an event of the category `system`. */
export interface OwnCondition {
  /** The name of its event, such as "Contact point fails". */
  name: string;
  /** What is wrong and what to do. */
  description: string;
  severity: Severity;
  /** Since when the condition holds. */
  at: Ms;
  /** What whoever ends it has to know, also after a restart: plain JSON. */
  about?: unknown;
  together?: Together;
}

/** A condition that holds. */
export interface StandingCondition {
  /** Its event; a person may have closed or deleted it. */
  event_id: number;
  about: unknown;
}

/** The same as stored. */
export interface OwnConditionRecord {
  v: 1;
  event_id: number;
  about?: unknown;
}

/**
 * Andon's own conditions, each under a key of its own such as `contact_point_3`, which is the rule id of its events. Only
 * the leader writes them. Whether a condition holds is stored with its event, so that a restart or another leader neither
 * repeats nor forgets it. Writes throw a Refusal UNAVAILABLE when the store fails; calling again is safe.
 */
export interface OwnConditions {
  /**
   * Opens the event, unless the condition holds already: then nothing is written and nothing changes. An event that a
   * person closes is not opened again before the condition has ended. Returns whether it was opened.
   */
  raise(key: string, condition: OwnCondition): Promise<boolean>;
  /** Closes the event as ended at this time; nothing happens if the condition does not hold. Returns whether it held. */
  end(key: string, options: { at: Ms; together?: Together }): Promise<boolean>;
  /** The conditions that hold whose keys begin so, by key. */
  standing(keyPrefix: string): Promise<Map<string, StandingCondition>>;
}
