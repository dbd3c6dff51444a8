import { evaluationBehaviour } from "../../actors/evaluation/actor.ts";
import { EVALUATION, type EvaluationMessage } from "../../actors/evaluation/contract.ts";
import { Partitions } from "../../actors/evaluation/partitions.ts";
import { instanceBehaviour } from "../../actors/instance/actor.ts";
import { INSTANCE, type InstanceMessage } from "../../actors/instance/contract.ts";
import { placement } from "../../actors/placement.ts";
import { startActorSystem } from "../../actors/runtime/system.ts";
import type { AnyBehaviour, Ref } from "../../actors/runtime/types.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { FrameDraft } from "../../domain/shared/commit.ts";
import { type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { laneOfShard } from "../../storage/keys.ts";
import type { Storage } from "../../storage/contract.ts";
import { FakeTimers } from "./runtime_timers.ts";

/** The evaluation and instance actors of one shard in this isolate, without a source, with a manual clock. */
export interface ShardHarness extends AsyncDisposable {
  instance(id: number): Ref<InstanceMessage>;
  /** Sets a stream's value from now on and evaluates it at once. */
  sample(stream: number, value: number): Promise<void>;
  /** Moves clock and timers. */
  advance(ms: number): Promise<void>;
  now(): Ms;
  frames: FrameDraft[];
}

/** Starts over a storage whose clock is `clock`. */
export async function createShardHarness(storage: Storage, clock: { ms: Ms }): Promise<ShardHarness> {
  const timers = new FakeTimers();
  const startMs = clock.ms - timers.now();
  const now = () => startMs + timers.now();
  const frames: FrameDraft[] = [];
  const unheard = storage.store.onPublished((committed) => frames.push(...committed.frames));
  const system = startActorSystem({
    shards: 0,
    spawnWorker: () => {
      throw new TypeError("There are no workers here");
    },
    localBehaviours: () => {
      const partitions = new Partitions();
      return [evaluationBehaviour(partitions), instanceBehaviour(partitions)] as object[] as AnyBehaviour[];
    },
    init: null,
    store: storage.store,
    placement,
    now,
    random: () => 0.5,
    laneOfShard,
    log: () => {},
    timers,
    heartbeatMs: 1e9,
    waitDeadlineMs: 1e9,
  });
  const evaluation = system.ref<EvaluationMessage>(EVALUATION, "0");
  const ask = (message: EvaluationMessage) => evaluation.ask(message, { deadlineMs: 1e9 });
  const watermark = ticksFromMs(now());
  await ask({
    type: "restore",
    pointer: null,
    watermark,
    sourceMaxAgeSeconds: 0,
    correctionHorizonHours: 72,
  });
  return {
    frames,
    now,
    instance: (id) => system.ref<InstanceMessage>(INSTANCE, String(id)),
    async sample(stream, value) {
      const time = ticksFromMs(now());
      const known = { stream, read: true, sample: null, good: null };
      await ask({ type: "samples", batch: null, watermark: time - 1 });
      await ask({ type: "first_read", reads: [known], pasts: [], upTo: time - 1 });
      const batch = packBatch([{ op: "upsert", stream, sample: { time, value, quality: "good" } }]);
      await ask({ type: "samples", batch, watermark: time });
    },
    async advance(ms) {
      await timers.advance(ms);
      clock.ms = now();
    },
    async [Symbol.asyncDispose]() {
      const drained = system.drain(0);
      await timers.advance(1_000);
      await drained;
      unheard();
    },
  };
}
