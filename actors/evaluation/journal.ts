import type { CommandReason } from "../../domain/evaluation/replay.ts";
import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";

/** The number of a shard, and how many there are. */
export interface ShardLocation {
  shard: number;
  shards: number;
}

/** An event's identity and its id. */
export interface OpenedEvent {
  instanceId: number;
  ruleId: string;
  deployment: number;
  onset: Ticks;
  eventId: number;
}

/** The start of an upgrade's new rules, and the recent activations that they continue. */
export interface UpgradeStart {
  at: Ticks;
  recentActivations: Record<string, Ticks[]>;
}

/**
 * An entry for the replay from the last generation: ids of opened events, or a command with the watermark at which it
 * took effect.
 */
export type JournalEntry =
  & { v: 1; watermark: Ticks; sequence: number; by?: ShardLocation }
  & (
    | { kind: "opened"; events: OpenedEvent[] }
    /**
     * A part of the samples known at a deployment or (`at`) an upgrade; with `batch`, at the later start of rules that
     * these first reads reach.
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
    | ({ kind: "upgraded"; instanceId: number; deployment: number } & UpgradeStart)
    | { kind: "first_read"; reads: KnownStream[]; upTo: Ticks; batch?: number }
    /** Streams that the source no longer has. */
    | { kind: "lost"; streams: number[] }
    | { kind: "ended"; instanceId: number; deployment: number; ruleId: string; onset: Ticks }
    /** The result of a correction: rule states, open events and held values of an instance. */
    | {
      kind: "corrected";
      instanceId: number;
      deployment: number;
      /** Null when another part contains them. */
      states: { rules: RuleState[]; open: OpenedEvent[] } | null;
      held: KnownStream[];
    }
  );

/** An entry for the replays of corrections: a command to one deployment, with the watermark of its effect. */
export type HistoryEntry =
  & { v: 1; watermark: Ticks; sequence: number }
  & (
    | { kind: "deployed" }
    /** `from`: the version before the upgrade. */
    | ({ kind: "upgraded"; from: VersionForm } & UpgradeStart)
    /** A part of the samples known at the next deployment or upgrade entry. */
    | { kind: "known"; known: KnownStream[] }
    /**
     * `known`: the samples of all streams of the instance when its deployment instant was still ahead. Without `streams`
     * the entry is a part of the next one.
     */
    | {
      kind: "first_read";
      streams: number[];
      known: KnownStream[];
      /** The streams of which only the past for windows was missing. */
      history?: number[];
    }
    | { kind: "lost"; streams: number[] }
    | { kind: "ended"; ruleId: string; onset: Ticks; clock: Ticks; reason: CommandReason }
  );

/** The version of a deployment, and the start times of rules that an upgrade added. */
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

/** The reason of a command that closed an event, from its record. */
export function commandReason(reason: EventRecord["close_reason"]): CommandReason {
  return reason === "undeployed" || reason === "superseded" ? reason : "manual";
}

/**
 * Whether an entry may concern a shard. Entries of other shards do not, unless they were written with another number of
 * shards.
 */
export function mayBeOf({ by }: JournalEntry, { shard, shards }: ShardLocation): boolean {
  return by === undefined || by.shards !== shards || by.shard === shard;
}

/** Whether the instance's shard wrote an entry. */
export function isOfInstance({ by }: JournalEntry, instanceId: number): boolean {
  return by === undefined || instanceId % by.shards === by.shard;
}

/** The order in which a replay repeats entries. */
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
 * The watermark at which a person's close takes effect. After a restart people can close events that the replay has not
 * reproduced yet; these are closed once it has.
 */
export function closesAt(record: EventRecord, watermark: Ticks): Ticks {
  const { onset, activated_at } = record;
  const activated = isoFromTicks(onset) === activated_at ? onset : ticksFromMs(Date.parse(activated_at) + 1);
  return Math.max(watermark, activated);
}

/** The key of the samples known at a deployment, an upgrade or a first read. */
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

/** Splits known samples into parts that each fit one stored value; `joinedKnown` joins them. */
export function knownParts(known: readonly KnownStream[]): KnownStream[][] {
  const parts: KnownStream[][] = [[]];
  let bytes = 0;
  for (const stream of known.flatMap(piecesOf)) {
    const size = knownBytes(stream);
    if (bytes + size > PART_BYTES && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(stream);
    bytes += size;
  }
  return parts;
}

/** Splits the recent samples of a stream into separate pieces if they are too large. */
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
    pieces.at(-1)?.recent?.push(sample);
    bytes += size;
  }
  return pieces;
}

/** Joins parts, in their order, by stream. */
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
