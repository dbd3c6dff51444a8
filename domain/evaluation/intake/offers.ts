import { batchOp, batchSample, isUpsert, type SampleBatch } from "../../sample/batch.ts";
import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { NONE } from "../state/row_index.ts";
import type { LateSpan, OfferCounts } from "../types.ts";

/** Accepts changes, which then wait for the watermark; see `Engine.offer`. */
export function offerTo(
  rows: Deployments,
  batch: SampleBatch,
  { watermark, onLate }: { watermark: Ticks; onLate?: (late: LateSpan) => void },
): OfferCounts {
  const counts: OfferCounts = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
  for (let i = 0; i < batch.count; i++) {
    const from = i;
    i = rows.pending.columns.appendNew(batch, { from, above: watermark, streams: rows.streams });
    counts.accepted += i - from;
    if (i < batch.count) counts[takeIn(rows, { batch, i, watermark, onLate })]++;
  }
  return counts;
}

interface Offered {
  batch: SampleBatch;
  i: number;
  watermark: Ticks;
  onLate?: (late: LateSpan) => void;
}

function takeIn(rows: Deployments, { batch, i, watermark, onLate }: Offered): keyof OfferCounts {
  const { streams, pending } = rows, stream = streams.sampleRow(batch.streams[i]!);
  if (stream === NONE) return "unbound";
  const isLate = !(batch.times[i]! > watermark);
  if (!isUpsert(batch, i)) remove(rows, stream, { batch, i });
  else if (!isLate && !pending.offer(stream, batchSample(batch, i), streams.typeOf(stream))) {
    return "duplicate";
  }
  if (isLate) onLate?.(lateSpan(batch, i, watermark));
  return isLate ? "late" : "accepted";
}

function remove({ pending }: Deployments, stream: number, { batch, i }: { batch: SampleBatch; i: number }) {
  const from = batch.times[i]!, to = batchOp(batch, i) === "remove" ? from : batch.values[i]!;
  pending.remove(stream, { from, to });
}

function lateSpan(batch: SampleBatch, i: number, watermark: Ticks): LateSpan {
  const from = batch.times[i]!, to = batchOp(batch, i) === "removeWindow" ? batch.values[i]! : from;
  return { stream: batch.streams[i]!, from, to: Math.min(to, watermark) };
}
