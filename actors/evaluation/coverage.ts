import { type BlindColumns, BlindTime, rowsOf, someOf } from "../../domain/coverage/blind_time.ts";
import type { Engine } from "../../domain/evaluation/engine.ts";
import type { Commit } from "../../domain/shared/commit.ts";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { blindHourWrites } from "../../storage/writes/blind_hours.ts";
import type { BlindTimeTold } from "./contract.ts";

/** Blind time of hours that are not over, beside the engine's own chunks of a generation. */
export interface BlindTimeChunk extends BlindColumns {
  v: 1;
  kind: "blind_time";
}

/** 24 bytes each. */
const ROWS_PER_CHUNK = 2_000;
const WRITES_PER_COMMIT = 200;

export function isBlindTimeChunk(value: unknown): value is BlindTimeChunk {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "blind_time";
}

/** What a barrier stores and tells of the blind time. */
export interface BarrierCoverage {
  chunks: BlindTimeChunk[];
  commits: Commit[];
  told: BlindTimeTold;
}

/** How long the instances of a shard were blind, looked at with each generation. */
export class ShardCoverage {
  #time = new BlindTime();

  /** Goes on from a generation's chunks, those of this shard's instances. */
  restore(chunks: readonly BlindTimeChunk[], watermark: Ticks): void {
    this.#time = new BlindTime(msOrNever(watermark), chunks);
  }

  /** Looks at the engine; hours that are over are written for good. */
  atBarrier(engine: Engine, shard: number): BarrierCoverage {
    const blind = engine.blind();
    this.#time.look(blind, msOrNever(engine.watermark));
    const over = this.#time.takeOver(), hours = this.#time.hours();
    const writes = over.flatMap((columns) => blindHourWrites(columns, shard));
    const commits: Commit[] = [];
    for (let from = 0; from < writes.length; from += WRITES_PER_COMMIT) {
      commits.push({ mutations: writes.slice(from, from + WRITES_PER_COMMIT) });
    }
    const badQuality = blind.filter((each) => each.badQuality > 0).length;
    return {
      chunks: hours.flatMap(chunksOf),
      commits,
      told: { shard, hours: [...over, ...hours], noData: blind.length - badQuality, badQuality },
    };
  }
}

function msOrNever(watermark: Ticks): Ms {
  return Number.isFinite(watermark) ? msFromTicks(watermark) : -Infinity;
}

function chunksOf(columns: BlindColumns): BlindTimeChunk[] {
  const parts = Math.ceil(columns.instance.length / ROWS_PER_CHUNK);
  return Array.from({ length: parts }, (_, part) => {
    const from = part * ROWS_PER_CHUNK;
    return { v: 1, kind: "blind_time", ...rowsOf(columns, { from, to: from + ROWS_PER_CHUNK }) };
  });
}

/** Those of a shard's own instances. */
export function ownChunks(
  chunks: readonly BlindTimeChunk[],
  { shard, shards }: { shard: number; shards: number },
): BlindTimeChunk[] {
  return chunks.map((chunk) => ({ ...chunk, ...someOf(chunk, (id) => id % shards === shard) }));
}
