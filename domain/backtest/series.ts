import type { StreamRecord } from "../asset/types.ts";
import type { Sample } from "../sample/types.ts";
import { TrendBuckets } from "../trend/buckets.ts";
import { trendValue } from "../trend/compose.ts";
import type { TrendSpan } from "../trend/types.ts";
import type { BacktestSeries } from "./types.ts";

/**
 * Builds the series of a stream, sample by sample in order of time. Texts and booleans keep the newest
 * `points` changes.
 */
export class SeriesFilling {
  readonly #buckets: TrendBuckets | null;
  readonly #changes: Sample[] = [];
  readonly #held: Sample | null;
  #last: Sample | null;
  #samples = 0;
  #dropped = false;

  constructor(
    private readonly stream: StreamRecord,
    private readonly input: { span: TrendSpan; held: Sample | null },
  ) {
    this.#buckets = stream.data_type === "NUM" ? new TrendBuckets(input.span) : null;
    this.#last = this.#held = input.held;
  }

  add(sample: Sample): void {
    this.#samples++;
    if (this.#buckets !== null) return this.#buckets.add(sample);
    const { value, quality } = this.#last ?? {};
    if (sample.value !== value || sample.quality !== quality) this.#changes.push(sample);
    this.#last = sample;
    if (this.#changes.length >= 2 * this.input.span.points) this.#thin();
  }

  series(): BacktestSeries {
    this.#thin();
    const { stream_name, data_type, uom } = this.stream;
    return {
      stream_name,
      data_type,
      uom,
      samples: this.#samples,
      truncated: this.#dropped,
      held: this.#held === null ? null : trendValue(this.#held),
      buckets: this.#buckets?.buckets ?? [],
      changes: this.#changes.map(trendValue),
    };
  }

  /** Drops the oldest changes. Runs only now and then, so that `add` stays cheap. */
  #thin(): void {
    const over = this.#changes.length - this.input.span.points;
    if (over <= 0) return;
    this.#changes.splice(0, over);
    this.#dropped = true;
  }
}
