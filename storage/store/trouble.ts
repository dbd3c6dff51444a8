import type { Refusal } from "../../domain/shared/refusal.ts";
import { TRY_AGAIN, unavailable } from "./deadline.ts";

/** What is wrong with the store, in words that a person can act on: "The storage <why>; <what to do>". */
export interface Trouble {
  why: string;
  todo: string;
}

/** What SQLite says when the store fails and not the caller. Anything else is the caller's mistake. */
const SAYINGS: readonly [RegExp, Trouble][] = [
  [/database (table )?is locked|SQLITE_BUSY/i, { why: "is locked by another process", todo: TRY_AGAIN }],
  [
    /database or disk is full/i,
    { why: "has no room left on its disk", todo: "free some space there" },
  ],
  [
    /read-?only database|access permission denied|authorization denied/i,
    { why: "may not write to its file, which is read-only", todo: "make it writable" },
  ],
  [
    /disk I\/O error|unable to open database file|locking protocol/i,
    {
      why: "meets errors of its disk, which may be full, read-only or broken",
      todo: "look there",
    },
  ],
  [
    /disk image is malformed|file is not a database/i,
    { why: "finds its file damaged", todo: "stop Andon and restore a backup" },
  ],
];

export const LATE_WRITE: Trouble = { why: "did not take the write in time", todo: TRY_AGAIN };
export const LATE_READ: Trouble = { why: "did not answer in time", todo: TRY_AGAIN };

export const UNSURE: Trouble = {
  why: "has not been heard of for some seconds, and another process may hold it by now",
  todo: TRY_AGAIN,
};

/** What the store's own failure means; undefined for a mistake of the caller, a TypeError as well. */
export function troubleOf(error: unknown): Trouble | undefined {
  const text = error instanceof Error ? error.message : String(error);
  const known = SAYINGS.find(([saying]) => saying.test(text))?.[1];
  if (known !== undefined) return known;
  return error instanceof TypeError ? undefined : { why: "does not answer", todo: TRY_AGAIN };
}

/** A failure that goes away by itself when tried again. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && SAYINGS[0][0].test(error.message);
}

export function refusalOf({ why, todo }: Trouble): Refusal {
  return unavailable(why, todo);
}
