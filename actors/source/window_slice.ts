import type {
  DataSource,
  SourceStream,
  WindowAsk,
  WindowGroup,
  WindowPart,
  Work,
} from "../../connectors/source.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { mapConcurrent } from "./concurrent.ts";
import { upserts } from "./follow.ts";
import type { MissingStreams } from "./missing_streams.ts";

/** Concurrent reads of the source. */
export const READS_AT_ONCE = 16;
/** Samples of one slice: some 50 MB. */
const MOST_SAMPLES = 250_000;
const SHORTEST_SLICE = TICKS_PER_SECOND;

export interface SliceOptions {
  from: Ticks;
  to: Ticks;
  work: Work;
  /** Called for each stream with whether it can be read. */
  missing: Pick<MissingStreams, "noteRead">;
  answered: () => void;
  /** Stops reading once it aborts, and rejects with its reason. */
  signal?: AbortSignal;
  /** How many samples a slice holds; the default is 250,000. */
  most?: number;
}

/** Every sample with from < time ≤ `upTo`, which may be earlier than asked for. */
export interface Slice {
  changes: SampleChange[];
  upTo: Ticks;
}

/**
 * Reads the windows of many streams, one asset at a time, in the order of the streams. A plant's missed hours do not
 * fit into memory: when there are too many samples, the slice is cut to its first half, for all streams.
 */
export async function readSlice(
  source: DataSource,
  streams: readonly SourceStream[],
  options: SliceOptions,
): Promise<Slice> {
  return await new SliceReader(source, options).read(streams);
}

class SliceReader {
  #to: Ticks;
  #count = 0;
  readonly #samples = new Map<number, Sample[]>();

  constructor(private readonly source: DataSource, private readonly options: SliceOptions) {
    this.#to = options.to;
  }

  async read(streams: readonly SourceStream[]): Promise<Slice> {
    const { from, work, signal } = this.options;
    let asks = streams.map((stream): WindowAsk => ({ stream, from, to: this.#to }));
    while (asks.length > 0) {
      const groups = await this.source.windows.group(asks, { work, signal });
      const left = await mapConcurrent(groups, READS_AT_ONCE, (group) => this.#readGroup(group));
      asks = left.flat().filter((ask) => ask.from < this.#to).map((ask) => ({ ...ask, to: this.#to }));
    }
    const changes = [...this.#samples].flatMap(([stream, samples]) => upserts(stream, samples));
    return { changes, upTo: this.#to };
  }

  /** Returns what is left of it when the slice was cut meanwhile. */
  async #readGroup(group: WindowGroup): Promise<WindowAsk[]> {
    const { work, answered, signal } = this.options;
    const left = new Map(group.asks.map((ask) => [ask.stream.id, ask]));
    const to = this.#to;
    for await (const part of this.source.windows.read(group, { work, signal })) {
      answered();
      this.#take(part);
      const ask = left.get(part.stream.id);
      if (part.done || ask === undefined) left.delete(part.stream.id);
      else left.set(part.stream.id, { ...ask, from: part.upTo });
      if (this.#to < to) break;
    }
    return [...left.values()];
  }

  #take({ stream, samples, failure }: WindowPart): void {
    this.options.missing.noteRead(stream, failure);
    const taken = this.#samples.get(stream.id) ?? [], before = taken.length;
    for (const sample of samples) if (sample.time <= this.#to) taken.push(sample);
    this.#count += taken.length - before;
    this.#samples.set(stream.id, taken);
    this.#cut();
  }

  #cut(): void {
    const { from, most = MOST_SAMPLES } = this.options;
    while (this.#count > most && this.#to - from > SHORTEST_SLICE) {
      this.#to = from + Math.floor((this.#to - from) / 2);
      this.#count = 0;
      for (const [stream, samples] of this.#samples) {
        const inWindow = samples.filter((sample) => sample.time <= this.#to);
        this.#samples.set(stream, inWindow);
        this.#count += inWindow.length;
      }
    }
  }
}
