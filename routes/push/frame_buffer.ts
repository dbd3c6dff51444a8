import type { Ms } from "../../domain/shared/time.ts";
import { FIRST_SEQ, type PushFrame } from "./frames.ts";

export interface BufferLimits {
  frames: number;
  ageMs: number;
  /** The size of all texts together. */
  characters: number;
}

export const BUFFER_LIMITS: BufferLimits = { frames: 10_000, ageMs: 3_600_000, characters: 64 * 1024 * 1024 };

/** Dropped frames are removed from the array in batches, so that dropping one is cheap. */
const COMPACT_AT = 4_096;

/**
 * The newest frames of the log in memory, oldest first, each with a rising number. Every client has its own position.
 * The newest frame is never dropped, so that the end of a quiet log stays known.
 */
export class FrameBuffer {
  #frames: PushFrame[] = [];
  #head = 0;
  #first = 0;
  #characters = 0;
  /** The seq after which all frames are kept. */
  #floor = FIRST_SEQ;

  constructor(readonly limits: BufferLimits = BUFFER_LIMITS) {}

  /** The number of the oldest frame. */
  get first(): number {
    return this.#first;
  }

  /** The number of the next frame. */
  get end(): number {
    return this.#first + this.#frames.length - this.#head;
  }

  get lastSeq(): string {
    return this.seqBefore(this.end);
  }

  get oldest(): PushFrame | undefined {
    return this.#frames[this.#head];
  }

  at(number: number): PushFrame {
    return this.#frames[this.#head + number - this.#first]!;
  }

  /** The seq up to which a client has everything if its next frame is this one. */
  seqBefore(number: number): string {
    return number <= this.#first ? this.#floor : this.at(number - 1).seq;
  }

  add(frame: PushFrame): void {
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    const { frames, characters } = this.limits;
    while (this.#count > frames || (this.#characters > characters && this.#count > 1)) this.#dropOldest();
  }

  /** Nothing before the oldest frame is known. Only a client that has got that one can continue. */
  startsLate(): void {
    if (this.oldest !== undefined) this.#floor = this.oldest.seq;
  }

  dropOutlived(nowMs: Ms): void {
    while (this.#count > 1 && this.at(this.#first).at < nowMs - this.limits.ageMs) this.#dropOldest();
  }

  /** The number of the first frame after `seq`; undefined if some are dropped or `seq` is not of this log. */
  after(seq: string): number | undefined {
    if (seq < this.#floor || seq > this.lastSeq) return undefined;
    let low = this.#first;
    let high = this.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get #count(): number {
    return this.#frames.length - this.#head;
  }

  #dropOldest(): void {
    const oldest = this.#frames[this.#head]!;
    this.#floor = oldest.seq;
    this.#characters -= oldest.text.length;
    this.#head++;
    this.#first++;
    if (this.#head < COMPACT_AT) return;
    this.#frames = this.#frames.slice(this.#head);
    this.#head = 0;
  }
}
