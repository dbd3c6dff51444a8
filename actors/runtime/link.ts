import { localPorts, type MainPort } from "./port.ts";
import { type FromShard, readMessage } from "./protocol.ts";
import { Shard, type ShardOptions } from "./shard.ts";

/** The main isolate's connection to one incarnation of a shard. */
export interface ShardLink {
  port: MainPort;
  /** The shard is lost: it threw, or a message could not be read. At most the first call counts. */
  onLost(handler: (reason: string) => void): void;
  /** Gives up the shard. A worker in a busy loop keeps using its core: no call can stop it. */
  close(): void;
}

/** A shard in this isolate. It is never lost, since it ends with the isolate. */
export function localLink(options: Omit<ShardOptions, "port">): ShardLink {
  const ports = localPorts();
  const shard = new Shard({ ...options, port: ports.shard });
  const close = () => {
    shard.stop();
    ports.main.close();
  };
  return { port: { ...ports.main, close }, onLost: () => {}, close };
}

export function workerLink(worker: Worker): ShardLink {
  return {
    port: {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      onMessage: (handler) =>
        worker.addEventListener("message", (event: MessageEvent<unknown>) => {
          const message = readMessage<FromShard>(event.data);
          if (message !== undefined) handler(message);
        }),
      close: () => worker.terminate(),
    },
    onLost: (handler) => listenForLoss(worker, handler),
    close: () => worker.terminate(),
  };
}

/** The listener is never removed: an unprevented error event ends the process, even of a worker that was given up. */
function listenForLoss(worker: Worker, handler: (reason: string) => void): void {
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    handler(`it threw: ${event.message}`);
  });
  worker.addEventListener("messageerror", () => handler("a message could not be read"));
}
