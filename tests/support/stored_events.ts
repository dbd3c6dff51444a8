import type { EventRecord } from "../../domain/event/types.ts";
import type { EventCommit } from "../../domain/shared/commit.ts";
import { joined, mergeSums } from "../../storage/writes/atomic_budget.ts";
import { openEvent, saveEvent } from "../../storage/writes/event.ts";

const UNTOLD = { frames: [], notices: [] };

/** The writes of new events of which nobody is told. */
export function storedEvents(...records: readonly EventRecord[]): EventCommit {
  const { mutations } = joined(records.map((record) => openEvent(record, 0)));
  return { mutations: mergeSums(mutations), ...UNTOLD };
}

/** The same of a changed event. */
export function changedEvent(before: EventRecord, after: EventRecord): EventCommit {
  return { ...saveEvent({ before, after }, 0), ...UNTOLD };
}
