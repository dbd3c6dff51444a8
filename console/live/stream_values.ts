import { type Signal, signal } from "@preact/signals";

/** The newest sample of a stream. */
export interface StreamValue {
  value: number | string | boolean | null;
  timestamp: string;
  quality: "good" | "uncertain" | "bad";
}

/** Most streams in one subscription message. */
const MAX_STREAMS = 2_000;

/** The newest values of the streams displayed on the page, one signal per stream. */
export class StreamValues {
  readonly #values = new Map<string, Signal<StreamValue | undefined>>();
  readonly #watchers = new Map<string, number>();

  constructor(readonly onChange: () => void) {}

  /** The signal of a stream's newest value; undefined until the first one arrives. */
  of(name: string): Signal<StreamValue | undefined> {
    let found = this.#values.get(name);
    if (found === undefined) this.#values.set(name, found = signal(undefined));
    return found;
  }

  /** Subscribes to the values of these streams until the returned function is called. */
  watch(names: readonly string[]): () => void {
    for (const name of names) this.#watchers.set(name, (this.#watchers.get(name) ?? 0) + 1);
    this.onChange();
    return () => {
      for (const name of names) this.#release(name);
      this.onChange();
    };
  }

  #release(name: string): void {
    const left = (this.#watchers.get(name) ?? 0) - 1;
    if (left > 0) this.#watchers.set(name, left);
    else this.#watchers.delete(name);
  }

  get watched(): string[] {
    return [...this.#watchers.keys()].slice(0, MAX_STREAMS);
  }

  take(samples: readonly (StreamValue & { stream_name: string })[]): void {
    for (const { stream_name, value, timestamp, quality } of samples) {
      const known = this.#values.get(stream_name);
      if (known !== undefined) known.value = { value, timestamp, quality };
    }
  }
}
