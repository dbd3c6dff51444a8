import { RULE_LIMITS } from "../../rule/limits.ts";
import type { Sample, SampleValue } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import { type HeldKind, HeldTrack, type TrackNeed } from "./held_track.ts";
import { TextTable } from "./text_table.ts";
import { HistoryRing } from "./history_ring.ts";
import { type Comparable, LastGoods, type Taken } from "../intake/last_goods.ts";
import {
  believed,
  BOOL,
  GOOD,
  gradeOf,
  qualityOf,
  STR,
  type TypeCode,
  UNCERTAIN,
} from "../intake/sample_columns.ts";
import type { StreamPast } from "../types.ts";

/** What a condition needs of a stream's history. */
export interface HistoryNeed extends HeldKind {
  /** The length of the history. */
  reach: Ticks;
  /** Null: only the two newest good samples. */
  track: TrackNeed | null;
}

/**
 * The recent samples of one stream, as far back as its windows reach. Shared by all rules that name the
 * stream.
 */
export class StreamHistory {
  /** Changes when rows move or are rebuilt. */
  epoch = 0;
  ring = new HistoryRing();
  reach: Ticks = 0;
  /** The history after this time is complete, with the sample in force at it; Infinity: nothing is known. */
  #since: Ticks = Infinity;
  /** The same for the two newest good samples. */
  #goodsSince: Ticks = Infinity;
  readonly #needs = new Map<string, { need: HistoryNeed; count: number }>();
  readonly #tracks = new Map<string, HeldTrack>();
  readonly #goods = [new LastGoods(), new LastGoods()] as const;
  /** The newest good sample, and the newest usable one, that have left the ring. */
  #left: [good: Taken | null, usable: Taken | null] = [null, null];
  /** The texts in the ring, whose rows have their places here. */
  #texts = new TextTable();

  constructor(readonly type: TypeCode) {}

  get isNeeded(): boolean {
    return this.#needs.size > 0;
  }

  /** Whether a window looks at every sample in it, not at the two newest good ones alone. */
  get holdsSamples(): boolean {
    return this.#tracks.size > 0;
  }

  need(need: HistoryNeed): void {
    const text = needText(need), known = this.#needs.get(text);
    if (known !== undefined) known.count++;
    else {
      this.#needs.set(text, { need, count: 1 });
      this.#arrange();
    }
  }

  release(need: HistoryNeed): void {
    const text = needText(need), known = this.#needs.get(text);
    if (known === undefined || --known.count > 0) return;
    this.#needs.delete(text);
    this.#arrange();
  }

  /** Whether the history for a need is complete in a window that begins at `from`. */
  isKnownFrom(from: Ticks, { track }: HistoryNeed): boolean {
    return (track === null ? this.#goodsSince : this.#since) <= from;
  }

  /** The track of a registered need. */
  track(need: HistoryNeed): HeldTrack {
    const track = this.#tracks.get(kindText(need));
    if (track === undefined) throw new RangeError("This need is not registered");
    return track;
  }

  goods(worst: number): LastGoods {
    return this.#goods[worst === GOOD ? 0 : 1];
  }

  /** Adds the newest sample. */
  take(sample: Taken): void {
    this.#takeGood(sample);
    if (!this.holdsSamples) return;
    const { time } = sample;
    const hasMoved = this.#push(sample);
    this.dropBefore(time);
    this.#dropBeyond();
    if (hasMoved) this.#rebuild();
    else for (const track of this.#tracks.values()) track.push(this.ring.end - 1);
  }

  /** Drops samples that no window reaches from `at` on. */
  dropBefore(at: Ticks): void {
    const { ring } = this, head = ring.head;
    ring.dropBefore(at - this.reach);
    this.#leave(head);
    this.#since = Math.max(this.#since, at - this.reach);
  }

  /** Drops the oldest samples beyond the limit. */
  #dropBeyond(): void {
    const { ring } = this, first = ring.end - RULE_LIMITS.windowSamples;
    if (first <= ring.head) return;
    const head = ring.head;
    ring.head = first;
    this.#leave(head);
    this.#since = Math.max(this.#since, ring.time[first]!);
  }

  /** Keeps the newest usable of the rows from `head` on that have left the ring. */
  #leave(head: number): void {
    for (let row = head; row < this.ring.head; row++) this.#keep(this.#takenAt(row));
  }

