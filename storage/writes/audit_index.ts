import type { AnyMutation, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { Sums } from "./counters.ts";
import { bucketOf } from "./event_index.ts";
import { msOfUlid } from "./ulid.ts";

/** The widths of the buckets of audit counts: 16 days, 2 hours, a minute, 500 ms, 4 ms. */
export const AUDIT_LEVELS_MS: readonly Ms[] = [16 * 86_400_000, 7_200_000, 60_000, 500, 4];

/** The mutations that write or remove audit entries. */
export function auditChanges(mutations: readonly AnyMutation[]): Mutation[] {
  return mutations.filter((each): each is Mutation => each.key[0] === "audit" && each.type !== "sum");
}

/** How writing or removing audit entries changes their counts by time. */
export function auditCounts(entries: readonly Mutation[]): Mutation[] {
  const changes = entries.flatMap(changesBy);
  if (entries.length < 2) return changes;
  const sums = new Sums();
  for (const { key, value } of changes) sums.add(key, value);
  return sums.mutations();
}

function changesBy({ type, key }: Mutation): (Mutation & { type: "sum" })[] {
  const ms = msOfUlid(String(key[1])), value = type === "set" ? 1 : -1;
  if (ms === undefined) return [];
  return AUDIT_LEVELS_MS.map((sizeMs, level) => (
    { type: "sum", key: keys.auditCount(level, bucketOf(ms, sizeMs)), value }
  ));
}
