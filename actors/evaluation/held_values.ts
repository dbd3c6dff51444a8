import { batchBuffers, packBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Engine } from "../../domain/evaluation/engine.ts";
import type { Effects } from "../runtime/types.ts";
import { LIVE_SAMPLES } from "../source/contract.ts";

/** Publishes the held values of a restored shard, so that unchanging streams show a live value after a restart. */
export function heldValues(engine: Engine): NonNullable<Effects<never>["publish"]> {
  const changes = engine.bound().flatMap((stream): SampleChange[] => {
    const sample = engine.held(stream)?.sample ?? null;
    return sample === null ? [] : [{ op: "upsert", stream, sample }];
  });
  if (changes.length === 0) return [];
  const batch = packBatch(changes);
  return [{ channel: LIVE_SAMPLES, data: batch, transfer: batchBuffers(batch) as ArrayBuffer[] }];
}
