import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { frameText, resyncFrame } from "./frames.ts";
import type { KeptFrames } from "./kept_frames.ts";
import type { Latest } from "./latest.ts";
import { ownOf, type StreamFrames } from "./stream_frames.ts";
import { DEFAULT_SUBSCRIPTION, type Listener, type Subscription, wants } from "./subscription.ts";

/** So many frames may wait for a client that does not read; past it, they are dropped for one `resync`. */
export const MOST_QUEUED = 1_000;
/** Past so many bytes under way, a client is left to read first. */
export const MOST_UNDER_WAY_BYTES = 128 * 1024;
/** Sent to one client before the others have their turn. */
const FRAMES_A_TURN = 64;

/** Who a client is, and whether the session or key it came with still lives. */
export interface ClientIdentity extends Listener {
  isSignedIn(): boolean;
}

/** `more`: it has more to get at once; `blocked`: it must read first; `stuck`: it has not read since the last turn. */
export type Pumped = "done" | "more" | "blocked" | "stuck";

/** One browser: where it stands in the log, what it wants, and what it could not be told yet. */
export class PushClient {
  subscription: Subscription = DEFAULT_SUBSCRIPTION;
  /** False until its first message, or the time for one, has passed: nothing is sent before. */
  started = false;
  /** The number of the next frame to look at. */
  #next: number;
  /** Frames before this number were asked for by `after`; they are not counted as queued. */
  #liveFrom: number;
  /** How many of the frames from there up to `#countedTo` wait for it. */
  #queued = 0;
  #countedTo = 0;
  #resyncDue = false;
  readonly #heard = new Map<Latest, number>();
  /** Streams whose newest value it has not got. */
  #lateStreams = new Set<number>();

  constructor(
    readonly socket: WebSocket,
    readonly who: ClientIdentity,
    private readonly kept: KeptFrames,
  ) {
    this.#next = this.#liveFrom = kept.end;
  }

  /** What came before the client did is not told, but for the state that holds now. */
  hasHeard(latest: Latest): void {
    this.#heard.set(latest, latest.number);
  }

  /** Goes on after a frame; a `resync` where that is not kept any more. */
  resume(seq: string): void {
    const next = this.kept.after(seq);
    this.#goTo(next ?? this.kept.end);
    this.#resyncDue = next === undefined;
  }

  /**
   * From the next frame on; the frames that wait are counted anew. A stream that is named anew is told with the value
   * that it has: who read it before may have missed a change. Answers whether there are such.
   */
  subscribe(subscription: Subscription): boolean {
    const named = namedAnew(subscription, this.subscription);
    for (const id of named) this.#lateStreams.add(id);
    this.subscription = subscription;
    this.#queued = 0;
    this.#countedTo = 0;
    return named.size > 0;
  }

  /** Sends what there is, as far as the client takes it. */
  pump(latest: readonly Latest[], nowMs: Ms): Pumped {
    if (!this.started || this.socket.readyState !== WebSocket.OPEN) return "done";
    if (this.#next < this.kept.first) this.#dropQueue();
    const pumped = this.#pumpLog(nowMs);
    return pumped === "done" ? this.#pumpLatest(latest) : pumped;
  }

  /** The newest values, to be called at most once in 50 ms. Answers whether some had to wait. */
  pumpStreams(frames: StreamFrames): boolean {
    const { subscription, kept } = this;
    if (!this.started || !subscription.kinds.has("stream_updated")) return false;
    // Its seq must not run ahead of what the client was told of the log.
    if (this.#isBlocked() || this.#resyncDue || this.#next < kept.end) {
      for (const id of ownOf(subscription, frames.moment.changed)) this.#lateStreams.add(id);
      return this.#lateStreams.size > 0;
    }
    const text = this.#lateStreams.size === 0 ? frames.ofChanged(subscription) : this.#lateFrame(frames);
    if (text !== undefined) this.socket.send(text);
    return false;
  }

  /** Told at once, whatever else waits. */
  tell(kind: string, data: unknown, nowMs: Ms): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(frameText({ kind, at: isoFromMs(nowMs), data }, this.kept.seqBefore(this.#next)));
  }

  #lateFrame(frames: StreamFrames): string | undefined {
    const late = ownOf(this.subscription, this.#lateStreams.union(frames.moment.changed));
    this.#lateStreams = new Set();
    return frames.of(late);
  }

  #pumpLog(nowMs: Ms): Pumped {
    for (let sent = 0; this.#resyncDue || this.#next < this.kept.end;) {
      if (!this.#resyncDue && !wants(this.subscription, this.kept.at(this.#next), this.who)) {
        this.#next++;
        continue;
      }
      if (this.#isBlocked()) return this.#hold(sent > 0 ? "blocked" : "stuck");
      if (sent++ === FRAMES_A_TURN) return "more";
      this.socket.send(this.#take(nowMs));
    }
    return "done";
  }

  #take(nowMs: Ms): string {
    if (this.#resyncDue) {
      this.#resyncDue = false;
      return resyncFrame(this.kept.seqBefore(this.#next), nowMs).text;
    }
    if (this.#next >= this.#liveFrom && this.#next < this.#countedTo) this.#queued--;
    return this.kept.at(this.#next++).text;
  }

  #pumpLatest(all: readonly Latest[]): Pumped {
    for (const latest of all) {
      if ((this.#heard.get(latest) ?? 0) === latest.number) continue;
      if (latest.kind !== "heartbeat" && !this.subscription.kinds.has(latest.kind)) continue;
      if (this.#isBlocked()) return "stuck";
      this.#heard.set(latest, latest.number);
      this.socket.send(latest.text(this.kept.lastSeq));
    }
    return "done";
  }

  #isBlocked(): boolean {
    return this.socket.bufferedAmount > MOST_UNDER_WAY_BYTES;
  }

  /** Counts what has come since the last count, so that a client that reads nothing costs next to nothing. */
  #hold(pumped: Pumped): Pumped {
    const { end } = this.kept;
    for (let number = Math.max(this.#next, this.#liveFrom, this.#countedTo); number < end; number++) {
      if (wants(this.subscription, this.kept.at(number), this.who)) this.#queued++;
    }
    this.#countedTo = end;
    if (this.#queued > MOST_QUEUED) this.#dropQueue();
    return pumped;
  }

  #dropQueue(): void {
    this.#goTo(this.kept.end);
    this.#resyncDue = true;
  }

  #goTo(number: number): void {
    this.#next = number;
    this.#liveFrom = this.#countedTo = this.kept.end;
    this.#queued = 0;
  }
}

/** None where all streams are wanted: only what changes is told of those. */
function namedAnew({ kinds, streams }: Subscription, before: Subscription): ReadonlySet<number> {
  if (streams === null || !kinds.has("stream_updated")) return new Set();
  return before.streams === null || !before.kinds.has("stream_updated")
    ? streams
    : streams.difference(before.streams);
}
