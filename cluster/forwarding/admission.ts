import type { Ms } from "../../domain/shared/time.ts";
import { type ForwardedRequest, LONGEST_WITHIN_MS } from "./types.ts";

/** `repeated`: a request with this id has begun already. The other refusals guarantee that it never begins. */
export type Admitted = "begin" | "not_here" | "too_late" | "repeated" | "full";

export interface AdmissionOptions {
  /** This process. */
  self: string;
  /** How long ago this process wrote a renewal; undefined when it did not write it, or wrote it too long ago. */
  ageOf(beat: number, nowMs: Ms): Ms | undefined;
  /** The most ids that are remembered. */
  most: number;
}

/** Not for each request: iterating over a map also visits the slots of its deleted entries. */
const FORGETS_EACH_MS: Ms = 1_000;

/**
 * Lets each request begin at most once, in this process and in time. A request names the newest renewal that
 * its sender has seen, which was written before the sender began to wait: by this process's clock the request
 * is no older than that. A sender that has given up can be sure that its request never begins.
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

  /** An id may be dropped once a repetition of its request would be too late. */
  #forget(nowMs: Ms): void {
    this.#forgotMs = nowMs;
    for (const [id, begunMs] of this.#begunMs) {
      if (nowMs - begunMs <= LONGEST_WITHIN_MS) break;
      this.#begunMs.delete(id);
    }
  }
}
