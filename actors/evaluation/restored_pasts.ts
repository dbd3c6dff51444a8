import type { StreamPast } from "../../domain/evaluation/types.ts";
import { batchChange, type SampleBatch } from "../../domain/sample/batch.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** The samples of streams before the restored generation, for windows of repeated deployments and first reads. */
export class RestoredPasts {
  readonly #of = new Map<number, StreamPast>();

  keep(past: StreamPast): void {
    this.#of.set(past.stream, past);
  }

  clear(): void {
    this.#of.clear();
  }

  /** The past as of a later time, including offered samples; undefined when no window needs the stream. */
  asOf(stream: number, upTo: Ticks, offered: readonly SampleBatch[]): StreamPast | undefined {
    const past = this.#of.get(stream);
    if (past === undefined) return undefined;
    const samples = new Map(past.samples.map((sample) => [sample.time, sample]));
    for (const batch of offered) {
      for (let i = 0; i < batch.count; i++) {
        if (batch.streams[i] === stream) apply(samples, batchChange(batch, i));
      }
    }
    const known = [...samples.values()].filter(({ time }) => time <= upTo).sort((a, b) => a.time - b.time);
    return { ...past, upTo, samples: known };
  }
}

function apply(samples: Map<Ticks, Sample>, change: SampleChange): void {
  switch (change.op) {
    case "upsert":
      samples.set(change.sample.time, change.sample);
      return;
    case "remove":
      samples.delete(change.time);
      return;
    case "removeWindow":
      for (const time of samples.keys()) {
        if (time >= change.from && time <= change.to) samples.delete(time);
      }
  }
}
