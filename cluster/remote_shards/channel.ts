import { Deserializer } from "node:v8";
import type { Ms } from "../../domain/shared/time.ts";
import { serialized } from "../../domain/shared/serialized.ts";
import { errorSentence } from "../../actors/runtime/failure.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { type FromShard, readMessage, type ToShard } from "../../actors/runtime/protocol.ts";
import { realTimers, type Timers } from "../../actors/runtime/timers.ts";

/** A connection to another process: messages arrive whole and in order, or the channel closes. */
export interface Channel {
  send(bytes: Uint8Array): void;
  onMessage(handler: (bytes: Uint8Array) => void): void;
  /** Called once, whichever end closed it; soon, when it is closed already. */
  onClosed(handler: (reason: string) => void): void;
  close(reason: string): void;
}

export interface HostedWorkerOptions {
  timers?: Timers;
  /** The worker ends when the leader, which pings each second, was silent for this long; the default is 30 s. */
  silenceMs?: Ms;
}

const SILENCE_MS: Ms = 30_000;

/**
 * A shard at the other end of a channel; it is lost with the channel. Buffers to transfer are copied, and
 * detached here as a transfer does.
 */
export function channelLink(channel: Channel, timers: Timers = realTimers): ShardLink {
  const close = () => channel.close("the shard is abandoned");
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

/** Runs a worker for the other end of a channel until either ends. The returned function ends it. */
export function hostWorker(worker: Worker, channel: Channel, options: HostedWorkerOptions = {}): () => void {
  const { timers = realTimers, silenceMs = SILENCE_MS } = options;
  const end = (reason: string) => channel.close(reason);
  const silence = new SilenceTimer({ timers, silenceMs, onSilent: () => end("the leader is silent") });
  const read = reading<ToShard>(channel, { timers, handler: (message) => worker.postMessage(message) });
  channel.onMessage((bytes) => {
    silence.reset();
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
  // The listener is never removed: an unhandled error event ends the process, even one of an abandoned worker.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(`it threw: ${event.message}`);
  });
  worker.addEventListener("messageerror", () => end("a message could not be read"));
  return () => end("the worker host ended it");
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

/** Deadlines are sent as the time that is left, since the clocks of two machines differ. */
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

/**
 * Not `deserialize()`: it makes all arrays views of the message's bytes, and Deno KV stores a view's whole
 * buffer.
 */
function valueOf(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}

/** A message that cannot be read comes from another program: it closes the channel. */
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

/** Calls `onSilent` once, after a whole interval without a message. */
class SilenceTimer {
  #heard = true;
  #cancel = () => {};

  constructor(readonly options: { timers: Timers; silenceMs: Ms; onSilent: () => void }) {
    this.#check();
  }

  reset(): void {
    this.#heard = true;
  }

  close(): void {
    this.#cancel();
  }

  #check(): void {
    const { timers, silenceMs, onSilent } = this.options;
    if (!this.#heard) return onSilent();
    this.#heard = false;
    this.#cancel = timers.after(silenceMs, () => this.#check());
  }
}
