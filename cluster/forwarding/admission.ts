import type { Ms } from "../../domain/shared/time.ts";
import { type ForwardedRequest, LONGEST_WITHIN_MS } from "./types.ts";

/** `repeated`: it was begun under this id before. The other refusals say that nothing has begun, and never will. */
export type Admitted = "begin" | "not_here" | "too_late" | "repeated" | "full";

export interface AdmissionOptions {
  /** This process. */
  self: string;
  /** How long ago this process wrote a renewal; undefined for one that it did not write, or long ago. */
  ageOf(beat: number, nowMs: Ms): Ms | undefined;
  /** So many ids are known at most. */
  most: number;
}

/** A map passes over the places of all that it has forgotten: not for each request. */
const FORGETS_EACH_MS: Ms = 1_000;

/**
 * Lets each request begin once, here and in time. A request names the renewal that its sender saw last: that was
 * written before the sender began to wait, so by this process's own clock the request is no older than it. Whoever has
 * given up waiting can be sure that it does not begin any more, whatever held it up on its way.
 */
export class Admission {
  readonly #begunMs = new Map<string, Ms>();
  #forgotMs: Ms = -Infinity;

  constructor(readonly options: AdmissionOptions) {}

  admit({ id, to, beat, withinMs }: ForwardedRequest, nowMs: Ms): Admitted {
    const { self, ageOf, most } = this.options;
    if (to !== self) return "not_here";
    const ageMs = ageOf(beat, nowMs);
    if (ageMs === undefined || ageMs > withinMs) return "too_late";
    if (this.#begunMs.size >= most || nowMs - this.#forgotMs > FORGETS_EACH_MS) this.#forget(nowMs);
    if (this.#begunMs.has(id)) return "repeated";
    if (this.#begunMs.size >= most) return "full";
    this.#begunMs.set(id, nowMs);
    return "begin";
  }

  /** What began so long ago is too late when it comes again. */
  #forget(nowMs: Ms): void {
    this.#forgotMs = nowMs;
    for (const [id, begunMs] of this.#begunMs) {
      if (nowMs - begunMs <= LONGEST_WITHIN_MS) break;
      this.#begunMs.delete(id);
    }
  }
}
