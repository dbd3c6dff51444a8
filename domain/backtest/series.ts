import type { StreamRecord } from "../asset/types.ts";
import type { Sample } from "../sample/types.ts";
import { TrendBuckets } from "../trend/buckets.ts";
import { trendValue } from "../trend/compose.ts";
import type { TrendSpan } from "../trend/types.ts";
import type { BacktestSeries } from "./types.ts";

/** A stream's course, made sample by sample in order of time: of texts and truths as many changes as `points`. */
export class SeriesFilling {
  readonly #buckets: TrendBuckets | null;
  readonly #changes: Sample[] = [];
  readonly #held: Sample | null;
  #last: Sample | null;
  #samples = 0;
  #dropped = false;

  constructor(
    private readonly stream: StreamRecord,
    private readonly given: { span: TrendSpan; held: Sample | null },
  ) {
    this.#buckets = stream.data_type === "NUM" ? new TrendBuckets(given.span) : null;
    this.#last = this.#held = given.held;
  }

  add(sample: Sample): void {
    this.#samples++;
    if (this.#buckets !== null) return this.#buckets.add(sample);
    const { value, quality } = this.#last ?? {};
    if (sample.value !== value || sample.quality !== quality) this.#changes.push(sample);
    this.#last = sample;
    if (this.#changes.length >= 2 * this.given.span.points) this.#thin();
  }

  series(): BacktestSeries {
    this.#thin();
    const { stream_name, data_type, uom } = this.stream;
    return {
      ...{ stream_name, data_type, uom, samples: this.#samples, truncated: this.#dropped },
      held: this.#held === null ? null : trendValue(this.#held),
      buckets: this.#buckets?.buckets ?? [],
      changes: this.#changes.map(trendValue),
    };
  }

  /** Drops the older changes; not at each one. */
  #thin(): void {
    const over = this.#changes.length - this.given.span.points;
    if (over <= 0) return;
    this.#changes.splice(0, over);
    this.#dropped = true;
  }
}
