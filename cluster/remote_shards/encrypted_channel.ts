import { createCipheriv, createDecipheriv } from "node:crypto";
import type { ServerSocket } from "../../routes/deps.ts";
import { joinedBytes } from "../../domain/shared/bytes.ts";

const CIPHER = "chacha20-poly1305";
const TAG_BYTES = 16;
/** Messages are sent in pieces of this size. */
const PIECE_BYTES = 1024 * 1024;
/** Larger than the state of any shard: more means that the other end does not read, or never ends its message. */
const MOST_BYTES = 512 * 1024 * 1024;
const MORE = 1;
const LAST = 0;

/** Two keys of one connection, 32 bytes each. */
export interface ChannelKeys {
  send: Uint8Array;
  receive: Uint8Array;
}

/**
 * Binary messages over a WebSocket, encrypted and authenticated in order: a piece that is changed, missing,
 * repeated or from another connection closes the channel. Messages sent before `open` wait for it, and messages
 * received before `onMessage` wait for that.
 */
export class EncryptedChannel {
  #keys: ChannelKeys | undefined;
  #waiting = new ByteQueue();
  #pieces = new ByteQueue();
  #early = new ByteQueue();
  #sent = 0;
  #received = 0;
  #closedFor: string | undefined;
  #handler: ((bytes: Uint8Array) => void) | undefined;
  readonly #closed = new Set<(reason: string) => void>();

  /** `mostBytes`: the most bytes that wait to be sent, and of one message; the default is 512 MiB. */
  constructor(private readonly socket: ServerSocket, private readonly mostBytes = MOST_BYTES) {
    socket.binaryType = "arraybuffer";
    socket.onerror = (event) => {
      event.preventDefault();
      this.close("the connection failed");
    };
    socket.onclose = ({ reason }) => this.close(reason === "" ? "the connection ended" : reason);
  }

  get isClosed(): boolean {
    return this.#closedFor !== undefined;
  }

  /** Starts reading, and sends what waits. */
  open(keys: ChannelKeys): void {
    if (this.#closedFor !== undefined) return;
    this.#keys = keys;
    this.socket.onmessage = ({ data }) => this.#receive(data);
    for (const message of this.#waiting.drain()) this.send(message);
  }

  send(message: Uint8Array): void {
    if (this.#closedFor !== undefined) return;
    if (this.#keys === undefined) return this.#enqueue(this.#waiting, message);
    for (let from = 0; from === 0 || from < message.length; from += PIECE_BYTES) {
      const isLast = from + PIECE_BYTES >= message.length;
      this.#sendPiece(message.subarray(from, from + PIECE_BYTES), isLast ? LAST : MORE, this.#keys.send);
    }
    if (this.socket.bufferedAmount > this.mostBytes) this.close("the other end reads too slowly");
  }

  onMessage(handler: (bytes: Uint8Array) => void): void {
    this.#handler = handler;
    for (const message of this.#early.drain()) handler(message);
  }

  /** Each is called once, whichever end closed it; soon, when it is closed already. */
  onClosed(handler: (reason: string) => void): void {
    const reason = this.#closedFor;
    if (reason === undefined) this.#closed.add(handler);
    else queueMicrotask(() => handler(reason));
  }

  close(reason: string): void {
    if (this.#closedFor !== undefined) return;
    this.#closedFor = reason;
    for (const queue of [this.#waiting, this.#pieces, this.#early]) queue.drain();
    if (this.socket.readyState < WebSocket.CLOSING) this.socket.close();
    for (const notify of this.#closed) notify(reason);
    this.#closed.clear();
  }

  #sendPiece(piece: Uint8Array, flag: number, key: Uint8Array): void {
    const cipher = createCipheriv(CIPHER, key, nonceOf(this.#sent++), { authTagLength: TAG_BYTES });
    const bytes = new Uint8Array(1 + piece.length + TAG_BYTES);
    bytes.set(cipher.update(Uint8Array.of(flag)), 0);
    bytes.set(cipher.update(piece), 1);
    cipher.final();
    bytes.set(cipher.getAuthTag(), 1 + piece.length);
    this.socket.send(bytes);
  }

  #receive(data: unknown): void {
    if (this.#closedFor !== undefined || this.#keys === undefined) return;
    const opened = data instanceof ArrayBuffer
      ? decrypted(new Uint8Array(data), { key: this.#keys.receive, number: this.#received++ })
      : undefined;
    if (opened === undefined) return this.close("a message failed authentication");
    this.#enqueue(this.#pieces, opened.subarray(1));
    if (opened[0] === MORE || this.#closedFor !== undefined) return;
    const message = joinedBytes(this.#pieces.drain());
    if (this.#handler === undefined) this.#enqueue(this.#early, message);
    else this.#handler(message);
  }

  #enqueue(queue: ByteQueue, bytes: Uint8Array): void {
    if (queue.add(bytes) > this.mostBytes) this.close("too many bytes wait");
  }
}

/** Pieces of bytes and their total size. */
class ByteQueue {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  add(piece: Uint8Array): number {
    this.#pieces.push(piece);
    return this.#bytes += piece.length;
  }

  drain(): Uint8Array[] {
    this.#bytes = 0;
    return this.#pieces.splice(0);
  }
}

/** Undefined unless the bytes are the piece of this number under this key. */
function decrypted(bytes: Uint8Array, { key, number }: { key: Uint8Array; number: number }) {
  const length = bytes.length - TAG_BYTES;
  if (length < 1) return undefined;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(length));
  try {
    const opened = decipher.update(bytes.subarray(0, length));
    decipher.final();
    return new Uint8Array(opened);
  } catch {
    return undefined;
  }
}

/** Each number is used once under a key. */
function nonceOf(number: number): Uint8Array {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, BigInt(number));
  return nonce;
}
