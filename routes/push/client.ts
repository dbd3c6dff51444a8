import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { ServerSocket } from "../../ports/http.ts";
import type { SocketOpener } from "../pipeline/deps.ts";
import { frameText, type PushFrame, resyncFrame } from "./frames.ts";
import type { FrameBuffer } from "./frame_buffer.ts";
import type { Latest } from "./latest.ts";
import { ownOf, type StreamFrames } from "./stream_frames.ts";
import { DEFAULT_SUBSCRIPTION, type Listener, type Subscription, wants } from "./subscription.ts";
import { withoutPeople } from "../pipeline/for_reader.ts";

/** The most frames that may wait for a slow client. Beyond it they are replaced by one `resync`. */
export const MOST_QUEUED = 1_000;
/** With more unsent bytes than this, the client gets nothing new until it has read. */
export const MOST_UNDER_WAY_BYTES = 128 * 1024;
/** Frames sent to one client before the other clients are served. */
const FRAMES_A_TURN = 64;

/** The identity of a client, and whether its session or key is still valid. */
export interface ClientIdentity extends Listener {
  opener: SocketOpener;
  isSignedIn(): boolean;
}

/** `more`: frames are left; `blocked`: it must read first; `stuck`: it has not read since the last turn. */
export type Pumped = "done" | "more" | "blocked" | "stuck";

/** One browser: its position in the log, its subscription, and what is still to be sent. */
export class PushClient {
  subscription: Subscription = DEFAULT_SUBSCRIPTION;
  /** False until its first message or the end of the time for one. Nothing is sent before. */
  started = false;
  /** The number of the next frame. */
  #next: number;
  /** Frames before this number were requested by `after` and do not count as queued. */
  #liveFrom: number;
  /** The number of frames up to `#countedTo` that wait for it. */
  #queued = 0;
  #countedTo = 0;
  #resyncDue = false;
  readonly #sentNumbers = new Map<Latest, number>();
  /** Streams whose newest value is still to be sent. */
  #lateStreams = new Set<number>();

  constructor(
    readonly socket: ServerSocket,
    readonly who: ClientIdentity,
    private readonly buffer: FrameBuffer,
  ) {
    this.#next = this.#liveFrom = buffer.end;
  }

  /** Starts at the end of the log, with the current states of the source. */
  markSent(latest: Latest): void {
    this.#sentNumbers.set(latest, latest.number);
  }

  /** Continues after a frame, or with a `resync` if that frame is no longer kept. */
  resume(seq: string): void {
    const next = this.buffer.after(seq);
    this.#goTo(next ?? this.buffer.end);
    this.#resyncDue = next === undefined;
  }

  /**
   * Applies from the next frame on and recounts the waiting frames. A stream that is named again is sent with its current
   * value, because the client may have missed a change. Returns whether there are such streams.
   */
  subscribe(subscription: Subscription): boolean {
    const named = namedAnew(subscription, this.subscription);
    for (const id of named) this.#lateStreams.add(id);
    this.subscription = subscription;
    this.#queued = 0;
    this.#countedTo = 0;
    return named.size > 0;
  }

  /** Sends waiting frames as far as the client reads them. */
  pump(latest: readonly Latest[], nowMs: Ms): Pumped {
    if (!this.started || this.socket.readyState !== WebSocket.OPEN) return "done";
    if (this.#next < this.buffer.first) this.#dropQueue();
    const pumped = this.#pumpLog(nowMs);
    return pumped === "done" ? this.#pumpLatest(latest) : pumped;
  }

  /** Sends the newest values; called at most once in 50 ms. Returns whether some have to wait. */
  pumpStreams(frames: StreamFrames): boolean {
    const { subscription, buffer } = this;
    if (!this.started || !subscription.kinds.has("stream_updated")) return false;
    // The seq must not be ahead of the log frames that the client has got.
    if (this.#isBlocked() || this.#resyncDue || this.#next < buffer.end) {
      for (const id of ownOf(subscription, frames.moment.changed)) this.#lateStreams.add(id);
      return this.#lateStreams.size > 0;
    }
    const text = this.#lateStreams.size === 0 ? frames.ofChanged(subscription) : this.#lateFrame(frames);
    if (text !== undefined) this.socket.send(text);
    return false;
  }

  /** Sends a frame immediately, before all waiting frames. */
  tell(kind: string, data: unknown, nowMs: Ms): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(frameText({ kind, at: isoFromMs(nowMs), data }, this.buffer.seqBefore(this.#next)));
  }

  #lateFrame(frames: StreamFrames): string | undefined {
    const late = ownOf(this.subscription, this.#lateStreams.union(frames.moment.changed));
    this.#lateStreams = new Set();
    return frames.of(late);
  }

  #pumpLog(nowMs: Ms): Pumped {
    for (let sent = 0; this.#resyncDue || this.#next < this.buffer.end;) {
      if (!this.#resyncDue && !wants(this.subscription, this.buffer.at(this.#next), this.who)) {
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
      return resyncFrame(this.buffer.seqBefore(this.#next), nowMs).text;
    }
    if (this.#next >= this.#liveFrom && this.#next < this.#countedTo) this.#queued--;
    const frame = this.buffer.at(this.#next++);
    return this.who.isScreen ? screenText(frame) : frame.text;
  }

  #pumpLatest(all: readonly Latest[]): Pumped {
    for (const latest of all) {
      if ((this.#sentNumbers.get(latest) ?? 0) === latest.number) continue;
      if (latest.kind !== "heartbeat" && !this.subscription.kinds.has(latest.kind)) continue;
      if (this.#isBlocked()) return "stuck";
      this.#sentNumbers.set(latest, latest.number);
      this.socket.send(latest.text(this.buffer.lastSeq));
    }
    return "done";
  }

  #isBlocked(): boolean {
    return this.socket.bufferedAmount > MOST_UNDER_WAY_BYTES;
  }

  /** Counts only the frames since the last count, so that a client that does not read costs little. */
  #hold(pumped: Pumped): Pumped {
    const { end } = this.buffer;
    for (let number = Math.max(this.#next, this.#liveFrom, this.#countedTo); number < end; number++) {
      if (wants(this.subscription, this.buffer.at(number), this.who)) this.#queued++;
    }
    this.#countedTo = end;
    if (this.#queued > MOST_QUEUED) this.#dropQueue();
    return pumped;
  }

  #dropQueue(): void {
    this.#goTo(this.buffer.end);
    this.#resyncDue = true;
  }

  #goTo(number: number): void {
    this.#next = number;
    this.#liveFrom = this.#countedTo = this.buffer.end;
    this.#queued = 0;
  }
}

/** None if all streams are subscribed to: of those only changes are sent. */
function namedAnew({ kinds, streams }: Subscription, before: Subscription): ReadonlySet<number> {
  if (streams === null || !kinds.has("stream_updated")) return new Set();
  return before.streams === null || !before.kinds.has("stream_updated")
    ? streams
    : streams.difference(before.streams);
}

const texts = new WeakMap<PushFrame, string>();

/** The text of a frame without personal data, created once for all wall screens. */
function screenText(frame: PushFrame): string {
  if (frame.kind !== "event_created" && frame.kind !== "event_updated") return frame.text;
  let text = texts.get(frame);
  if (text === undefined) {
    const { data, ...rest } = JSON.parse(frame.text);
    text = JSON.stringify({ ...rest, data: withoutPeople(data) });
    texts.set(frame, text);
  }
  return text;
}
