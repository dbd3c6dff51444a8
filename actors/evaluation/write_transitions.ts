import type { AuditRecord } from "../../domain/audit/types.ts";
import type { Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { AnyCommit, EventCommit, Mutation } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { auditMutation } from "../../storage/writes/audit.ts";
import { type EventWrites, openEvent, saveEvent } from "../../storage/writes/event.ts";
import { AtomicBudget, joined, mergeSums } from "../../storage/writes/atomic_budget.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { clearedRecord, openedRecord } from "../../domain/event/raise.ts";
import type { OpenEvent } from "./event_book.ts";
import { checkEnd, mustAwaitCorrection } from "./known_check.ts";
import type { OpenedEvent } from "./journal.ts";
import type { RestoredShard } from "./restored_shard.ts";

/** Events per journal entry: even with the longest rule names they fit one stored value. */
const OPENED_PER_ENTRY = 80;

export interface WriteOptions {
  nowMs: Ms;
  auditId: () => string;
}

export interface Written {
  commits: AnyCommit[];
  opened: number;
  closed: number;
}

/** Converts pending transitions to commits with events, audit, push frames, notices and journal. */
export function writeTransitions(shard: RestoredShard, options: WriteOptions): Written {
  const written: Written = { commits: [], opened: 0, closed: 0 };
  const transitions = shard.pending;
  shard.pending = [];
  let batch = new Batch(shard);
  for (const transition of transitions) {
    const writer = new TransitionWriter(shard, options);
    writer.write(transition);
    written.opened += writer.openedEvents.length;
    written.closed += writer.closed;
    if (batch.takes(writer)) continue;
    written.commits.push(batch.commit());
    batch = new Batch(shard);
    batch.takes(writer);
  }
  if (!batch.isEmpty) written.commits.push(batch.commit());
  return written;
}

/** How many events the pending transitions may open. */
export function pendingOpenings(pending: readonly Transition[]): number {
  return pending.reduce((count, transition) => count + (transition.kind === "opened" ? 1 : 0), 0);
}

/** The transitions of one commit. */
class Batch {
  readonly #writes: EventCommit[] = [];
  readonly #opened: OpenedEvent[] = [];
  readonly #room = new AtomicBudget();

  constructor(private readonly shard: RestoredShard) {}

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** False when a transition does not fit this commit. */
  takes({ writes, openedEvents }: TransitionWriter): boolean {
    if (writes === undefined) return true;
    if (!this.#room.takes(writes.mutations, writes.frames)) return false;
    this.#writes.push(writes);
    this.#opened.push(...openedEvents);
    return true;
  }

  commit(): EventCommit {
    const journal: Mutation[] = [];
    while (this.#opened.length > 0) {
      journal.push(
        this.shard.journal.entry({ kind: "opened", events: this.#opened.splice(0, OPENED_PER_ENTRY) }),
      );
    }
    const commit = joined([...this.#writes, { mutations: journal }]);
    return { ...commit, mutations: mergeSums(commit.mutations) };
  }
}

/** The writes of one transition. */
class TransitionWriter {
  /** Undefined: nothing changes. */
  writes: EventWrites | undefined;
  readonly openedEvents: OpenedEvent[] = [];
  closed = 0;

  constructor(private readonly shard: RestoredShard, private readonly options: WriteOptions) {}

  write(transition: Transition): void {
    const deployment = this.shard.deployments.get(transition.instanceId);
    if (deployment?.instance.deployment !== transition.deployment) return;
    switch (transition.kind) {
      case "opened":
        return this.#opened(transition, deployment);
      case "closed":
        return this.#closed(transition);
      case "data_state":
        return this.#dataState(transition);
    }
  }

  #opened(opened: Extract<Transition, { kind: "opened" }>, deployment: Deployment): void {
    const events = this.shard.events.openOf(opened.instanceId);
    const known = this.shard.events.known(opened);
    if (known !== undefined) {
      known.isReproduced = true;
      events.set(opened.ruleId, known);
      return;
    }
    if (mustAwaitCorrection(this.shard, opened)) {
      events.set(opened.ruleId, { id: 0, record: null });
      return;
    }
    const { nowMs } = this.options, { ids, timeZone } = this.shard;
    const key = { instance_id: opened.instanceId, rule_id: opened.ruleId };
    const shelf = this.shard.shelves.of(key, nowMs);
    const record = openedRecord(opened, deployment, { id: ids.take(), nowMs, timeZone, shelf });
    const event: OpenEvent = { id: record.id, record, isReproduced: true };
    events.set(opened.ruleId, event);
    if (this.shard.isReplaying()) this.shard.events.keepKnown(opened, event);
    const { instanceId, ruleId, onset } = opened;
    this.openedEvents.push({ instanceId, ruleId, deployment: opened.deployment, onset, eventId: record.id });
    this.#record("raised", { writes: openEvent(record, nowMs), before: null, after: record });
  }

  #closed(closed: Extract<Transition, { kind: "closed" }>): void {
    const events = this.shard.events.openOf(closed.instanceId);
    const open = events.get(closed.ruleId);
    events.delete(closed.ruleId);
    const before = open?.record;
    if (open === undefined || !before?.is_active) return checkEnd(this.shard, before, closed);
    const after = clearedRecord(before, closed);
    open.record = after;
    this.closed++;
    const writes = saveEvent({ before, after }, this.options.nowMs);
    this.#record("cleared", { writes, before, after });
  }

  #dataState(change: Extract<Transition, { kind: "data_state" }>): void {
    const open = this.shard.events.openOf(change.instanceId).get(change.ruleId);
    const before = open?.record;
    if (open === undefined || !before?.is_active || before.data_state === change.dataState) return;
    const after = { ...before, data_state: change.dataState };
    open.record = after;
    this.writes = saveEvent({ before, after }, this.options.nowMs);
  }

  #record(action: "raised" | "cleared", change: EventChange): void {
    const { writes } = change;
    writes.mutations.push(auditMutation(this.#audit(action, change)));
    this.writes = writes;
  }

  #audit(action: string, { before, after }: EventChange): AuditRecord {
    return {
      v: 1,
      id: this.options.auditId(),
      at: isoFromMs(this.options.nowMs),
      who: "Andon",
      action,
      resource_type: "rule_event",
      resource_id: String(after.id),
      before: before === null ? null : { is_active: true },
      after: { is_active: after.is_active, event_name: after.event_name, start_time: after.start_time },
    };
  }
}

interface EventChange {
  writes: EventWrites;
  before: EventRecord | null;
  after: EventRecord;
}
