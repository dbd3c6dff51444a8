import { batchOp, type SampleBatch } from "../sample/batch.ts";
import type { Ticks } from "../shared/time.ts";
import type { Deployments } from "./deployments.ts";
import type { LateSpan, OfferCounts } from "./types.ts";

/** Takes changes in, to wait for the watermark. See `Engine.offer`. */
export function offerTo(
  rows: Deployments,
  batch: SampleBatch,
  { watermark, onLate }: { watermark: Ticks; onLate?: (late: LateSpan) => void },
): OfferCounts {
  const counts: OfferCounts = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
  const { streams, pending } = rows;
  for (let i = 0; i < batch.count; i++) {
    const stream = streams.sampleRow(batch.streams[i]);
    if (stream === undefined) {
      counts.unbound++;
      continue;
    }
    const isLate = !(batch.times[i] > watermark);
    if (batchOp(batch, i) !== "upsert") remove(rows, stream, { batch, i });
    else if (!isLate && !pending.offerRow(stream, { batch, i, type: streams.typeOf(stream) })) {
      counts.duplicate++;
      continue;
    }
    if (isLate) onLate?.(lateSpan(batch, i, watermark));
    counts[isLate ? "late" : "accepted"]++;
  }
  return counts;
}

function remove({ pending }: Deployments, stream: number, { batch, i }: { batch: SampleBatch; i: number }) {
  const from = batch.times[i], to = batchOp(batch, i) === "remove" ? from : batch.values[i];
  pending.remove(stream, { from, to });
}

function lateSpan(batch: SampleBatch, i: number, watermark: Ticks): LateSpan {
  const from = batch.times[i], to = batchOp(batch, i) === "removeWindow" ? batch.values[i] : from;
  return { stream: batch.streams[i], from, to: Math.min(to, watermark) };
}
