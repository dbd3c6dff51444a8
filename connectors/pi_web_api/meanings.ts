import type { FoundStream } from "../../domain/asset/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { Misfit } from "../source.ts";
import { meansTheSame, type PiAddress, type PiStream } from "./identity.ts";

/** How streams are listed as far as that is known, and the samples that did not fit. */
export class Meanings {
  readonly #listed = new Map<string, PiAddress>();
  readonly #misfits = new Map<number, Misfit>();

  learn(found: readonly FoundStream[]): void {
    for (const { source } of found) this.#listed.set((source as PiAddress).id, source as PiAddress);
  }

  /** Whether a stream means something else by what was listed last. */
  hasOther(source: PiAddress): boolean {
    const listed = this.#listed.get(source.id);
    return listed !== undefined && !meansTheSame(source, listed);
  }

  /** A sample was read as bad since it does not fit. */
  misfits(stream: PiStream, time: Ticks): void {
    const since = Math.min(time, this.#misfits.get(stream.id)?.since ?? time);
    this.#misfits.set(stream.id, { stream, since, isKnown: false });
  }

  take(): Misfit[] {
    const taken = [...this.#misfits.values()];
    this.#misfits.clear();
    return taken;
  }
}
