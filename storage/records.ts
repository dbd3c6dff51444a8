/** A kind of stored record: its present version, and the upgrades from older ones. */
export interface RecordKind<T> {
  readonly version: number;
  /** The record in its present version. Throws an Error when it is newer than this program, or not a record. */
  read(stored: unknown): T;
}

/** Converts a record to the next version; `v` is set afterwards. */
export type Upgrade = (older: Record<string, unknown>) => Record<string, unknown>;

/**
 * Defines a kind of record. `upgrades` has one step for every older version: step 1 converts version 1 to
 * version 2. They run on reading; the record is rewritten with its next change. `complete` adds fields that an older
 * program ignores, so that they need no new version.
 */
export function defineRecord<T extends { v: number }>(
  name: string,
  options: { version: T["v"]; upgrades?: Record<number, Upgrade>; complete?: (record: T) => T },
): RecordKind<T> {
  const { version, upgrades = {}, complete = (record) => record } = options;
  for (let v = 1; v < version; v++) {
    if (upgrades[v] === undefined) {
      throw new TypeError(`The record "${name}" has no upgrade from version ${v}`);
    }
  }
  return {
    version,
    read(stored) {
      let record = versioned(stored, name);
      if (record.v > version) {
        throw new Error(
          `A stored ${name} has version ${record.v}, but this program supports up to ${version}`,
        );
      }
      while (record.v < version) record = { ...upgrades[record.v]!(record), v: record.v + 1 };
      return complete(asKind<T>(record));
    },
  };
}

function versioned(stored: unknown, name: string): Record<string, unknown> & { v: number } {
  if (typeof stored === "object" && stored !== null && "v" in stored && typeof stored.v === "number") {
    return { ...stored, v: stored.v };
  }
  throw new Error(`A stored ${name} is not a record`);
}

/** The version determines the fields, since only this program writes records. */
function asKind<T>(record: unknown): T {
  return record as T;
}
