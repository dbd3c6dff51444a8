import { FRAME_KINDS } from "../../domain/push/types.ts";
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Api, unwrap } from "../api/client.ts";
import type { Session } from "../session/session.ts";
import { type BackgroundReads, createBackgroundReads } from "./background_reads.ts";
import {
  eventsAfter,
  eventsAfterRead,
  type EventsById,
  type EventUpdate,
  MAX_ENDED,
} from "./known_events.ts";
import { frameQueue } from "./frame_queue.ts";
import { createResourceCache, type ResourceCache } from "./resource_cache.ts";
import { followPush, type Frame, type PushSocket } from "./push_channel.ts";
import type { SourceState } from "./source_state.ts";
import { StreamValues } from "./stream_values.ts";

export type Connection = "connecting" | "up" | "down";

/** The live state of the plant, fed by the push channel; one per page. */
export interface Live {
  readonly connection: ReadonlySignal<Connection>;
  /** Time of the last message, in milliseconds since 1970; null before the first. */
  readonly receivedAtMs: ReadonlySignal<number | null>;
  readonly source: ReadonlySignal<SourceState | null>;
  /** All active events, events that ended while the page was open, and events read by pages. */
  readonly events: ReadonlySignal<EventsById>;
  /** True once the active events have been read. */
  readonly isRead: ReadonlySignal<boolean>;
  readonly streams: StreamValues;
  readonly background: BackgroundReads;
  readonly cache: ResourceCache;
  /**
   * To be called before events are asked for; what it returns adds the answer, but for events that frames have changed
   * since: an answer may be older than they are.
   */
  reading(): (events: readonly EventUpdate[]) => void;
  /** Listens to frames of some kinds; `resync` means that data must be read again. Returns an unsubscribe function. */
  onFrames(kinds: readonly string[], listener: (frames: readonly Frame[]) => void): () => void;
  /** Connects at once, after somebody has signed in again. */
  reconnect(): void;
  dispose(): void;
}

/** Those of streams are subscribed with the streams. */
const KINDS = FRAME_KINDS.filter((kind) => kind !== "stream_updated");
const SESSION_ENDED = 1008;
/** Stream subscriptions are merged for this long: the server accepts 60 messages a minute. */
const RESUBSCRIBE_MS = 1_200;

export interface LiveOptions {
  api: Api;
  session: Session;
  /** The seq of the newest frame when the page was made: what happens while it loads is not missed. */
  after?: string;
  open?: () => PushSocket;
}

export function createLive({ api, session, after, open = openSocket }: LiveOptions): Live {
  const connection = signal<Connection>("connecting");
  const receivedAtMs = signal<number | null>(null);
  const source = signal<SourceState | null>(null);
  const events = signal<EventsById>(new Map());
  const isRead = signal(false);
  const background = createBackgroundReads();
  const cache = createResourceCache();
  const listeners = new Set<{ kinds: ReadonlySet<string>; notify(frames: readonly Frame[]): void }>();
  /** By event, the number of its newest frame; the oldest first. */
  const changes = new Map<number, number>();
  let frameCount = 0;
  let isReadDue = false;
  let sending: ReturnType<typeof setTimeout> | undefined;
  const streams = new StreamValues(() => sending ??= setTimeout(sendStreams, RESUBSCRIBE_MS));
  const queue = frameQueue(apply);
  const channel = followPush({
    open,
    after,
    subscription: () => ({ subscribe: KINDS }),
    onUp(resumed) {
      if (streams.watched.length > 0) sendStreams();
      connection.value = "up";
      receivedAtMs.value = Date.now();
      if (!resumed || isReadDue) readActive();
    },
    onFrame: (frame) => queue.push(frame),
    onDown({ code }) {
      connection.value = "down";
      cache.expire();
      if (code === SESSION_ENDED) session.end();
    },
  });
  // Beside the connection, which takes a while on a slow line.
  readActive();
  const stopRetrying = retryWhenBack(() => channel.retry());

  /** A message of its own: a stream that no longer exists must not refuse the other subscriptions. */
  function sendStreams(): void {
    sending = undefined;
    channel.subscribe({ subscribe: [...KINDS, "stream_updated"], streams: streams.watched });
  }

  function apply(frames: readonly Frame[]): void {
    receivedAtMs.value = Date.now();
    cache.follow(frames);
    const changed = frames.filter(({ kind }) => kind === "event_created" || kind === "event_updated");
    for (const { data } of changed) noteChange(data.id);
    events.value = eventsAfter(events.value, changed.map(({ data }) => data));
    for (const { kind, data } of frames) {
      if (kind === "source_state") source.value = data;
      if (kind === "stream_updated") streams.take(data);
      if (kind === "resync" || data?.type === "out_of_service") background.soon("active events", readActive);
    }
    for (const { kinds, notify } of listeners) {
      const matching = frames.filter(({ kind }) => kinds.has(kind));
      if (matching.length > 0) notify(matching);
    }
  }

  function noteChange(id: number): void {
    changes.delete(id);
    changes.set(id, ++frameCount);
    const [oldest] = changes.keys();
    if (changes.size > MAX_ENDED && oldest !== undefined) changes.delete(oldest);
  }

  function changedSince(count: number): Set<number> {
    return new Set([...changes].flatMap(([id, number]) => number > count ? id : []));
  }

  async function readActive(): Promise<void> {
    const before = frameCount;
    isReadDue = false;
    try {
      const { data } = await unwrap(api.GET("/api/rule-events/active"));
      events.value = eventsAfterRead(events.value, data, changedSince(before));
      isRead.value = true;
    } catch {
      if (connection.value === "up") background.again("active events", readActive);
      else isReadDue = true;
    }
  }

  return {
    connection,
    receivedAtMs,
    source,
    events,
    isRead,
    streams,
    background,
    cache,
    reading() {
      const before = frameCount;
      return (updates) => {
        const changed = changedSince(before);
        events.value = eventsAfter(events.value, updates.filter(({ id }) => !changed.has(id)));
      };
    },
    onFrames(kinds, notify) {
      const listener = { kinds: new Set(kinds), notify };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reconnect: () => channel.retry(),
    dispose() {
      stopRetrying();
      channel.close();
      queue.dispose();
      background.dispose();
      clearTimeout(sending);
    },
  };
}

function openSocket(): WebSocket {
  return new WebSocket(new URL("/api/ws", location.href.replace(/^http/, "ws")));
}

/** Reconnects at once when the page becomes visible or the network returns. */
function retryWhenBack(retry: () => void): () => void {
  const onVisible = () => {
    if (!document.hidden) retry();
  };
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    removeEventListener("online", retry);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
