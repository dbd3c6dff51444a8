/** Andon's engine on the peers' rows, on one core: rows per CPU second, and the flips. */
import { Engine } from "../../domain/evaluation/engine.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import { type Flip, INSTANCES, peerInstance, type PeerRows } from "./workload.ts";

const BATCH = 1_000;

export class OwnEngine {
  readonly flips: Flip[] = [];
  readonly #engine = new Engine({ watermark: 0 });
  readonly #batches: SampleBatch[];

  constructor(rows: PeerRows) {
    for (let i = 0; i < INSTANCES; i++) {
      const instance = peerInstance(rows, i);
      const known = instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null }));
      this.#engine.deploy(instance, known);
    }
    this.#batches = batchesOf(rows);
  }

  /** Evaluates the rows from `from` up to `to`, in whole batches of 1,000. */
  run(from: number, to: number): void {
    for (let number = from / BATCH; number < to / BATCH; number++) {
      const batch = this.#batches[number]!;
      this.#engine.offer(batch);
      for (const transition of this.#engine.advance(batch.times[batch.count - 1]!)) {
        const { instanceId: instance } = transition;
        if (transition.kind === "opened") {
          this.flips.push({ row: transition.onset - 1, instance, truth: true });
        }
        if (transition.kind === "closed") {
          this.flips.push({ row: transition.endAt - 1, instance, truth: false });
        }
      }
    }
  }
}

function batchesOf(rows: PeerRows): SampleBatch[] {
  return Array.from({ length: Math.ceil(rows.count / BATCH) }, (_, number): SampleBatch => {
    const from = number * BATCH, count = Math.min(BATCH, rows.count - from);
    return {
      v: 1,
      count,
      texts: [],
      streams: Int32Array.from(
        { length: count },
        (_, i) => 3 * rows.instance[from + i]! + rows.slot[from + i]!,
      ),
      times: Float64Array.from({ length: count }, (_, i) => from + i + 1),
      values: rows.value.slice(from, from + count),
      codes: new Uint8Array(count),
    };
  });
}
