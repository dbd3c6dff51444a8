import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { SUSPECT_STREAMS, type SuspectStreams } from "./contract.ts";

/** A stream is reported at most this often. */
const EVERY_MS: Ms = 60_000;

/** Publishes the streams that may have changed at the source, so that they are looked at there. */
export class SuspectReports {
  readonly #reportedMs = new Map<string, Ms>();
  #pending: SuspectStreams = { missing: [], misfits: [] };

  constructor(private readonly context: ActorContext) {}

  /** The source answered that there is no such stream, or that it may not be read. */
  missing(stream: number): void {
    this.#note("missing", stream);
  }

  /** Its samples do not fit what is stored of it. */
  misfit(stream: number): void {
    this.#note("misfits", stream);
  }

  #note(kind: keyof SuspectStreams, stream: number): void {
    const name = `${kind}/${stream}`, nowMs = this.context.now();
    if (nowMs - (this.#reportedMs.get(name) ?? -Infinity) < EVERY_MS) return;
    this.#reportedMs.set(name, nowMs);
    this.#pending[kind].push(stream);
  }

  publish(): void {
    const { missing, misfits } = this.#pending;
    if (missing.length + misfits.length === 0) return;
    this.context.publish(SUSPECT_STREAMS, this.#pending);
    this.#pending = { missing: [], misfits: [] };
  }
}
