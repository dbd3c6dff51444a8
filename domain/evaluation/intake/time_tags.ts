import type { Sample } from "../../sample/types.ts";
import type { PlantClock, TimeTag } from "../../shared/plant_clock.ts";
import type { Ticks } from "../../shared/time.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { timeTagById } from "./time_tag_streams.ts";
import type { KnownStream } from "../types.ts";

/** The time tags that rules name, as streams with a sample at each change of their value. */
export class TimeTags {
  /** The time up to which changes are stored. */
  position: Ticks;
  nextTime: Ticks = Infinity;
  /** By row: the next change of the tag. */
  readonly #next = new Map<number, Ticks>();

  constructor(
    private readonly streams: StreamColumns,
    private readonly clock: PlantClock,
    position: Ticks,
  ) {
    this.position = position;
  }

  /** Starts a row that was bound to a tag. `at` is the start when nothing has been evaluated yet. */
  start(row: number, at: Ticks): void {
    if (this.position === -Infinity) this.position = at;
    const tag = this.#tagOf(row), { position } = this;
    this.streams.hold(this.#known(row, position));
    this.#next.set(row, this.clock.nextChange(tag, position));
    this.#findNext();
  }

  stop(row: number): void {
    this.#next.delete(row);
    this.#findNext();
  }

  /** Sets the history of a tag for the windows on it. */
  fill(row: number): void {
    const history = this.streams.history[row], { position } = this;
    if (!history) return;
    const since = position - history.reach;
    const before = this.clock.lastChange(this.#tagOf(row), since);
    const first = this.clock.lastChange(this.#tagOf(row), before - 1);
    const samples = [this.#sampleAt(row, first), ...this.#changes(row, first, position)];
    history.fill({ stream: this.streams.id[row]!, since, upTo: position, samples });
  }

  /** Stores the changes at `nextTime`. Returns the rows that changed. */
  advance(): number[] {
    const at = this.nextTime;
    const changed = [...this.#next].filter(([, next]) => next === at).map(([row]) => row);
    for (const row of changed) {
      this.streams.takeNewest(row, this.#sampleAt(row, at));
      this.#next.set(row, this.clock.nextChange(this.#tagOf(row), at));
    }
    this.position = at;
    this.#findNext();
    return changed;
  }

  /** The values of the tags at a time that has not been evaluated yet. */
  knownAt(at: Ticks): KnownStream[] {
    if (at <= this.position) return [];
    return [...this.#next.keys()].map((row) => this.#known(row, at));
  }

  #known(row: number, at: Ticks): KnownStream {
    const sample = this.#sampleAt(row, this.clock.lastChange(this.#tagOf(row), at));
    const recent = this.streams.history[row] === null ? [] : this.#changes(row, this.position, at);
    return { stream: this.streams.id[row]!, read: true, sample, good: null, recent };
  }

  #changes(row: number, after: Ticks, upTo: Ticks): Sample[] {
    const changes: Sample[] = [];
    const tag = this.#tagOf(row);
    for (let at = this.clock.nextChange(tag, after); at <= upTo; at = this.clock.nextChange(tag, at)) {
      changes.push(this.#sampleAt(row, at));
    }
    return changes;
  }

  #sampleAt(row: number, time: Ticks): Sample {
    return { time, value: this.clock.valueAt(this.#tagOf(row), time), quality: "good" };
  }

  #tagOf(row: number): TimeTag {
    return timeTagById(this.streams.id[row]!).stream_name;
  }

  #findNext(): void {
    this.nextTime = [...this.#next.values()].reduce((first, next) => Math.min(first, next), Infinity);
  }
}
