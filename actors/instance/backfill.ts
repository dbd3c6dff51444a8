import { backfilledRecord, type HadEvent, isKnown } from "../../domain/backfill/events.ts";
import { type DeletedEvent, endOf } from "../../domain/event/deleted.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { EventCommit } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { openEvent, startMsOf } from "../../storage/writes/event.ts";
import { scopes } from "../../storage/writes/event_index.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { commitsOf } from "../../storage/writes/atomic_budget.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, type CommandInput } from "./command.ts";
import type { Backfilled, InstanceMessage } from "./contract.ts";
import { readInstance, type UndeployReads } from "./undeploy.ts";

type Backfill = Extract<InstanceMessage, { type: "backfill" }>;

/** How far before a run to search for events that may reach into it. */
const LOOK_BACK_MS: Ms = 86_400_000;

export interface BackfillReads extends UndeployReads {
  had: HadEvent[];
  /** The first of a block of fresh ids, one for each event that may be written. */
  firstId: number;
}

export async function readForBackfill(
  id: number,
  { records, isDry }: Backfill,
  context: ActorContext,
): Promise<BackfillReads> {
  const { store } = context;
  const starts = records.map(startMsOf);
  const from = starts.reduce((least, start) => Math.min(least, start), Infinity) - LOOK_BACK_MS;
  const to = records.reduce((most, { end_time }) => Math.max(most, Date.parse(end_time ?? "")), -Infinity) +
    1;
  const [instance, had, firstId] = await Promise.all([
    readInstance(id, context),
    readHad(id, { from, to }, context),
    isDry ? 0 : store.allocateIds("event", records.length),
  ]);
  return { ...instance, had, firstId };
}

/** The closed events of a span, and the traces of deleted ones. Active events are younger. */
async function readHad(
  id: number,
  { from, to }: { from: Ms; to: Ms },
  { store }: ActorContext,
): Promise<HadEvent[]> {
  const prefix = keys.eventClosed(scopes.instance(id), "", 0, 0).slice(0, 3);
  const [closed, deleted] = await Promise.all([
    store.list({ prefix, start: [...prefix, from], end: [...prefix, to] }),
    store.list<DeletedEvent>({ prefix: keys.eventDeleted(id, 0).slice(0, 2) }),
  ]);
  const ids = closed.map(({ key }) => Number(key[key.length - 1]));
  const records = await store.getMany<EventRecord>(ids.map((each) => keys.event(each)));
  return [
    ...records.flatMap((entry) => entry === undefined ? [] : [hadEvent(entry.value)]),
    ...deleted.map(({ value: { rule_id, onset, end } }) => ({ ruleId: rule_id, onset, end })),
  ];
}

function hadEvent(record: EventRecord): HadEvent {
  return { ruleId: record.rule_id, onset: record.onset, end: endOf(record) };
}

/**
 * Writes the events that are not stored yet, without push frames: they are no news. A second try finds what the first
 * one has written.
 */
export function decideBackfill(
  { record, check, had, firstId }: BackfillReads,
  { records, isDry, span }: Backfill,
  given: CommandInput,
): Effects<InstanceMessage> {
  const fresh = records.filter((each) => !isKnown(each, had));
  const answer: Backfilled = { written: fresh.length, known: records.length - fresh.length };
  if (isDry || fresh.length === 0) return { answer };
  const { nowMs } = given;
  const events = fresh.map((each, i) => written(backfilledRecord(each, { id: firstId + i, nowMs }), given));
  const audit = { action: "backfilled", resource_type: "instance", resource_id: record.id } as const;
  const first = span === null ? [] : [audited({ ...audit, before: null, after: span }, given)];
  const frame = resourceChanged("instance", record.id, isoFromMs(nowMs));
  const commits = commitsOf([{ mutations: first }, ...events]);
  return { commits: commits.map((commit) => ({ ...commit, checks: [check], frames: [frame] })), answer };
}

function written(record: EventRecord, given: CommandInput): EventCommit {
  const { id, event_name, start_time, end_time, flags } = record;
  const audit = { action: "backfilled", resource_type: "rule_event", resource_id: id, before: null } as const;
  const { mutations, notices } = openEvent(record, given.nowMs);
  mutations.push(
    audited({ ...audit, after: { is_active: false, event_name, start_time, end_time, flags } }, given),
  );
  return { mutations, notices };
}
