/** A frame of the push channel. */
export interface Frame {
  seq: string;
  kind: string;
  at: string;
  // deno-lint-ignore no-explicit-any -- the kind says what it is; each is read in one place
  data: any;
}

/** The part of the browser's WebSocket used here. */
export type PushSocket = Pick<WebSocket, "close" | "send" | "onopen" | "onmessage" | "onclose">;

/** The kinds of frames and the streams, by name, that a client subscribes to. */
export interface Subscription {
  subscribe: string[];
  streams?: string[];
}

export interface PushOptions {
  open(): PushSocket;
  /** The seq of the frame to continue after at the first connection; without one or empty, with what comes then. */
  after?: string;
  /** The subscription sent at each connection. */
  subscription(): Subscription;
  /** Connected. If `resumed`, the server sends the missed frames; otherwise the state must be read. */
  onUp(resumed: boolean): void;
  /** Any frame, a `resync` included. */
  onFrame(frame: Frame): void;
  /** The connection is lost or was refused. Returning false stops reconnecting. */
  onDown(event: { code: number }): boolean | void;
  pausesMs?: readonly number[];
}

export interface PushChannel {
  /** Changes the subscription of an open connection. */
  subscribe(subscription: Subscription): void;
  /** Connects at once instead of waiting for the next attempt. */
  retry(): void;
  close(): void;
}

/** Without any message, heartbeats included, for this long the connection counts as dead. */
const SILENCE_MS = 50_000;
/**
 * Pauses between attempts; the last one repeats. At most five attempts fall into a minute. One comes when another process
 * has taken over from a leader that crashed, some 10 s later.
 */
const PAUSES_MS = [2_000, 3_000, 6_000, 30_000];
/** After a server said that it ends: it, or the process that takes over, answers within seconds. */
const PAUSES_AFTER_END_MS = [1_500, 1_500, 2_000, 5_000, 30_000];
const GOING_AWAY = 1001;
/** Back-off resets after a connection of this length. */
const STABLE_MS = 60_000;

/** Connects to the push channel, reconnects after a loss and resumes after the last frame received. */
export function followPush(options: PushOptions): PushChannel {
  const { open, subscription, onUp, onFrame, onDown, pausesMs: usualMs = PAUSES_MS } = options;
  let pausesMs = usualMs;
  let lastSeq = options.after || undefined;
  let failures = 0;
  let closed = false;
  let current: { socket: PushSocket; isOpen: boolean; end(event: { code: number }): void } | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  connect();

  function connect(): void {
    pause = undefined;
    const socket = open();
    let openedAt: number | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const connection = { socket, isOpen: false, end };
    current = connection;
    function end(event: { code: number }): void {
      if (current !== connection) return;
      current = undefined;
      clearTimeout(silence);
      socket.close();
      if (openedAt !== undefined && Date.now() - openedAt >= STABLE_MS) {
        [pausesMs, failures] = [usualMs, 0];
      }
      if (event.code === GOING_AWAY) [pausesMs, failures] = [PAUSES_AFTER_END_MS, 0];
      const pauseMs = pausesMs[Math.min(failures++, pausesMs.length - 1)]!;
      if (closed || onDown(event) === false) return;
      pause = setTimeout(connect, pauseMs * (1 + Math.random() / 4));
    }
    const onMessage = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end({ code: 1006 }), SILENCE_MS);
    };
    onMessage();
    socket.onopen = () => {
      openedAt = Date.now();
      connection.isOpen = true;
      socket.send(JSON.stringify({ ...subscription(), after: lastSeq }));
      onUp(lastSeq !== undefined);
    };
    socket.onmessage = ({ data }) => {
      if (current !== connection) return;
      onMessage();
      const frame: Frame = JSON.parse(data);
      if (frame.kind !== "error") lastSeq = frame.seq;
      onFrame(frame);
    };
    socket.onclose = end;
  }

  return {
    subscribe(subscription) {
      if (current?.isOpen) current.socket.send(JSON.stringify(subscription));
    },
    retry() {
      if (pause === undefined || closed) return;
      clearTimeout(pause);
      connect();
    },
    close() {
      closed = true;
      clearTimeout(pause);
      current?.end({ code: 1000 });
    },
  };
}
