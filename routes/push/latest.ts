import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { frameText } from "./frames.ts";

/** The kinds of frames that are not kept in the log, because only the newest counts. */
export const LATEST_KINDS = ["source_state", "discovery_progress", "heartbeat"] as const;
export type LatestKind = (typeof LATEST_KINDS)[number];

/** The newest frame of one kind with a rising number. Its text has the current seq of the log. */
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
