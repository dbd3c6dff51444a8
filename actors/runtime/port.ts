import { type FromShard, readMessage, type ToShard } from "./protocol.ts";

/** One end of the channel between the main isolate and a shard: ordered, asynchronous, messages are copied. */
export interface ShardPort<Out, In> {
  /** Throws a DataCloneError when the message cannot be copied. Objects in `transfer` are moved, not copied. */
  post(message: Out, transfer?: Transferable[]): void;
  onMessage(handler: (message: In) => void): void;
  close(): void;
}

export type MainPort = ShardPort<ToShard, FromShard>;
export type ShardSidePort = ShardPort<FromShard, ToShard>;

/** A channel inside one isolate that behaves like the one to a worker. */
export function localPorts(): { main: MainPort; shard: ShardSidePort } {
  const toShard = new LocalChannel<ToShard>();
  const toMain = new LocalChannel<FromShard>();
  const close = () => {
    toShard.close();
    toMain.close();
  };
  return {
    main: { post: toShard.post, onMessage: toMain.listen, close },
    shard: { post: toMain.post, onMessage: toShard.listen, close },
  };
}

class LocalChannel<T> {
  #handler: ((message: T) => void) | undefined;
  #early: T[] = [];
  #open = true;

  readonly post = (message: T, transfer?: Transferable[]): void => {
    if (!this.#open) return;
    const copy = structuredClone(message, { transfer });
    queueMicrotask(() => this.#deliver(copy));
  };

  readonly listen = (handler: (message: T) => void): void => {
    this.#handler = handler;
    for (const message of this.#early.splice(0)) queueMicrotask(() => this.#deliver(message));
  };

  close(): void {
    this.#open = false;
  }

  #deliver(message: T): void {
    if (!this.#open) return;
    if (this.#handler === undefined) this.#early.push(message);
    else this.#handler(message);
  }
}

/** The part of a worker's global scope that is needed, whatever library types the caller compiles with. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** The worker's end of the channel to the main isolate. Messages of another protocol version are dropped. */
export function workerScopePort(global: object): ShardSidePort {
  const scope = asWorkerScope(global);
  return {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    onMessage: (handler) =>
      scope.addEventListener("message", (event) => {
        const message = readMessage<ToShard>(event.data);
        if (message !== undefined) handler(message);
      }),
    close: () => scope.close(),
  };
}

function asWorkerScope(global: object): WorkerScope {
  if (!("postMessage" in global)) {
    throw new TypeError("A shard worker is served from a worker's global scope");
  }
  return global as WorkerScope;
}
