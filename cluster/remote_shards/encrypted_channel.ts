import { createCipheriv, createDecipheriv } from "node:crypto";
import { joinedBytes } from "../../domain/shared/bytes.ts";

const CIPHER = "chacha20-poly1305";
const TAG_BYTES = 16;
/** A message goes in pieces of this size. */
const PIECE_BYTES = 1024 * 1024;
/** More than a shard's whole state on its way means that the other end does not read, or does not stop. */
const MOST_BYTES = 512 * 1024 * 1024;
const MORE = 1;
const LAST = 0;

/** Two keys that only one connection has, 32 bytes each. */
export interface ChannelKeys {
  send: Uint8Array;
  receive: Uint8Array;
}

/**
 * Messages of bytes over a WebSocket, each encrypted and proven to come from the other end in this order: what is
 * changed, left out, repeated or of another connection closes the channel. What is sent before `open` waits for it, and
 * what comes before `onMessage` for that.
 */
export class EncryptedChannel {
  #keys: ChannelKeys | undefined;
  #waiting = new Held();
  #pieces = new Held();
  #early = new Held();
  #sent = 0;
  #received = 0;
  #closedFor: string | undefined;
  #take: ((bytes: Uint8Array) => void) | undefined;
  readonly #closed = new Set<(reason: string) => void>();

  /** `mostBytes`: what may wait to be sent, or be one message; the default is 512 MiB. */
  constructor(private readonly socket: WebSocket, private readonly mostBytes = MOST_BYTES) {
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

  /** From now on what comes is read, and what waits is sent. */
  open(keys: ChannelKeys): void {
    if (this.#closedFor !== undefined) return;
    this.#keys = keys;
    this.socket.onmessage = ({ data }) => this.#receive(data);
    for (const message of this.#waiting.takeAll()) this.send(message);
  }

  send(message: Uint8Array): void {
    if (this.#closedFor !== undefined) return;
    if (this.#keys === undefined) return this.#hold(this.#waiting, message);
    for (let from = 0; from === 0 || from < message.length; from += PIECE_BYTES) {
      const isLast = from + PIECE_BYTES >= message.length;
      this.#sendPiece(message.subarray(from, from + PIECE_BYTES), isLast ? LAST : MORE, this.#keys.send);
    }
    if (this.socket.bufferedAmount > this.mostBytes) this.close("the other end reads too slowly");
  }

  onMessage(handler: (bytes: Uint8Array) => void): void {
    this.#take = handler;
    for (const message of this.#early.takeAll()) handler(message);
  }

  /** Each is called once, whoever closed it; soon, when it is closed already. */
  onClosed(handler: (reason: string) => void): void {
    const reason = this.#closedFor;
    if (reason === undefined) this.#closed.add(handler);
    else queueMicrotask(() => handler(reason));
  }

  close(reason: string): void {
    if (this.#closedFor !== undefined) return;
    this.#closedFor = reason;
    for (const held of [this.#waiting, this.#pieces, this.#early]) held.takeAll();
    if (this.socket.readyState < WebSocket.CLOSING) this.socket.close();
    for (const tell of this.#closed) tell(reason);
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
      ? opens(new Uint8Array(data), { key: this.#keys.receive, number: this.#received++ })
      : undefined;
    if (opened === undefined) return this.close("what came is not of the other end");
    this.#hold(this.#pieces, opened.subarray(1));
    if (opened[0] === MORE || this.#closedFor !== undefined) return;
    const message = joinedBytes(this.#pieces.takeAll());
    if (this.#take === undefined) this.#hold(this.#early, message);
    else this.#take(message);
  }

  #hold(held: Held, bytes: Uint8Array): void {
    if (held.add(bytes) > this.mostBytes) this.close("too much waits");
  }
}

/** Bytes in pieces, and how many they are. */
class Held {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  add(piece: Uint8Array): number {
    this.#pieces.push(piece);
    return this.#bytes += piece.length;
  }

  takeAll(): Uint8Array[] {
    this.#bytes = 0;
    return this.#pieces.splice(0);
  }
}

/** Undefined for what is not the piece of this number under this key. */
function opens(bytes: Uint8Array, { key, number }: { key: Uint8Array; number: number }) {
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

/** Each number counts once under a key. */
function nonceOf(number: number): Uint8Array {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, BigInt(number));
  return nonce;
}
