import { errorSentence, type Refusal } from "../../domain/shared/refusal.ts";
import { TRY_AGAIN, unavailable } from "./deadline.ts";

/** A trouble of the store, for a sentence that a person can act on: "The storage <why>; <what to do>". */
export interface Trouble {
  why: string;
  todo: string;
}

/** SQLite's errors that are the store's fault. Any other error is the caller's mistake. */
const SQLITE_ERRORS: readonly [RegExp, Trouble][] = [
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
      why: "has errors on its disk, which may be full, read-only or broken",
      todo: "check the disk",
    },
  ],
  [
    /disk image is malformed|file is not a database/i,
    { why: "has a damaged file", todo: "stop Andon and restore a backup" },
  ],
];

export const LATE_WRITE: Trouble = { why: "did not take the write in time", todo: TRY_AGAIN };
export const LATE_READ: Trouble = { why: "did not answer in time", todo: TRY_AGAIN };

export const LEASE_EXPIRED: Trouble = {
  why: "has not answered for some seconds, and another process may lead by now",
  todo: TRY_AGAIN,
};

/** The trouble behind an error; undefined for the caller's mistakes, including TypeErrors. */
export function troubleOf(error: unknown): Trouble | undefined {
  const text = errorSentence(error);
  const known = SQLITE_ERRORS.find(([pattern]) => pattern.test(text))?.[1];
  if (known !== undefined) return known;
  return error instanceof TypeError ? undefined : { why: "does not answer", todo: TRY_AGAIN };
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && SQLITE_ERRORS[0]![0].test(error.message);
}

export function refusalOf({ why, todo }: Trouble): Refusal {
  return unavailable(why, todo);
}
