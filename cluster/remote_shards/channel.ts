import { Deserializer } from "node:v8";
import type { Ms } from "../../domain/shared/time.ts";
import { serialized } from "../../domain/shared/serialized.ts";
import { errorSentence } from "../../actors/runtime/failure.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { type FromShard, readMessage, type ToShard } from "../../actors/runtime/protocol.ts";
import { realTimers, type Timers } from "../../actors/runtime/timers.ts";

/** A way to another process: messages arrive whole and in order, or the channel is closed. */
export interface Channel {
  send(bytes: Uint8Array): void;
  onMessage(handler: (bytes: Uint8Array) => void): void;
  /** Called once, whoever closed it; soon, when it is closed already. */
  onClosed(handler: (reason: string) => void): void;
  close(reason: string): void;
}

export interface HostedWorkerOptions {
  timers?: Timers;
  /** The worker ends when its shard's process, which pings each second, said nothing for so long; 30 s when absent. */
  silenceMs?: Ms;
}

const SILENCE_MS: Ms = 30_000;

/**
 * A shard at the other end of a channel, which is lost with it. What would be transferred is copied, and is gone here all
 * the same.
 */
export function channelLink(channel: Channel, timers: Timers = realTimers): ShardLink {
  const close = () => channel.close("the shard is given up");
  return {
    port: {
      post: (message, transfer = []) => {
        channel.send(packed(message, timers.now()));
        for (const one of transfer) if (one instanceof ArrayBuffer) one.transfer(0);
      },
      onMessage: (handler) => channel.onMessage(reading<FromShard>(channel, { timers, handler })),
      close,
    },
    onLost: (handler) => channel.onClosed(handler),
    close,
  };
}

/** Lends a worker to the other end of a channel, for as long as both live. The answered function ends it. */
export function hostWorker(worker: Worker, channel: Channel, options: HostedWorkerOptions = {}): () => void {
  const { timers = realTimers, silenceMs = SILENCE_MS } = options;
  const end = (reason: string) => channel.close(reason);
  const silence = new Silence({ timers, silenceMs, onSilent: () => end("the shard's process is silent") });
  const read = reading<ToShard>(channel, { timers, handler: (message) => worker.postMessage(message) });
  channel.onMessage((bytes) => {
    silence.broken();
    read(bytes);
  });
  channel.onClosed(() => {
    silence.close();
    worker.terminate();
  });
  worker.addEventListener("message", (event: MessageEvent<unknown>) => {
    const message = readMessage<FromShard>(event.data);
    if (message !== undefined) sendOrEnd(channel, { message, nowMs: timers.now() });
  });
  // The listener stays for good: an error event that nobody prevents ends the process, a given-up worker's too.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(`it threw: ${event.message}`);
  });
  worker.addEventListener("messageerror", () => end("a message could not be read"));
  return () => end("its process needs the worker no more");
}

function sendOrEnd(channel: Channel, { message, nowMs }: { message: FromShard; nowMs: Ms }): void {
  let bytes: Uint8Array;
  try {
    bytes = packed(message, nowMs);
  } catch (error) {
    return channel.close(`a message could not be sent: ${errorSentence(error)}`);
  }
  channel.send(bytes);
}

/** Deadlines travel as the time that is left: the clocks of two machines differ. */
function packed(message: ToShard | FromShard, nowMs: Ms): Uint8Array {
  switch (message.type) {
    case "deliver":
      return copied({ ...message, expiresMs: message.expiresMs - nowMs });
    case "route":
      return copied({ ...message, expiresMs: message.expiresMs - nowMs, transfer: undefined });
    default:
      return copied(message);
  }
}

/** Throws a DataCloneError when the message cannot be copied, as a worker's port does. */
function copied(message: ToShard | FromShard): Uint8Array {
  try {
    return serialized(message);
  } catch (error) {
    throw new DOMException(errorSentence(error), "DataCloneError");
  }
}

/** `deserialize()` would make all arrays of a message views of its bytes, and Deno KV stores of a view the whole buffer. */
function valueOf(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}

/** What cannot be read is of another program: the channel is closed. */
function reading<T extends ToShard | FromShard>(
  channel: Channel,
  { timers, handler }: { timers: Timers; handler: (message: T) => void },
): (bytes: Uint8Array) => void {
  return (bytes) => {
    const message = unpacked<T>(bytes, timers.now());
    if (message === undefined) channel.close("a message could not be read");
    else handler(message);
  };
}

function unpacked<T extends ToShard | FromShard>(bytes: Uint8Array, nowMs: Ms): T | undefined {
  let data: unknown;
  try {
    data = valueOf(bytes);
  } catch {
    return undefined;
  }
  const message = readMessage<T>(data);
  return message !== undefined && "expiresMs" in message
    ? { ...message, expiresMs: message.expiresMs + nowMs }
    : message;
}

/** Tells once when a whole span has passed without a word. */
class Silence {
  #heard = true;
  #cancel = () => {};

  constructor(readonly options: { timers: Timers; silenceMs: Ms; onSilent: () => void }) {
    this.#look();
  }

  broken(): void {
    this.#heard = true;
  }

  close(): void {
    this.#cancel();
  }

  #look(): void {
    const { timers, silenceMs, onSilent } = this.options;
    if (!this.#heard) return onSilent();
    this.#heard = false;
    this.#cancel = timers.after(silenceMs, () => this.#look());
  }
}
