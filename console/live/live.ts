import { type ReadonlySignal, signal } from "@preact/signals";
import { type Api, told } from "../api/client.ts";
import type { Session } from "../session/session.ts";
import { type BackgroundReads, createBackgroundReads } from "./background_reads.ts";
import { eventsAfter, eventsAfterRead, type EventsById, type ToldEvent } from "./known_events.ts";
import { frameQueue } from "./frame_queue.ts";
import { followPush, type Frame, type PushSocket } from "./push_channel.ts";
import type { SourceState } from "./source_state.ts";
import { StreamValues } from "./stream_values.ts";

export type Connection = "connecting" | "up" | "down";

/** What is true now, fed by the push channel; one a page. */
export interface Live {
  readonly connection: ReadonlySignal<Connection>;
  /** When something was last heard, in milliseconds since 1970; null: never. */
  readonly heardAtMs: ReadonlySignal<number | null>;
  readonly source: ReadonlySignal<SourceState | null>;
  /** All active events, and those that ended while the page was open or that a page read. */
  readonly events: ReadonlySignal<EventsById>;
  /** False until the active events were read. */
  readonly isRead: ReadonlySignal<boolean>;
  readonly streams: StreamValues;
  readonly background: BackgroundReads;
  /** Adds events that a page read itself. */
  take(events: readonly ToldEvent[]): void;
  /** Hears frames of some kinds as they are applied; `resync`: read anew. The function ends it. */
  onFrames(kinds: readonly string[], listener: (frames: readonly Frame[]) => void): () => void;
  /** Connects at once: somebody signed in again. */
  reconnect(): void;
  dispose(): void;
}

const KINDS = [
  ...[
    "event_created",
    "event_updated",
    "resource_changed",
    "source_state",
    "discovery_progress",
    "ai_response",
  ],
];
const SESSION_ENDED = 1008;
/** In a message of its own, so that a stream which is gone does not refuse the rest. Some changes of what is watched are one message; 60 a minute are taken. */
const RESUBSCRIBE_MS = 1_200;

export interface LiveOptions {
  api: Api;
  session: Session;
  open?: () => PushSocket;
}

export function createLive({ api, session, open = openSocket }: LiveOptions): Live {
  const connection = signal<Connection>("connecting");
  const heardAtMs = signal<number | null>(null);
  const source = signal<SourceState | null>(null);
  const events = signal<EventsById>(new Map());
  const isRead = signal(false);
  const background = createBackgroundReads();
  const listeners = new Set<{ kinds: ReadonlySet<string>; tell(frames: readonly Frame[]): void }>();
  const touched = new Set<number>();
  let saying: ReturnType<typeof setTimeout> | undefined;
  const streams = new StreamValues(() => saying ??= setTimeout(sayStreams, RESUBSCRIBE_MS));
  const queue = frameQueue(apply);
  const channel = followPush({
    open,
    subscription: () => ({ subscribe: KINDS }),
    onUp(resumed) {
      if (streams.watched.length > 0) sayStreams();
      connection.value = "up";
      heardAtMs.value = Date.now();
      if (!resumed || !isRead.value) readActive();
    },
    onFrame: (frame) => queue.push(frame),
    onDown({ code }) {
      connection.value = "down";
      if (code === SESSION_ENDED) session.end();
    },
  });
  const stopRetrying = retryWhenBack(() => channel.retry());

  function sayStreams(): void {
    saying = undefined;
    channel.say({ subscribe: [...KINDS, "stream_updated"], streams: streams.watched });
  }

  function apply(frames: readonly Frame[]): void {
    heardAtMs.value = Date.now();
    const changed = frames.filter(({ kind }) => kind === "event_created" || kind === "event_updated");
    for (const { data } of changed) touched.add(data.id);
    events.value = eventsAfter(events.value, changed.map(({ data }) => data));
    for (const { kind, data } of frames) {
      if (kind === "source_state") source.value = data;
      if (kind === "stream_updated") streams.take(data);
      if (kind === "resync") background.soon("active events", readActive);
    }
    for (const { kinds, tell } of listeners) {
      const heard = frames.filter(({ kind }) => kinds.has(kind));
      if (heard.length > 0) tell(heard);
    }
  }

  async function readActive(): Promise<void> {
    touched.clear();
    try {
      const { data } = await told(api.GET("/api/rule-events/active"));
      events.value = eventsAfterRead(events.value, data, touched);
      isRead.value = true;
    } catch {
      // The connection tells of it; it is tried again with the next one, or here when that stands.
      if (connection.value === "up") background.soon("active events", readActive);
    }
  }

  return {
    ...{ connection, heardAtMs, source, events, isRead, streams, background },
    take(told) {
      events.value = eventsAfter(events.value, told);
    },
    onFrames(kinds, tell) {
      const listener = { kinds: new Set(kinds), tell };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reconnect: () => channel.retry(),
    dispose() {
      stopRetrying();
      channel.close();
      queue.dispose();
      background.dispose();
      clearTimeout(saying);
    },
  };
}

function openSocket(): WebSocket {
  return new WebSocket(new URL("/api/ws", location.href.replace(/^http/, "ws")));
}

/** Somebody who comes back to the page, or to the network, does not wait for the next try. */
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
