import { STEP_LIMITS } from "../../domain/notification/engine_types.ts";
import type { EventNotice, Key } from "../../domain/shared/commit.ts";
import type { OutboxEntry } from "../../storage/notifications/notifications.ts";

interface Batch {
  notices: EventNotice[];
  /** What is deleted from the outbox once the notices are considered. */
  keys: Key[];
}

/** As many notices at once as one decision takes; a commit with more is considered in several. */
export function batchesOf(entries: readonly OutboxEntry[]): Batch[] {
  const batches: Batch[] = [];
  let last: Batch | undefined;
  for (const { notices, keys } of entries) {
    for (let at = 0; at === 0 || at < notices.length; at += STEP_LIMITS.notices) {
      const some = notices.slice(at, at + STEP_LIMITS.notices);
      const isLast = at + STEP_LIMITS.notices >= notices.length;
      if (last === undefined || last.notices.length + some.length > STEP_LIMITS.notices) {
        batches.push(last = { notices: [], keys: [] });
      }
      last.notices.push(...some);
      if (isLast) last.keys.push(...keys);
    }
  }
  return batches;
}
