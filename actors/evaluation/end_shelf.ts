import { shelfFields, shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Check, Commit, Entry } from "../../domain/shared/commit.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { saveEvent } from "../../storage/writes/event.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { removeShelf } from "../../storage/writes/shelf.ts";
import { joined } from "../../storage/writes/atomic_budget.ts";
import type { ActorContext, Effects, Turn } from "../runtime/types.ts";
import type { EvaluationMessage } from "./contract.ts";
import type { ShardState } from "./shard.ts";

/** A stored, expired shelf with the active event of its key. */
export interface EndedShelf {
  shelf: ShelfRecord;
  active: EventRecord | undefined;
  checks: Check[];
}

/** Reads the shelf that expired first; null when none has. */
export async function readEndedShelf(shard: ShardState, context: ActorContext): Promise<EndedShelf | null> {
  const shelf = shard.shelves.ended(context.now());
  if (shelf === undefined) return null;
  const { store } = context;
  const shelfAt = keys.shelf(shelfKey(shelf));
  const activeAt = keys.eventActive(shelf.instance_id, shelf.rule_id);
  const [stored, index] = await store.getMany<unknown>([shelfAt, activeAt]);
  const event = index === undefined
    ? undefined
    : await store.get<EventRecord>(keys.event(Number(index.value)));
  const checks = [check(shelfAt, stored), check(activeAt, index)];
  return {
    shelf,
    active: event?.value,
    checks: event === undefined ? checks : [...checks, check(event.key, event)],
  };
}

function check(key: Check["key"], entry: Entry | undefined): Check {
  return { key, versionstamp: entry?.versionstamp ?? null };
}

/** Ends one shelf. Rearming the timer fires it at once for the next expired shelf. */
export function endShelf(
  shard: ShardState,
  ended: EndedShelf | null,
  turn: Turn<unknown>,
): Effects<EvaluationMessage> {
  if (ended === null) {
    shard.shelves.arm();
    return {};
  }
  const { shelf, active, checks } = ended;
  const back = active === undefined || active.shelved_until === null
    ? undefined
    : { before: active, after: { ...active, ...shelfFields(undefined) } };
  const ends: Commit = {
    checks,
    mutations: [removeShelf(shelf), auditMutation(auditOf(shelf, active, turn))],
    frames: [resourceChanged("shelf", shelf.event_id, isoFromMs(turn.nowMs))],
  };
  return {
    commits: [back === undefined ? ends : joined([saveEvent(back, turn.nowMs), ends])],
    committed: () => {
      if (back !== undefined) shard.eventChanged(back.after);
      shard.shelves.drop(shelf);
    },
  };
}

function auditOf(shelf: ShelfRecord, active: EventRecord | undefined, { nowMs, context }: Turn<unknown>) {
  return newAudit({
    who: "Andon",
    action: "unshelved",
    resource_type: "rule_event",
    resource_id: active?.id ?? shelf.event_id,
    before: shelfFields(shelf),
    after: shelfFields(undefined),
  }, { nowMs, random: () => context.random() });
}
