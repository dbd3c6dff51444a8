import { type BlindColumns, BlindTime, someOf } from "../../domain/coverage/blind_time.ts";
import type { Engine } from "../../domain/evaluation/engine.ts";
import type { Commit } from "../../domain/shared/commit.ts";
import {
  type NarrowColumn,
  narrowed,
  slicedColumn,
  wideColumn,
  widthOf,
} from "../../domain/shared/narrow_column.ts";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { blindHourWrites } from "../../storage/writes/blind_hours.ts";
import type { BlindTimeReport } from "./contract.ts";

/**
 * Blind time of hours that have not ended, stored with the engine's chunks of a generation. Instances are mostly blind
 * together; a column of equal times is one number. (Up to schema 6 all columns are Float64Arrays.)
 */
export interface BlindTimeChunk {
  v: 1;
  kind: "blind_time";
  hourMs: Ms;
  instance: Int32Array | Float64Array;
  noDataMs: NarrowColumn;
  badQualityMs: NarrowColumn;
}

const CHUNK_BYTES = 56_000, INSTANCE_BYTES = 4;
const WRITES_PER_COMMIT = 200;

export function isBlindTimeChunk(value: unknown): value is BlindTimeChunk {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "blind_time";
}

/** The blind time that a snapshot stores and publishes. */
export interface SnapshotCoverage {
  chunks: BlindTimeChunk[];
  commits: Commit[];
  report: BlindTimeReport;
}

/** Measures the blind time of a shard's instances with each generation. */
export class ShardCoverage {
  #time = new BlindTime();
  /** The last stored chunks, and whether their hours were published. */
  #last: { hours: readonly BlindColumns[]; chunks: BlindTimeChunk[]; isPublished: boolean } | null = null;

  /** Continues from the chunks of a generation, limited to this shard's instances. */
  restore(chunks: readonly BlindTimeChunk[], watermark: Ticks): void {
    this.#time = new BlindTime(msOrNever(watermark), chunks.map(columnsOf));
  }

  /** Measures the engine's blind time; ended hours are written permanently. */
  atSnapshot(engine: Engine, partition: number): SnapshotCoverage {
    const blind = engine.blind();
    this.#time.report(blind, msOrNever(engine.watermark));
    const over = this.#time.takeEnded(), hours = this.#time.hours();
    const writes = over.flatMap((columns) => blindHourWrites(columns, partition));
    const commits: Commit[] = [];
    for (let from = 0; from < writes.length; from += WRITES_PER_COMMIT) {
      commits.push({ mutations: writes.slice(from, from + WRITES_PER_COMMIT) });
    }
    const badQuality = blind.filter((each) => each.badQuality > 0).length;
    const last = this.#last?.hours === hours ? this.#last : null;
    const chunks = last?.chunks ?? hours.flatMap(chunksOf);
    // Ended hours are published once; the next snapshot publishes the rest without them.
    this.#last = { hours, chunks, isPublished: over.length === 0 };
    const isKnown = last?.isPublished === true && over.length === 0;
    return {
      chunks,
      commits,
      report: {
        partition,
        noData: blind.length - badQuality,
        badQuality,
        hours: isKnown ? null : [...over, ...hours],
      },
    };
  }
}

function msOrNever(watermark: Ticks): Ms {
  return Number.isFinite(watermark) ? msFromTicks(watermark) : -Infinity;
}

function chunksOf({ hourMs, ...columns }: BlindColumns): BlindTimeChunk[] {
  const instance = new Int32Array(columns.instance);
  const noDataMs = narrowed(columns.noDataMs), badQualityMs = narrowed(columns.badQualityMs);
  const rows = Math.floor(CHUNK_BYTES / (INSTANCE_BYTES + widthOf(noDataMs) + widthOf(badQualityMs)));
  return Array.from({ length: Math.ceil(instance.length / rows) }, (_, part): BlindTimeChunk => {
    const from = part * rows, to = from + rows;
    return {
      v: 1,
      kind: "blind_time",
      hourMs,
      instance: instance.slice(from, to),
      noDataMs: slicedColumn(noDataMs, from, to),
      badQualityMs: slicedColumn(badQualityMs, from, to),
    };
  });
}

function columnsOf({ hourMs, instance, noDataMs, badQualityMs }: BlindTimeChunk): BlindColumns {
  const rows = instance.length;
  return {
    hourMs,
    instance: wideColumn(instance, rows),
    noDataMs: wideColumn(noDataMs, rows),
    badQualityMs: wideColumn(badQualityMs, rows),
  };
}

/** The chunks limited to a shard's own instances. */
export function ownChunks(
  chunks: readonly BlindTimeChunk[],
  { shard, shards }: { shard: number; shards: number },
): BlindTimeChunk[] {
  return chunks.map((chunk) => ({ ...chunk, ...someOf(columnsOf(chunk), (id) => id % shards === shard) }));
}
