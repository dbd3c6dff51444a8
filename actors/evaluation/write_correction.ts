import type { RunEvent } from "../../domain/evaluation/replay.ts";
import { compareEvents, type CorrectedEvents } from "../../domain/event/correction.ts";
import { foundRecord, reopenedRecord, retractedRecord, revisedRecord } from "../../domain/event/revise.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { AnyCommit, Commit, EventCommit, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { openEvent, rememberDeleted, saveEvent } from "../../storage/writes/event.ts";
import { AtomicBudget, commitsOf, joined } from "../../storage/writes/atomic_budget.ts";
import type { CheckpointPatch } from "./checkpoint_retention.ts";
import type { CorrectionJob, JobUnit } from "./correction_job.ts";
import { type FoundEvent, foundEvent } from "./correction_reads.ts";
import { identityOf, knownParts, type OpenedEvent } from "./journal.ts";
import type { LiveShard } from "./restored_shard.ts";

export interface CorrectionOptions {
  nowMs: Ms;
  random: () => number;
}

/** The commits of a finished job, and the change of the shard after them. */
export interface WrittenCorrection {
  commits: EventCommit[];
  committed: () => void;
}

/** The closed and deleted events of each unit. The shard has the active ones. */
export type EndedEvents = ReadonlyMap<number, readonly FoundEvent[]>;

type Compared = CorrectedEvents<FoundEvent>;

/** Compares the old events of each unit with those of the job. */
export function compareUnits(
  shard: LiveShard,
  job: CorrectionJob,
  ended: EndedEvents,
): { unit: JobUnit; compared: Compared }[] {
  return job.units.flatMap((unit) => {
    const span = job.spanOf(unit), { instanceId } = unit.instance;
    if (span === null) return [];
    const active = shard.activeEvents(instanceId).map(foundEvent);
    const isActive = new Set(active.map(({ record }) => record?.id));
    const closed = (ended.get(instanceId) ?? []).filter(({ record }) => !isActive.has(record?.id));
    return [{ unit, compared: compareEvents([...active, ...closed], job.events(unit), span) }];
  });
}

/** How many event ids the job needs. */
export function idsNeeded(compared: readonly { compared: Compared }[]): number {
  return compared.reduce((sum, each) => sum + each.compared.found.length, 0);
}

/**
 * The commits of a finished job: ended events before active ones, so that no key ever has two active events; then rule
 * states, patches of checkpoints from the newest on, and last the deletion of the request. A job that was interrupted
 * and is repeated has the same result.
 */
export function writeCorrection(
  shard: LiveShard,
  job: CorrectionJob,
  { compared, ...options }: CorrectionOptions & { compared: { unit: JobUnit; compared: Compared }[] },
): WrittenCorrection {
  const pieces: AnyCommit[] = [];
  const after: (() => void)[] = [];
  for (const { unit, compared: events } of compared) {
    const deployment = shard.deployments.get(unit.instance.instanceId);
    if (deployment === undefined) continue;
    const written = new UnitWriter(shard, { deployment, forms: unit.forms }, options);
    written.take(events);
    const next = job.hasConverged ? [] : correctedEntries(shard, { job, unit, open: written.open });
    pieces.push(...written.ending, ...joinedIfFits([...written.going, ...next]));
    after.push(() => applyCorrection(shard, { job, unit, written }));
  }
  pieces.push(...patchesOf(shard, job));
  const forgotten = shard.corrections.forget(shard.location.shard, job.assignment);
  pieces.push(...forgotten.map((mutation) => ({ mutations: [mutation] })));
  return {
    commits: commitsOf(pieces),
    committed: () => {
      for (const step of after) step();
      if (!job.hasConverged) applyStreams(shard, job);
      shard.corrections.forgotten(job.assignment);
      shard.corrections.job = null;
    },
  };
}

/** One piece if all fit one commit. */
function joinedIfFits(pieces: AnyCommit[]): AnyCommit[] {
  const room = new AtomicBudget();
  return pieces.every(({ mutations, frames }) => room.takes(mutations, frames)) ? [joined(pieces)] : pieces;
}

/** Writes the changed events of one deployment. */
class UnitWriter {
  /** The active events after the correction, by rule. */
  readonly open = new Map<string, EventRecord>();
  readonly revised: EventRecord[] = [];
  readonly ending: AnyCommit[] = [];
  readonly going: AnyCommit[] = [];

  constructor(
    private readonly shard: LiveShard,
    private readonly deployed: { deployment: Deployment; forms: readonly Deployment[] },
    private readonly options: CorrectionOptions,
  ) {
    for (const record of shard.activeEvents(deployed.deployment.record.id)) {
      this.open.set(record.rule_id, record);
    }
  }

  take({ kept, going, found, gone }: Compared): void {
    for (const { record, deleted } of gone) {
      if (record !== null) this.#revise(record, retractedRecord(record), "retracted");
      else if (deleted !== null && deleted.end !== deleted.onset) {
        this.ending.push({ mutations: [rememberDeleted({ ...deleted, end: deleted.onset })] });
      }
    }
    for (const { old, now } of kept) this.#keep(old, now);
    for (const { old: { record }, now } of going) {
      if (record !== null) this.#revise(record, reopenedRecord(record, now, this.#under(now)), "corrected");
    }
    for (const event of found) this.#found(event);
  }

