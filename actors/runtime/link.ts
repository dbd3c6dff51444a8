import { localPorts, type MainPort } from "./port.ts";
import { type FromShard, readMessage } from "./protocol.ts";
import { Shard, type ShardOptions } from "./shard.ts";

/** One incarnation of a shard, as the main isolate holds it. */
export interface ShardLink {
  port: MainPort;
  /** The shard is lost: it threw, or a message could not be read. At most the first call counts. */
  onLost(handler: (reason: string) => void): void;
  /** Gives the shard up. A worker in a busy loop goes on burning its core: no call can stop one. */
  close(): void;
}

/** A shard in this isolate. It shares the isolate's fate, so it is never lost. */
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

/** The listener stays for good: an error event that nobody prevents ends the process, a given-up worker's too. */
function listenForLoss(worker: Worker, handler: (reason: string) => void): void {
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    handler(`it threw: ${event.message}`);
  });
  worker.addEventListener("messageerror", () => handler("a message could not be read"));
}
