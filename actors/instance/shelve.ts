import { isDrill } from "../../domain/event/drill.ts";
import { newShelf, shelfFields, shelfKey, type ShelfRecord, shelvedNow } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Check, Commit, Entry, EventCommit, Key, Mutation } from "../../domain/shared/commit.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { saveEvent, tellsOf } from "../../storage/writes/event.ts";
import { joined } from "../../storage/writes/atomic_budget.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { removeShelf, saveShelf } from "../../storage/writes/shelf.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";
import { readEvent } from "./event.ts";

/** The named event, the shelf of its key, and the key's active event, which may be another one. */
export interface ShelvingReads {
  record: EventRecord;
  shelf: ShelfRecord | undefined;
  active: EventRecord | undefined;
  checks: Check[];
}

const NO_SHELF = "A drill cannot be shelved; it ends when somebody acknowledges or closes it";

export async function readForShelving(
  instanceId: number,
  eventId: number,
  context: ActorContext,
): Promise<ShelvingReads> {
  const { store } = context;
  const { record, check } = await readEvent(instanceId, eventId, context);
  const shelfAt = keys.shelf(shelfKey(record));
  const activeAt = keys.eventActive(record.instance_id, record.rule_id);
  const [shelf, index] = await Promise.all([store.get<ShelfRecord>(shelfAt), store.get<number>(activeAt)]);
  const active = index === undefined ? undefined : await store.get<EventRecord>(keys.event(index.value));
  const checks = [check, checkOf(shelfAt, shelf), checkOf(activeAt, index)];
  if (active !== undefined && active.value.id !== record.id) checks.push(checkOf(active.key, active));
  return { record, shelf: shelf?.value, active: active?.value, checks };
}

function checkOf(key: Key, entry: Entry | undefined): Check {
  return { key, versionstamp: entry?.versionstamp ?? null };
}

/** Shelves the event's key from now on, and replaces an earlier shelf. */
export function decideShelve(
  reads: ShelvingReads,
  request: { minutes: number; reason: string },
  given: CommandInput,
): Effects<InstanceMessage> {
  if (isDrill(reads.record)) throw invalid("", NO_SHELF);
  const shelf = newShelf(reads.record, { ...request, by: given.by.name, nowMs: given.nowMs });
  return write(reads, shelf, given);
}

/** Ends the shelving of the event's key, if there is one. */
export function decideUnshelve(reads: ShelvingReads, given: CommandInput): Effects<InstanceMessage> {
  if (reads.shelf === undefined || isDrill(reads.record)) {
    return { answer: shelvedNow(reads.record, undefined, given.nowMs) };
  }
  return write(reads, undefined, given);
}

function write(
  reads: ShelvingReads,
  next: ShelfRecord | undefined,
  given: CommandInput,
): Effects<InstanceMessage> {
  const { record, active, checks, shelf } = reads;
  const { nowMs } = given;
  const answer = { ...record, ...shelfFields(next) };
  const written = active === undefined ? undefined : { ...active, ...shelfFields(next) };
  const changes = [{ before: shelvedNow(record, shelf, nowMs), after: answer }];
  const writes: EventCommit[] = [];
  // An event that is not active is stored without its shelf, but shown with it.
  if (active?.id !== record.id) writes.push({ mutations: [], ...tellsOf("updated", answer, nowMs) });
  if (active !== undefined && written !== undefined) {
    if (active.id !== record.id) changes.push({ before: active, after: written });
    writes.push(saveEvent({ before: active, after: written }, nowMs));
  }
  const action = next === undefined ? "unshelved" : "shelved";
  const audits = changes.map(({ before, after }): Mutation =>
    audited({ action, resource_type: "rule_event", resource_id: after.id, before, after }, given)
  );
  const shelves: Commit = {
    checks,
    mutations: [next === undefined ? removeShelf(record) : saveShelf(next), ...audits],
    frames: [resourceChanged("shelf", record.id, isoFromMs(nowMs))],
  };
  return {
    commits: [joined([...writes, shelves])],
    committed: () => {
      if (next === undefined) given.partitions.unshelved(record);
      else given.partitions.shelved(next);
      if (written !== undefined) given.shard.eventChanged(written);
    },
    answer,
  };
}
