import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { frameText } from "./frames.ts";

/** Frames that are not kept in the log: only the newest of each kind counts. */
export const LATEST_KINDS = ["source_state", "discovery_progress", "heartbeat"] as const;
export type LatestKind = (typeof LATEST_KINDS)[number];

/** The newest frame of one kind, under a number that counts up; its text carries the log's seq of the moment. */
export class Latest {
  number = 0;
  #at = "";
  #data: unknown = null;
  #seq = "";
  #text = "";

  constructor(readonly kind: LatestKind) {}

  set(data: unknown, nowMs: Ms): void {
    this.number++;
    this.#at = isoFromMs(nowMs);
    this.#data = data;
    this.#text = "";
  }

  text(seq: string): string {
    if (this.#text === "" || this.#seq !== seq) {
      this.#seq = seq;
      this.#text = frameText({ kind: this.kind, at: this.#at, data: this.#data }, seq);
    }
    return this.#text;
  }
}
