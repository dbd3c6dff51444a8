import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { type Ms, type Ticks, TICKS_PER_MS, ticksOfSeconds } from "../../domain/shared/time.ts";
import { type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";

/** A watermark at which a shard's states are stored, after the commands up to `sequence`. */
export interface Checkpoint {
  watermark: Ticks;
  sequence: number;
  shard: number;
  shards: number;
  parts: number;
}

/** The states of an instance's rules at a checkpoint, if any rule is not NORMAL. */
export interface InstanceStates {
  instanceId: number;
  deployment: number;
  states: RuleState[];
}

export interface CheckpointIndex {
  v: 1;
  checkpoints: Checkpoint[];
}

export interface CheckpointPart {
  v: 1;
  instances: InstanceStates[];
}

export interface CheckpointPatch {
  v: 1;
  deployment: number;
  states: RuleState[];
}

export interface EndedDeployment {
  instanceId: number;
  deployment: number;
}

/** How often states are stored, in event time. */
export const CHECKPOINT_MS: Ms = 300_000;
const HOUR = ticksOfSeconds(3600);
const PART_BYTES = 45_000;
const STATE_BYTES = 300;

/**
 * The checkpoints from which corrections begin: one every few minutes of the last hour, then one per hour up to the
 * correction horizon. Only their positions are kept in memory.
 */
export class Checkpoints {
  #own: Checkpoint[] = [];
  #others: Checkpoint[] = [];
  #ended: EndedDeployment[] = [];
  /** The numbers of shards with which they were written. */
  #divisions: number[] = [];

  constructor(readonly everyMs: Ms, readonly keys: StateKeys = stateKeysOf(DEFAULT_SOURCE)) {}

  load(indexes: { shard: number; checkpoints: Checkpoint[] }[], shard: number): void {
    this.#own = indexes.filter((index) => index.shard === shard).flatMap((index) => index.checkpoints);
    this.#others = indexes.filter((index) => index.shard !== shard).flatMap((index) => index.checkpoints);
    this.#divisions = [...new Set([...this.#own, ...this.#others].map(({ shards }) => shards))];
  }

  isDue(watermark: Ticks): boolean {
    const last = this.#own.at(-1)?.watermark ?? -Infinity;
    return Number.isFinite(watermark) && watermark - last >= this.everyMs * TICKS_PER_MS;
  }

  /** The checkpoints that contain an instance, oldest first. */
  of(instanceId: number): Checkpoint[] {
    return [...this.#others, ...this.#own]
      .filter(({ shard, shards }) => instanceId % shards === shard)
      .sort((a, b) => a.watermark - b.watermark);
  }

  /** Whether the same checkpoints contain both instances, also those of an earlier number of shards. */
  areShared(one: number, other: number): boolean {
    return this.#divisions.every((shards) => one % shards === other % shards);
  }

  /** The shard's own checkpoints that retention drops once there is one at `watermark`. */
  stale(watermark: Ticks, horizon: Ticks): Checkpoint[] {
    const kept = new Set<Checkpoint>();
    let hour = -1;
    for (const checkpoint of this.#own) {
      const age = watermark - checkpoint.watermark;
      const isNewHour = Math.floor(checkpoint.watermark / HOUR) !== hour;
      if (age < HOUR || (isNewHour && age < horizon)) kept.add(checkpoint);
      hour = Math.floor(checkpoint.watermark / HOUR);
    }
    const oldest = this.#own.findLast((each) => watermark - each.watermark >= horizon);
    return this.#own.filter((each) => !kept.has(each) && each !== oldest);
  }

  /** Marks the history of an ended deployment for deletion with the next checkpoint. */
  dropHistory({ instanceId, deployment }: EndedDeployment): void {
    this.#ended.push({ instanceId, deployment });
  }

  /** The deployments that ended since the last call. */
  takeEnded(): EndedDeployment[] {
    return this.#ended.splice(0);
  }

  /** The writes that store a checkpoint and delete stale ones. */
  store(
    at: Omit<Checkpoint, "parts">,
    { instances, dropped }: { instances: Iterable<InstanceStates>; dropped: DroppedCheckpoints },
  ): Mutation[] {
    const parts = partsOf(instances);
    const checkpoint: Checkpoint = { ...at, parts: parts.length };
    const stale = new Set(dropped.checkpoints);
    this.#own = [...this.#own.filter((each) => !stale.has(each)), checkpoint];
    const index: CheckpointIndex = { v: 1, checkpoints: this.#own };
    return [
      ...parts.map((value, part): Mutation => ({
        type: "set",
        key: this.keys.checkpoint(at.watermark, at.shard, part),
        value,
      })),
      { type: "set", key: this.keys.checkpointIndex(at.shard), value: index },
      ...dropped.keys.map((key): Mutation => ({ type: "delete", key })),
    ];
  }
}

export interface DroppedCheckpoints {
  watermark: Ticks;
  checkpoints: Checkpoint[];
  keys: Key[];
}

/** `instances`: only those with a rule that is not NORMAL. */
function partsOf(instances: Iterable<InstanceStates>): CheckpointPart[] {
  const parts: CheckpointPart[] = [];
  let bytes = Infinity;
  for (const instance of instances) {
    const size = instance.states.reduce((sum, { ruleId }) => sum + STATE_BYTES + 2 * ruleId.length, 0);
    if (bytes + size > PART_BYTES) {
      parts.push({ v: 1, instances: [] });
      bytes = 0;
    }
    parts.at(-1)!.instances.push(instance);
    bytes += size;
  }
  return parts;
}
