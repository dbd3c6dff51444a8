/** A kind of stored record: its version, and how older ones become today's. */
export interface RecordKind<T> {
  readonly version: number;
  /** Today's record. Throws an Error for one that is newer than this program, or no record. */
  read(stored: unknown): T;
}

/** What turns a record of one version into one of the next; its answer's `v` is set for it. */
export type Upgrade = (older: Record<string, unknown>) => Record<string, unknown>;

/**
 * Describes a kind of record. `upgrades` has one step for every older version, by that version: the step 1 makes
 * a version 2. They are carried out on reading; the record is rewritten with its next change. `complete` adds members
 * that the version has got since, which an older program does not read: it takes no new version.
 */
export function defineRecord<T extends { v: number }>(
  name: string,
  options: { version: T["v"]; upgrades?: Record<number, Upgrade>; complete?: (record: T) => T },
): RecordKind<T> {
  const { version, upgrades = {}, complete = (record) => record } = options;
  for (let v = 1; v < version; v++) {
    if (upgrades[v] === undefined) {
      throw new TypeError(`The record "${name}" lacks its upgrade of version ${v}`);
    }
  }
  return {
    version,
    read(stored) {
      let record = versioned(stored, name);
      if (record.v > version) {
        throw new Error(`A ${name} of version ${record.v} is stored; this program knows up to ${version}`);
      }
      while (record.v < version) record = { ...upgrades[record.v](record), v: record.v + 1 };
      return complete(asKind<T>(record));
    },
  };
}

function versioned(stored: unknown, name: string): Record<string, unknown> & { v: number } {
  if (typeof stored === "object" && stored !== null && "v" in stored && typeof stored.v === "number") {
    return { ...stored, v: stored.v };
  }
  throw new Error(`What is stored as a ${name} is no record`);
}

/** The version says what the record's fields are: only this program writes records. */
function asKind<T>(record: unknown): T {
  return record as T;
}
