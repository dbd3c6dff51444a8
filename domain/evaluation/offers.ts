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
  for (let i = 0; i < batch.count; i++) {
    const outcome = offerRow(rows, batch, { i, watermark });
    counts[outcome]++;
    if (outcome === "late") onLate?.(lateSpan(batch, i, watermark));
  }
  return counts;
}

function lateSpan(batch: SampleBatch, i: number, watermark: Ticks): LateSpan {
  const from = batch.times[i], to = batchOp(batch, i) === "removeWindow" ? batch.values[i] : from;
  return { stream: batch.streams[i], from, to: Math.min(to, watermark) };
}

function offerRow(
  { streams, pending }: Deployments,
  batch: SampleBatch,
  { i, watermark }: { i: number; watermark: Ticks },
): keyof OfferCounts {
  const stream = streams.sampleRow(batch.streams[i]);
  if (stream === undefined) return "unbound";
  const time = batch.times[i], op = batchOp(batch, i);
  if (op !== "upsert") {
    pending.remove(stream, { from: time, to: op === "remove" ? time : batch.values[i] });
    return time <= watermark ? "late" : "accepted";
  }
  if (!(time > watermark)) return "late";
  return pending.offerRow(stream, { batch, i, type: streams.typeOf(stream) }) ? "accepted" : "duplicate";
}
