import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { PushClient } from "./client.ts";
import type { PushClock } from "./clock.ts";
import type { FrameBuffer } from "./frame_buffer.ts";
import { StreamFrames, type StreamFramesOptions } from "./stream_frames.ts";

/** New values are collected for this time: a client gets at most one frame of them in it. */
export const TICK_MS = 50;

export interface StreamTicksOptions extends StreamFramesOptions {
  clients: ReadonlySet<PushClient>;
  clock: PushClock;
  buffer: FrameBuffer;
}

/** Sends new values at a fixed interval. A blocked client is tried again at the next tick. */
export class StreamTicks {
  #changed = new Set<number>();
  #lastMs: Ms = -Infinity;
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(readonly options: StreamTicksOptions) {}

  changed(ids: Iterable<number>): void {
    if (this.options.clients.size === 0) return;
    for (const id of ids) this.#changed.add(id);
    if (this.#changed.size > 0) this.#later();
  }

  /** A client waits for values that did not change. */
  awaited(): void {
    this.#later();
  }

  #later(): void {
    if (this.#stopped) return;
    const { clock } = this.options;
    const delayMs = Math.max(0, this.#lastMs + TICK_MS - clock.now());
    this.#cancel ??= clock.after(delayMs, () => this.#tick());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #tick(): void {
    this.#cancel = undefined;
    const { clients, clock, buffer } = this.options;
    const nowMs = this.#lastMs = clock.now();
    const changed = this.#changed;
    this.#changed = new Set();
    const moment = { seq: buffer.lastSeq, at: isoFromMs(nowMs), changed };
    const frames = new StreamFrames(this.options, moment);
    let late = false;
    for (const client of clients) late = client.pumpStreams(frames) || late;
    if (late) this.#later();
  }
}
