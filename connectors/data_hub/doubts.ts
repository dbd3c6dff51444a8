import type { Ticks } from "../../domain/shared/time.ts";
import type { Counters } from "./counters.ts";
import type { Doubt, Fit } from "./decode.ts";
import type { DataHubStream } from "./stream_address.ts";

/** The samples of a stream that were decoded as bad since they do not fit. */
export interface OpenDoubt {
  stream: DataHubStream;
  /** Of the earliest; null when no time is known. */
  since: Ticks | null;
  /** Whether some of them would count if the type was known to have their property. */
  mayCount: boolean;
}

export type Accepts = (stream: DataHubStream, doubt: Doubt, time: Ticks | undefined) => boolean;

/** What is noticed while the events of one page are decoded. */
export class Doubts implements Pick<Counters, "unreadableTimes" | "impossibleTimes"> {
  unreadableTimes = 0;
  impossibleTimes = 0;
  /** By our id of the stream. */
  readonly open = new Map<number, OpenDoubt>();

  constructor(private readonly accepts: Accepts) {}

  /** Forgets what was noticed in a page that could not be read. */
  cleared(): this {
    this.unreadableTimes = this.impossibleTimes = 0;
    this.open.clear();
    return this;
  }

  of(stream: DataHubStream): Fit {
    return {
      accepts: (doubt, time) => this.accepts(stream, doubt, time) || this.#note(stream, doubt, time),
      skip: (reason) => {
        this[reason]++;
      },
    };
  }

  #note(stream: DataHubStream, doubt: Doubt, time: Ticks | undefined): false {
    const known = this.open.get(stream.id);
    const since = earlier(known?.since ?? null, time ?? null);
    const mayCount = doubt !== "misfit" || known?.mayCount === true;
    this.open.set(stream.id, { stream, since, mayCount });
    return false;
  }
}

/** The earlier of two times of which each may be unknown. */
export function earlier(one: Ticks | null, other: Ticks | null): Ticks | null {
  return one === null ? other : other === null ? one : Math.min(one, other);
}
