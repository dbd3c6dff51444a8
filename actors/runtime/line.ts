import { deserialize, serialize } from "node:v8";
import type { ShardLink } from "./link.ts";
import { type FromShard, readMessage, type ToShard } from "./protocol.ts";

/** A way to another process: messages arrive whole and in order, or the line is closed. */
export interface Line {
  send(bytes: Uint8Array): void;
  onMessage(handler: (bytes: Uint8Array) => void): void;
  /** Called once, whoever closed it. */
  onClosed(handler: (reason: string) => void): void;
  close(reason: string): void;
}

/** A shard at the other end of a line, which is lost with it. What would be transferred is copied. */
export function lineLink(line: Line): ShardLink {
  const close = () => line.close("The shard is given up");
  return {
    port: {
      post: (message) => line.send(serialize(message)),
      onMessage: (handler) =>
        line.onMessage((bytes) => {
          const message = readMessage<FromShard>(deserialize(bytes));
          if (message !== undefined) handler(message);
        }),
      close,
    },
    onLost: (handler) => line.onClosed(handler),
    close,
  };
}

/** Lends a worker to the other end of a line, for as long as both live. The answered function ends it. */
export function lendWorker(worker: Worker, line: Line): () => void {
  const end = (reason: string) => line.close(reason);
  line.onMessage((bytes) => {
    const message = readMessage<ToShard>(deserialize(bytes));
    if (message !== undefined) worker.postMessage(message);
  });
  line.onClosed(() => worker.terminate());
  worker.addEventListener("message", (event: MessageEvent<unknown>) => {
    const message = readMessage<FromShard>(event.data);
    if (message !== undefined) line.send(serialize(message));
  });
  // An error event that nobody prevents ends the process.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(`it threw: ${event.message}`);
  });
  worker.addEventListener("messageerror", () => end("a message could not be read"));
  return () => end("its process needs the worker no more");
}
