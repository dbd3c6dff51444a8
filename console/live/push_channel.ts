/** A frame of the push channel. */
export interface Frame {
  seq: string;
  kind: string;
  at: string;
  // deno-lint-ignore no-explicit-any -- the kind says what it is; each is read in one place
  data: any;
}

/** What a socket of the browser is, as far as it is used here. */
export type PushSocket = Pick<WebSocket, "close" | "send" | "onopen" | "onmessage" | "onclose">;

/** What a client wants to hear; streams by name. */
export interface Subscription {
  subscribe: string[];
  streams?: string[];
}

export interface PushOptions {
  open(): PushSocket;
  /** What is subscribed to, said at each connection. */
  subscription(): Subscription;
  /** Connected; `resumed`: what was missed meanwhile comes by itself, else it must be read. */
  onUp(resumed: boolean): void;
  /** Any frame, a `resync` included. */
  onFrame(frame: Frame): void;
  /** The connection is lost, or there is none. False ends it for good. */
  onDown(event: { code: number }): boolean | void;
  pausesMs?: readonly number[];
}

export interface PushChannel {
  /** Changes the subscription of a connection that stands. */
  say(subscription: Subscription): void;
  /** Tries at once where it was waiting: somebody came back to the page. */
  retry(): void;
  close(): void;
}

/** Without a word for so long, a heartbeat included, the connection is dead. */
const SILENCE_MS = 50_000;
/** Pauses before another try; the last one repeats. With them, at most five tries fall into a minute. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000];
/** A connection that held for so long starts the pauses anew. */
const STEADY_MS = 60_000;

/** Follows the push channel: connects anew when the connection is lost, and goes on after the last frame. */
export function followPush(options: PushOptions): PushChannel {
  const { open, subscription, onUp, onFrame, onDown, pausesMs = PAUSES_MS } = options;
  let lastSeq: string | undefined;
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
    const held = { socket, isOpen: false, end };
    current = held;
    function end(event: { code: number }): void {
      if (current !== held) return;
      current = undefined;
      clearTimeout(silence);
      socket.close();
      if (openedAt !== undefined && Date.now() - openedAt >= STEADY_MS) failures = 0;
      const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)];
      failures++;
      if (closed || onDown(event) === false) return;
      pause = setTimeout(connect, pauseMs * (1 + Math.random() / 4));
    }
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end({ code: 1006 }), SILENCE_MS);
    };
    heard();
    socket.onopen = () => {
      openedAt = Date.now();
      held.isOpen = true;
      socket.send(JSON.stringify({ ...subscription(), after: lastSeq }));
      onUp(lastSeq !== undefined);
    };
    socket.onmessage = ({ data }) => {
      if (current !== held) return;
      heard();
      const frame: Frame = JSON.parse(data);
      if (frame.kind !== "error") lastSeq = frame.seq;
      onFrame(frame);
    };
    socket.onclose = end;
  }

  return {
    say(subscription) {
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
