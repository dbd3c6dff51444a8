import { parseShardReply } from "./schema.ts";
import type { ShardReply, ShardRequest } from "./types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { MessageAuth } from "../message_auth.ts";
import { type ChannelKeys, EncryptedChannel } from "./encrypted_channel.ts";
import { headOf, WIRE } from "../wire.ts";

/** A process that cannot be connected to within this time lends nothing. */
const CONNECT_MS: Ms = 3_000;
const NONCE_BYTES = 16;

/** 16 bytes in hex that come once. */
export function newNonce(): string {
  return crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).toHex();
}

export interface ConnectOptions {
  auth: MessageAuth;
  shardRequest: ShardRequest;
  /** The default is 3 s. */
  connectMs?: Ms;
}

/** The channel to a worker of the process at `address`; it closes, and is not `opened`, when that does not lend one. */
export function connectChannel(
  address: string,
  { auth, shardRequest, connectMs = CONNECT_MS }: ConnectOptions,
): { channel: EncryptedChannel; opened: Promise<boolean> } {
  const text = JSON.stringify(shardRequest);
  const headers = { [WIRE.head]: headOf(text), [WIRE.signature]: auth.of(text) };
  const socket = new WebSocket(`ws://${address}${WIRE.lent}`, { headers });
  const channel = new EncryptedChannel(socket);
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => channel.close("it could not be connected to in time"), connectMs);
  channel.onClosed(() => {
    clearTimeout(timer);
    resolve(false);
  });
  socket.onmessage = ({ data }) => {
    clearTimeout(timer);
    const shardReply = typeof data === "string" ? parseShardReply(data) : undefined;
    if (shardReply === undefined) return channel.close("it lends nothing");
    const { asker, host } = keysOf(auth, { text, shardReply });
    channel.open({ send: asker, receive: host });
    resolve(true);
  };
  return { channel, opened };
}

/** The other end: `text` is the shardRequest as it came, its auth found to fit. TypeError for what opens no WebSocket. */
export function acceptChannel(
  request: Request,
  { auth, text }: { auth: MessageAuth; text: string },
): { response: Response; channel: EncryptedChannel } {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
  const channel = new EncryptedChannel(socket);
  const shardReply: ShardReply = { v: 1, nonce: newNonce() };
  socket.onopen = () => {
    // A server's socket that is closed before it is open opens all the same.
    if (channel.isClosed) return socket.close();
    socket.send(JSON.stringify(shardReply));
    const { asker, host } = keysOf(auth, { text, shardReply });
    channel.open({ send: host, receive: asker });
  };
  return { response, channel };
}

/** Of both nonces, so that neither end can be made to use a key twice. */
function keysOf(
  auth: MessageAuth,
  { text, shardReply }: { text: string; shardReply: ShardReply },
): { asker: ChannelKeys["send"]; host: ChannelKeys["send"] } {
  const both = `${text} ${shardReply.nonce}`;
  return { asker: auth.keyOf(`asker ${both}`), host: auth.keyOf(`host ${both}`) };
}