  #keep(sample: Taken): void {
    if (sample.grade === GOOD) this.#left[0] = sample;
    if (sample.grade <= UNCERTAIN) this.#left[1] = sample;
  }

  #takenAt(row: number): Taken {
    const { time, grade } = this.ring;
    return { time: time[row] ?? NaN, value: this.valueAt(row), grade: grade[row] ?? Infinity };
  }

  /** The value of a row: a number, or a text. */
  valueAt(row: number): Comparable {
    const value = this.ring.value[row] ?? NaN;
    return this.type === STR && !Number.isNaN(value) ? this.#texts.textAt(value) : value;
  }

  /** The value of the newest usable sample before a row; null: there is none. */
  usableBefore(first: number, worst: number): Comparable | null {
    const { ring } = this;
    let row = first - 1;
    while (row >= ring.head && (ring.grade[row] ?? Infinity) > worst) row--;
    return row >= ring.head ? this.valueAt(row) : this.#left[worst === GOOD ? 0 : 1]?.value ?? null;
  }

  /** Replaces the history in the time that `past` covers. Older samples are kept. */
  fill(past: StreamPast): void {
    const samples = past.samples.map((sample) => taken(sample, this.type));
    for (const goods of this.#goods) goods.clear();
    for (const sample of samples) this.#takeGood(sample);
    this.#goodsSince = Math.min(this.#goodsSince, past.since);
    if (past.newestOnly === true) return;
    const inForce = samples.findLast((sample) => sample.time <= past.since)?.time ?? -Infinity;
    const older = samples.filter((sample) => sample.time < inForce);
    const isDeeper = inForce > -Infinity && this.#since < past.since;
    const before = isDeeper ? this.#mergedBefore(inForce, older) : [];
    this.ring = new HistoryRing();
    if (!isDeeper) {
      this.#since = past.since;
      this.#left = [null, null];
      for (const sample of older) this.#keep(sample);
    }
    for (const sample of before) this.#push(sample);
    for (const sample of samples) if (sample.time >= inForce) this.#push(sample);
    this.#dropBeyond();
    this.#arrange();
  }

  /** The rows before a time, with samples that were read again in their places. */
  #mergedBefore(time: Ticks, read: Taken[]): Taken[] {
    const { ring } = this, all = new Map<Ticks, Taken>();
    for (let row = ring.head; row <= ring.lastAt(time - 1); row++) {
      all.set(ring.time[row]!, this.#takenAt(row));
    }
    for (const sample of read) all.set(sample.time, sample);
    return [...all.values()].sort((a, b) => a.time - b.time);
  }

  /** The history of the stream up to `upTo`. */
  past(stream: number, upTo: Ticks): StreamPast {
    const { head, end } = this.ring;
    const all = new Map<Ticks, Taken>();
    if (this.holdsSamples) {
      for (const left of this.#left) if (left !== null) all.set(left.time, left);
    }
    for (const { before, newest } of this.#goods) {
      for (const good of [before, newest]) if (good !== null) all.set(good.time, good);
    }
    for (let row = head; row < end; row++) {
      const sample = this.#takenAt(row);
      all.set(sample.time, sample);
    }
    const samples = [...all.values()].sort((a, b) => a.time - b.time).map((one) => sampleOf(one, this.type));
    if (this.holdsSamples) return { stream, since: this.#since, upTo, samples };
    return { stream, since: this.#goodsSince, upTo, samples, newestOnly: true };
  }

  /** A copy with newer samples added, to evaluate an instant ahead of the watermark. */
  ahead(samples: readonly Sample[]): StreamHistory {
    const ahead = new StreamHistory(this.type);
    ahead.ring.pushAll(this.ring, this.ring.end - 1);
    ahead.#left = [...this.#left];
    ahead.#texts = this.#texts.copy();
    for (const [text, { need }] of this.#needs) ahead.#needs.set(text, { need, count: 1 });
    ahead.#arrange();
    ahead.#since = this.#since;
    ahead.#goodsSince = this.#goodsSince;
    this.#goods.forEach(({ before, newest }, i) => Object.assign(ahead.#goods[i]!, { before, newest }));
    for (const sample of samples) ahead.take(taken(sample, this.type));
    return ahead;
  }

  /** Whether samples at or before `touched` cannot affect an evaluation after `at`. */
  isClearOf(touched: Ticks, at: Ticks): boolean {
    this.dropBefore(at);
    const { ring } = this, inForce = ring.head < ring.end ? ring.time[ring.head]! : Infinity;
    if (this.#needsStart() && this.#startsAt() <= touched) return false;
    if (this.holdsSamples && (inForce <= touched || inForce > at - this.reach)) return false;
    return [...this.#needs.values()].every(({ need: { track, worst, reach } }) => {
      const { newest, before } = this.goods(worst);
      if (track !== null) return true;
      if (newest === null || newest.time <= touched) return false;
      return newest.time + reach <= at || (before !== null && before.time > touched);
    });
  }

  #needsStart(): boolean {
    return [...this.#needs.values()].some(({ need }) => need.track === "times");
  }

  /** The time of the oldest sample that a window may begin with. */
  #startsAt(): Ticks {
    const { ring } = this;
    if (ring.head < ring.end && ring.grade[ring.head] === GOOD) return ring.time[ring.head] ?? -Infinity;
    return Math.min(...this.#left.map((left) => left?.time ?? -Infinity));
  }

  #takeGood(sample: Taken): void {
    if (sample.grade === GOOD) this.#goods[0].take(sample);
    if (sample.grade <= UNCERTAIN) this.#goods[1].take(sample);
  }

  #push({ time, value, grade }: Taken): boolean {
    if (this.type !== STR) return this.ring.push(time, Number(value), grade);
    const hasMoved = this.ring.push(
      time,
      typeof value === "string" ? this.#texts.placeOf(value) : NaN,
      grade,
    );
    if (hasMoved) this.#texts = this.#texts.only(this.ring);
    return hasMoved;
  }

  /** Creates the tracks for the current needs. Clears the ring when there is no need for it. */
  #arrange(): void {
    const kinds = new Map<string, { kind: HeldKind; asked: Set<TrackNeed> }>();
    this.reach = 0;
    for (const { need } of this.#needs.values()) {
      this.reach = Math.max(this.reach, need.reach);
      if (need.track === null) continue;
      const text = kindText(need), known = kinds.get(text);
      if (known === undefined) kinds.set(text, { kind: need, asked: new Set([need.track]) });
      else known.asked.add(need.track);
    }
    if (kinds.size === 0) {
      this.ring.clear();
      this.#since = Infinity;
    }
    this.#tracks.clear();
    for (const [text, { kind, asked }] of kinds) {
      this.#tracks.set(text, new HeldTrack(this.ring, kind, asked));
    }
    this.epoch++;
  }

  #rebuild(): void {
    for (const track of this.#tracks.values()) track.rebuild();
    this.epoch++;
  }
}

function kindText({ worst, maxAge }: HeldKind): string {
  return `${worst}/${maxAge}`;
}

function needText(need: HistoryNeed): string {
  return `${kindText(need)}/${need.track}/${need.reach}`;
}

function taken(offered: Sample, type: TypeCode): Taken {
  const { time, value, quality } = believed(offered, type);
  return {
    time,
    value: typeof value === "string" ? value : value === null ? NaN : Number(value),
    grade: gradeOf(quality),
  };
}

function sampleOf({ time, value, grade }: Taken, type: TypeCode): Sample {
  const quality = qualityOf(grade);
  if (typeof value === "string") return { time, value, quality };
  const shown: SampleValue | null = Number.isNaN(value) ? null : type === BOOL ? value === 1 : value;
  return { time, value: shown, quality };
}
