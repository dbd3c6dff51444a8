import type { Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { Sums } from "./counters.ts";
import { bucketOf } from "./event_index.ts";
import { msOfUlid } from "./ulid.ts";

/** The widths of the buckets of audit counts: 16 days, 2 hours, a minute, 500 ms, 4 ms. */
export const AUDIT_LEVELS_MS: readonly Ms[] = [16 * 86_400_000, 7_200_000, 60_000, 500, 4];

/** The changes of the counts by the audit entries that a commit writes or removes. */
export function auditCounts(mutations: readonly Mutation[]): Mutation[] {
  if (!mutations.some(({ key }) => key[0] === "audit")) return [];
  const sums = new Sums();
  for (const mutation of mutations) {
    if (mutation.key[0] !== "audit" || mutation.type === "sum") continue;
    const ms = msOfUlid(String(mutation.key[1]));
    if (ms === undefined) continue;
    for (const [level, sizeMs] of AUDIT_LEVELS_MS.entries()) {
      sums.add(keys.auditCount(level, bucketOf(ms, sizeMs)), mutation.type === "set" ? 1 : -1);
    }
  }
  return sums.mutations();
}
