import type { Engine } from "../../domain/evaluation/engine.ts";
import type { DeployedInstance, KnownStream } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { keys, type StateKeys } from "../../storage/keys.ts";
import type { CommittedUpgrade } from "./contract.ts";
import {
  closesAt,
  commandReason,
  type HistoryDraft,
  type HistoryEntry,
  type JournalDraft,
  type JournalEntry,
  knownParts,
  type ShardLocation,
} from "./journal.ts";

export interface JournalOptions {
  engine: Pick<Engine, "watermark">;
  location: ShardLocation;
  /** Of the partition. */
  keys: StateKeys;
  /** The generation that new entries belong to. */
  generation: number;
  /** The last sequence number; it orders the journal across restarts. */
  sequence: number;
}

/** Numbers and writes the entries of the journal, for restarts, and of the histories, for corrections. */
export class JournalWriter {
  generation: number;
  #sequence: number;
  readonly #engine: Pick<Engine, "watermark">;
  readonly #location: ShardLocation;
  readonly #keys: StateKeys;

  constructor({ engine, location, keys, generation, sequence }: JournalOptions) {
    this.generation = generation;
    this.#sequence = sequence;
    this.#engine = engine;
    this.#location = location;
    this.#keys = keys;
  }

  /** The last sequence number used. */
  get sequence(): number {
    return this.#sequence;
  }

  entry(draft: JournalDraft, watermark = this.#engine.watermark): Mutation {
    const sequence = ++this.#sequence;
    const entry: JournalEntry = { v: 1, watermark, sequence, by: this.#location, ...draft };
    return {
      type: "set",
      key: this.#keys.journal(this.generation, sequence, this.#location.shard),
      value: entry,
    };
  }

  history(
    { instanceId, deployment }: { instanceId: number; deployment: number },
    draft: HistoryDraft,
    watermark = this.#engine.watermark,
  ): Mutation {
    const sequence = ++this.#sequence;
    const entry: HistoryEntry = { v: 1, watermark, sequence, ...draft };
    return { type: "set", key: keys.history(instanceId, deployment, sequence), value: entry };
  }

  deployed(instance: DeployedInstance, known: KnownStream[]): Mutation[] {
    const { instanceId, deployment } = instance;
    const parts = knownParts(known).flatMap((part) => [
      this.entry({ kind: "known", instanceId, deployment, known: part }),
      this.history(instance, { kind: "known", known: part }),
    ]);
    return [
      ...parts,
      this.entry({ kind: "deployed", instanceId, deployment }),
      this.history(instance, { kind: "deployed" }),
    ];
  }

  upgraded(
    { record, instance: { instanceId, deployment } }: Deployment,
    { deployment: { instance }, known, at }: Omit<CommittedUpgrade, "superseded">,
  ): Mutation[] {
    const parts = knownParts(known).flatMap((part) => [
      this.entry({ kind: "known", instanceId, deployment, at, known: part }),
      this.history(instance, { kind: "known", known: part }),
    ]);
    const upgrade = { at, recentActivations: instance.recentActivations };
    const from = { version: record.template_version ?? 0, rulesSince: record.rules_since ?? {} };
    return [
      ...parts,
      this.entry({ kind: "upgraded", instanceId, deployment, ...upgrade }),
      this.history(instance, { kind: "upgraded", from, ...upgrade }),
    ];
  }

  ended(record: EventRecord, isDeleted: boolean): Mutation[] {
    const { instance_id: instanceId, deployment, rule_id: ruleId, onset } = record;
    const clock = ticksFromMs(Date.parse(record.closed_at ?? record.start_time));
    const reason = isDeleted ? "deleted" : commandReason(record.close_reason);
    const at = closesAt(record, this.#engine.watermark);
    return [
      this.entry({ kind: "ended", instanceId, deployment, ruleId, onset }, at),
      this.history({ instanceId, deployment }, { kind: "ended", ruleId, onset, clock, reason }, at),
    ];
  }
}