  #keep({ record, deleted }: FoundEvent, now: RunEvent): void {
    if (record !== null) {
      const action = record.flags.includes("retracted") ? "revived" : "corrected";
      return this.#revise(record, revisedRecord(record, now, this.#under(now)), action);
    }
    if (deleted === null) return;
    const moved = { ...deleted, onset: now.onset, end: now.end?.endAt ?? Infinity };
    if (moved.onset === deleted.onset && moved.end === deleted.end) return;
    this.ending.push({ mutations: [rememberDeleted(moved)] });
  }

  /** The deployment in force when an event opened. */
  #under({ under }: RunEvent): Deployment {
    const { deployment, forms } = this.deployed;
    return forms.find(({ instance }) => instance === under) ?? deployment;
  }

  #revise(before: EventRecord, after: EventRecord, action: string): void {
    if (before === after) return;
    this.#note(after, before.is_active);
    this.revised.push(after);
    const writes = saveEvent({ before, after }, this.options.nowMs);
    writes.mutations.push(this.#journal(after), this.#audit(action, { before, after }));
    (after.is_active ? this.going : this.ending).push(writes);
  }

  #found(event: RunEvent): void {
    const { nowMs } = this.options, { ids, timeZone } = this.shard;
    const shelf = this.shard.shelves.of({ instance_id: event.instanceId, rule_id: event.ruleId }, nowMs);
    const record = foundRecord(event, this.#under(event), { id: ids.take(), nowMs, timeZone, shelf });
    this.#note(record, false);
    this.revised.push(record);
    const audit = this.#audit("raised", { before: null, after: record });
    const writes = openEvent(record, nowMs);
    writes.mutations.push(this.#journal(record), audit);
    (record.is_active ? this.going : this.ending).push(writes);
  }

  #note(record: EventRecord, wasActive: boolean): void {
    if (record.is_active) this.open.set(record.rule_id, record);
    else if (wasActive && this.open.get(record.rule_id)?.id === record.id) this.open.delete(record.rule_id);
  }

  /** The journal entry by which a replay finds the event's id. */
  #journal(record: EventRecord): Mutation {
    return this.shard.journal.entry({ kind: "opened", events: [openedEvent(record)] });
  }

  #audit(action: string, { before, after }: { before: EventRecord | null; after: EventRecord }): Mutation {
    const draft = { who: "Andon", action, resource_type: "rule_event", resource_id: after.id } as const;
    const draftWithValues = { ...draft, before: before === null ? null : shown(before), after: shown(after) };
    return auditMutation(newAudit(draftWithValues, this.options));
  }
}

function shown({ is_active, event_name, start_time, end_time, close_reason, flags }: EventRecord) {
  return { is_active, event_name, start_time, end_time, close_reason, flags };
}

function openedEvent(record: EventRecord): OpenedEvent {
  return { ...identityOf(record), eventId: record.id };
}

/** The journal entries with which a restart also continues from the corrected states. */
function correctedEntries(
  shard: LiveShard,
  { job, unit, open }: { job: CorrectionJob; unit: JobUnit; open: ReadonlyMap<string, EventRecord> },
): Commit[] {
  const { instanceId, deployment } = unit.instance;
  const own = new Set(unit.instance.streams.map(({ id }) => id));
  const parts = knownParts(job.held().filter((known) => own.has(known.stream)));
  const states = { rules: job.statesOf(unit), open: [...open.values()].map(openedEvent) };
  return parts.map((held, i) => ({
    mutations: [shard.journal.entry({
      kind: "corrected",
      instanceId,
      deployment,
      held,
      states: i > 0 ? null : states,
    })],
  }));
}

/** Newest first: when an older checkpoint is correct, so are all later ones. */
function patchesOf({ checkpoints }: LiveShard, job: CorrectionJob): Commit[] {
  const stored = new Set(
    job.units.flatMap(({ instance }) =>
      checkpoints.of(instance.instanceId).map((checkpoint) => checkpoint.watermark)
    ),
  );
  return [...job.patches].filter(([watermark]) => stored.has(watermark)).sort(([a], [b]) => b - a)
    .flatMap(([watermark, patches]) =>
      patches.map(({ instance, states }): Commit => {
        const value: CheckpointPatch = { v: 1, deployment: instance.deployment, states };
        const key = checkpoints.keys.checkpointPatch(watermark, instance.instanceId);
        return { mutations: [{ type: "set", key, value }] };
      })
    );
}

function applyStreams({ engine }: LiveShard, job: CorrectionJob): void {
  for (const known of job.held()) engine.hold(known);
  for (const past of job.pasts()) engine.fill(past);
}

/** Applies the written correction to the shard. */
function applyCorrection(
  shard: LiveShard,
  { job, unit, written }: { job: CorrectionJob; unit: JobUnit; written: UnitWriter },
): void {
  const { instanceId } = unit.instance;
  for (const record of written.revised) shard.eventRevised(record);
  if (job.hasConverged) return;
  const open = shard.events.openOf(instanceId);
  open.clear();
  for (const [ruleId, record] of written.open) open.set(ruleId, shard.events.of(record));
  shard.engine.takeOver(instanceId, job.statesOf(unit));
}
