import { unacknowledgedSince } from "../../domain/event/unacknowledged.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/**
 * Updates the index of events that returned to normal and are not acknowledged; undefined: the event does not exist
 * before or after. The store leaves out new entries while the plant does not keep them.
 */
export function unacknowledgedIndex(
  before: EventRecord | undefined,
  after: EventRecord | undefined,
): Mutation[] {
  const old = keyOf(before);
  const next = keyOf(after);
  if (old?.[1] === next?.[1]) return [];
  return [
    ...old === undefined ? [] : [{ type: "delete", key: old } as const],
    ...next === undefined ? [] : [{ type: "set", key: next, value: 1 } as const],
  ];
}

function keyOf(record: EventRecord | undefined): Key | undefined {
  const closedMs = record === undefined ? undefined : unacknowledgedSince(record);
  return record === undefined || closedMs === undefined
    ? undefined
    : keys.eventUnacknowledged(closedMs, record.id);
}
