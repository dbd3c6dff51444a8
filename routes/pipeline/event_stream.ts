/** Writes server-sent events. */
export interface EventStream {
  readonly readable: ReadableStream<Uint8Array>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  send(event: string, data: unknown): void;
  /** Writes a comment, which readers ignore. */
  beat(): void;
  close(): void;
}

export const EVENT_STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Asks proxies not to buffer the answer.
  "X-Accel-Buffering": "no",
};

export function eventStream(): EventStream {
  const left = new AbortController();
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start: (made) => void (controller = made),
    cancel: () => {
      controller = undefined;
      left.abort();
    },
  });
  return {
    readable,
    signal: left.signal,
    /** JSON has no line breaks, so an event is one `data` line. */
    send: (event, data) =>
      controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    beat: () => controller?.enqueue(encoder.encode(": beat\n\n")),
    close: () => {
      controller?.close();
      controller = undefined;
    },
  };
}
