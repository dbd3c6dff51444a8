import { parseShardReply } from "./schema.ts";
import type { ShardReply, ShardRequest } from "./types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { UpgradedSocket } from "../../routes/deps.ts";
import type { MessageAuth } from "../message_auth.ts";
import { type ChannelKeys, EncryptedChannel } from "./encrypted_channel.ts";
import { trustedCertificate } from "../internal_tls.ts";
import { headOf, WIRE } from "../wire.ts";

/** How long a connection may take to open. */
const CONNECT_MS: Ms = 3_000;
const NONCE_BYTES = 16;

/** 16 random bytes in hex. */
export function newNonce(): string {
  return crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).toHex();
}

export interface ConnectOptions {
  auth: MessageAuth;
  shardRequest: ShardRequest;
  /** The default is 3 s. */
  connectMs?: Ms;
}

/**
 * A channel to a worker of the worker host at `address`. `opened` is false, and the channel closes, when the
 * host refuses.
 */
export function connectChannel(
  address: string,
  { auth, shardRequest, connectMs = CONNECT_MS }: ConnectOptions,
): { channel: EncryptedChannel; opened: Promise<boolean> } {
  const text = JSON.stringify(shardRequest);
  const headers = { [WIRE.head]: headOf(text), [WIRE.signature]: auth.sign(text) };
  const client = Deno.createHttpClient({ caCerts: [trustedCertificate(auth)] });
  const socket = new WebSocket(`wss://${address}${WIRE.shards}`, { headers, client });
  const channel = new EncryptedChannel(socket);
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => channel.close("the connection timed out"), connectMs);
  channel.onClosed(() => {
    clearTimeout(timer);
    client.close();
    resolve(false);
  });
  socket.onmessage = ({ data }) => {
    clearTimeout(timer);
    const shardReply = typeof data === "string" ? parseShardReply(data) : undefined;
    if (shardReply === undefined) return channel.close("the worker host refused");
    const { asker, host } = keysOf(auth, { text, shardReply });
    channel.open({ send: asker, receive: host });
    resolve(true);
  };
  return { channel, opened };
}

/**
 * The worker host's end; `text` is the verified shard request. Throws a TypeError when the request opens no
 * WebSocket.
 */
export function acceptChannel(
  request: Request,
  { auth, text, open = openPlainly }: {
    auth: MessageAuth;
    text: string;
    open?: (request: Request) => UpgradedSocket;
  },
): { response: Response; channel: EncryptedChannel } {
  const { socket, response } = open(request);
  const channel = new EncryptedChannel(socket);
  const shardReply: ShardReply = { v: 1, nonce: newNonce() };
  socket.onopen = () => {
    // A server socket that is closed before it is open still opens.
    if (channel.isClosed) return socket.close();
    socket.send(JSON.stringify(shardReply));
    const { asker, host } = keysOf(auth, { text, shardReply });
    channel.open({ send: host, receive: asker });
  };
  return { response, channel };
}

function openPlainly(request: Request): UpgradedSocket {
  return Deno.upgradeWebSocket(request, { idleTimeout: 0 });
}

/** Derived from both nonces, so that neither end can be made to use a key twice. */
function keysOf(
  auth: MessageAuth,
  { text, shardReply }: { text: string; shardReply: ShardReply },
): { asker: ChannelKeys["send"]; host: ChannelKeys["send"] } {
  const both = `${text} ${shardReply.nonce}`;
  return { asker: auth.keyOf(`asker ${both}`), host: auth.keyOf(`host ${both}`) };
}
