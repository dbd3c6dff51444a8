import type { CommandReason } from "../../domain/evaluation/replay.ts";
import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";

/** A shard, of so many. */
export interface ShardPlace {
  shard: number;
  shards: number;
}

/** An event's identity and the id it was given. */
export interface OpenedEvent {
  instanceId: number;
  ruleId: string;
  deployment: number;
  onset: Ticks;
  eventId: number;
}

/** An upgrade: when its new rules began, and the last activations that they go on from. */
export interface UpgradeTold {
  at: Ticks;
  recentActivations: Record<string, Ticks[]>;
}

/**
 * What a replay from the last generation must know: the ids that events were given, and the commands with the
 * watermark at which they took effect.
 */
export type JournalEntry =
  & { v: 1; watermark: Ticks; sequence: number; by?: ShardPlace }
  & (
    | { kind: "opened"; events: OpenedEvent[] }
    /**
     * A part of what was known at a deployment, or (`at`) at an upgrade; with `batch`, at those of these first reads of
     * rules that were still to begin.
     */
    | {
      kind: "known";
      instanceId: number;
      deployment: number;
      at?: Ticks;
      batch?: number;
      known: KnownStream[];
    }
    | { kind: "deployed"; instanceId: number; deployment: number }
    | ({ kind: "upgraded"; instanceId: number; deployment: number } & UpgradeTold)
    | { kind: "first_read"; reads: KnownStream[]; upTo: Ticks; batch?: number }
    | { kind: "ended"; instanceId: number; deployment: number; ruleId: string; onset: Ticks }
    /** A correction's end: the states of an instance's rules, its open events, and what its streams hold. */
    | {
      kind: "corrected";
      instanceId: number;
      deployment: number;
      /** Null where another part of the same has them. */
      states: { rules: RuleState[]; open: OpenedEvent[] } | null;
      held: KnownStream[];
    }
  );

/** What a deployment was told, at the watermark at which it took effect: for the replays of corrections. */
export type HistoryEntry =
  & { v: 1; watermark: Ticks; sequence: number }
  & (
    | { kind: "deployed" }
    /** What the deployment ran on before is told with it. */
    | ({ kind: "upgraded"; from: VersionForm } & UpgradeTold)
    /** A part of what was known at the deployment or the upgrade; these stand before it. */
    | { kind: "known"; known: KnownStream[] }
    /**
     * `known`: of all streams of the instance, where the deployment's own instant was still to come; with no `streams`
     * it is a part of what the next one has.
     */
    | {
      kind: "first_read";
      streams: number[];
      known: KnownStream[];
      /** Of these streams it was the history alone that windows waited for. */
      history?: number[];
    }
    | { kind: "ended"; ruleId: string; onset: Ticks; clock: Ticks; reason: CommandReason }
  );

/** Which version a deployment ran on, and since when its rules were judged that came with an upgrade. */
export interface VersionForm {
  version: number;
  rulesSince: Record<string, string>;
}

export type HistoryDraft = HistoryEntry extends infer E
  ? E extends HistoryEntry ? Omit<E, "v" | "watermark" | "sequence"> : never
  : never;

export type JournalDraft = JournalEntry extends infer E
  ? E extends JournalEntry ? Omit<E, "v" | "watermark" | "sequence" | "by"> : never
  : never;

/** Why a command closed an event, as its record says. */
export function commandReason(reason: EventRecord["close_reason"]): CommandReason {
  return reason === "undeployed" || reason === "superseded" ? reason : "manual";
}

/**
 * Whether an entry may tell of what a shard had judged: another one's first reads are none of its own. After a life
 * with another number of shards it may be anybody's.
 */
export function mayBeOf({ by }: JournalEntry, { shard, shards }: ShardPlace): boolean {
  return by === undefined || by.shards !== shards || by.shard === shard;
}

/** Whether the shard that wrote an entry was this instance's. */
export function isOfInstance({ by }: JournalEntry, instanceId: number): boolean {
  return by === undefined || instanceId % by.shards === by.shard;
}

/** The order in which a replay repeats them. */
export function inOrder(a: JournalEntry, b: JournalEntry): number {
  return a.watermark - b.watermark || a.sequence - b.sequence;
}

export function identityKey(event: Omit<OpenedEvent, "eventId">): string {
  return `${event.instanceId}/${event.deployment}/${event.onset}/${event.ruleId}`;
}

export function identityOf(record: EventRecord): Omit<OpenedEvent, "eventId"> {
  const { instance_id: instanceId, rule_id: ruleId, deployment, onset } = record;
  return { instanceId, ruleId, deployment, onset };
}

/**
 * The watermark at which a close by hand takes effect: after a restart people see events that the replay has not come
 * to yet, and such an event is closed once it has.
 */
export function closesAt(record: EventRecord, watermark: Ticks): Ticks {
  const { onset, activated_at } = record;
  const activated = isoFromTicks(onset) === activated_at ? onset : ticksFromMs(Date.parse(activated_at) + 1);
  return Math.max(watermark, activated);
}

/** What was known at a deployment, an upgrade or a first read stands under this. */
export function knownKey(
  { instanceId, deployment, at, batch }: {
    instanceId: number;
    deployment: number;
    at?: Ticks;
    batch?: number;
  },
): string {
  return `${instanceId}/${deployment}/${at ?? ""}/${batch ?? ""}`;
}

const PART_BYTES = 40_000;

/** Cuts what is known into parts that fit one value each; `joinedKnown` puts them together again. */
export function knownParts(known: readonly KnownStream[]): KnownStream[][] {
  const parts: KnownStream[][] = [[]];
  let bytes = 0;
  for (const stream of known.flatMap(piecesOf)) {
    const size = knownBytes(stream);
    if (bytes + size > PART_BYTES && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts[parts.length - 1].push(stream);
    bytes += size;
  }
  return parts;
}

/** What came last, as far as it does not fit beside the rest, stands in pieces of its own. */
function piecesOf(known: KnownStream): KnownStream[] {
  if (knownBytes(known) <= PART_BYTES || known.recent === undefined) return [known];
  const { recent, ...rest } = known, pieces: KnownStream[] = [rest];
  let bytes = Infinity;
  for (const sample of recent) {
    const size = sampleBytes(sample);
    if (bytes + size > PART_BYTES) {
      pieces.push({ stream: known.stream, read: known.read, sample: null, good: null, recent: [] });
      bytes = 0;
    }
    pieces[pieces.length - 1].recent?.push(sample);
    bytes += size;
  }
  return pieces;
}

/** What is known of each stream, out of parts in their order. */
export function joinedKnown(parts: readonly KnownStream[]): KnownStream[] {
  const joined = new Map<number, KnownStream>();
  for (const part of parts) {
    const before = joined.get(part.stream);
    const recent = [...before?.recent ?? [], ...part.recent ?? []];
    if (before === undefined) joined.set(part.stream, part);
    else joined.set(part.stream, { ...before, recent });
  }
  return [...joined.values()];
}

function knownBytes({ sample, good, recent = [] }: KnownStream): number {
  return 100 + [sample, good, ...recent].reduce((sum, each) => sum + sampleBytes(each), 0);
}

function sampleBytes(sample: Sample | null): number {
  return 50 + (typeof sample?.value === "string" ? sample.value.length * 2 : 0);
}
