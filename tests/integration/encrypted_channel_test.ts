import { assert, assertEquals } from "@std/assert";
import { MessageAuth } from "../../cluster/message_auth.ts";
import { EncryptedChannel } from "../../cluster/remote_shards/encrypted_channel.ts";
import { eventually } from "../support/eventually.ts";
import { type Meddling, SocketPair } from "../support/socket_pair.ts";

const MIB = 1024 * 1024;
const SECRET = new Uint8Array(32).fill(7);

interface Ends {
  client: EncryptedChannel;
  server: EncryptedChannel;
  /** What the server received. */
  came: Uint8Array[];
  /** The reasons that each end's close handler was called with. */
  closed: { client: string[]; server: string[] };
  pair: SocketPair;
}

interface EndsOptions {
  meddle?: Meddling;
  /** What the server's keys are derived from. */
  serverSecret?: Uint8Array;
  connection?: string;
  /** Of the server. */
  mostBytes?: number;
}

async function withEnds(
  { meddle, serverSecret = SECRET, connection = "one", mostBytes }: EndsOptions,
  test: (ends: Ends) => Promise<void>,
): Promise<void> {
  await using pair = await SocketPair.open(meddle);
  const client = new EncryptedChannel(pair.client), server = new EncryptedChannel(pair.server, mostBytes);
  const came: Uint8Array[] = [];
  const closed: Ends["closed"] = { client: [], server: [] };
  server.onMessage((bytes) => void came.push(bytes));
  client.onClosed((reason) => closed.client.push(reason));
  server.onClosed((reason) => closed.server.push(reason));
  const ours = new MessageAuth(SECRET), its = new MessageAuth(serverSecret);
  client.open({ send: ours.keyOf("up one"), receive: ours.keyOf("down one") });
  server.open({ send: its.keyOf(`down ${connection}`), receive: its.keyOf(`up ${connection}`) });
  await test({ client, server, came, closed, pair });
}

function filled(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >> 12)) & 255;
  return bytes;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

Deno.test("messages of any size arrive whole and in order, both ways", () =>
  withEnds({}, async ({ client, server, came }) => {
    const sent = [0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB, 5 * MIB, 0, 3].map(filled);
    const back: Uint8Array[] = [];
    client.onMessage((bytes) => void back.push(bytes));
    for (const message of sent) client.send(message);
    for (const message of sent.toReversed()) server.send(message);
    await eventually("all have arrived", () => came.length === sent.length && back.length === sent.length);
    sent.forEach((message, i) => assert(areEqual(came[i], message), `${message.length} bytes are as sent`));
    sent.toReversed().forEach((message, i) => assert(areEqual(back[i], message)));
  }));

Deno.test("messages sent before the channel opens, or received before `onMessage`, wait", async () => {
  await using pair = await SocketPair.open();
  const client = new EncryptedChannel(pair.client), server = new EncryptedChannel(pair.server);
  let frames = 0;
  pair.server.addEventListener("message", () => frames++);
  client.send(filled(1));
  client.send(filled(2 * MIB));
  const up = new MessageAuth(SECRET).keyOf("up"), down = new MessageAuth(SECRET).keyOf("down");
  server.open({ send: down, receive: up });
  client.open({ send: up, receive: down });
  client.send(filled(3));
  await eventually("its four frames have arrived", () => frames === 4);
  const came: number[] = [];
  server.onMessage((bytes) => void came.push(bytes.length));
  await eventually("all have arrived", () => came.length === 3);
  assertEquals(came, [1, 2 * MIB, 3]);
});

/** Frames of five small messages; the third is tampered with. */
const MEDDLINGS: Record<string, { meddle: Meddling; before: number }> = {
  "is changed in its first byte": { meddle: (frame, i) => [i === 2 ? changed(frame, 0) : frame], before: 2 },
  "is changed in its last byte": { meddle: (frame, i) => [i === 2 ? changed(frame, -1) : frame], before: 2 },
  "is cut short": { meddle: (frame, i) => [i === 2 ? bytesOf(frame).slice(0, -1).buffer : frame], before: 2 },
  "is cut to less than its tag": {
    meddle: (frame, i) => [i === 2 ? bytesOf(frame).slice(0, 16).buffer : frame],
    before: 2,
  },
  "is empty": { meddle: (frame, i) => [i === 2 ? new ArrayBuffer(0) : frame], before: 2 },
  "is repeated": { meddle: (frame, i) => i === 2 ? [frame, frame] : [frame], before: 3 },
  "is missing": { meddle: (frame, i) => i === 2 ? [] : [frame], before: 2 },
  "is a text": { meddle: (frame, i) => [i === 2 ? "hello" : frame], before: 2 },
};

function bytesOf(frame: ArrayBuffer | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(frame as ArrayBuffer);
}

function changed(frame: ArrayBuffer | string, at: number): ArrayBuffer {
  const bytes = bytesOf(frame).slice();
  bytes[at < 0 ? bytes.length + at : at] ^= 1;
  return bytes.buffer;
}

async function closesAfter({ client, came, closed }: Ends, before: number): Promise<void> {
  for (let i = 0; i < 5; i++) client.send(filled(i));
  await eventually("both ends are closed", () => closed.client.length > 0 && closed.server.length > 0);
  assertEquals(came.map(({ length }) => length), [0, 1, 2, 3, 4].slice(0, before));
  assertEquals([closed.client.length, closed.server], [1, ["a message failed authentication"]]);
}

for (const [what, { meddle, before }] of Object.entries(MEDDLINGS)) {
  Deno.test(`a frame that ${what} closes the channel, and neither it nor later messages are delivered`, () =>
    withEnds({ meddle }, (ends) => closesAfter(ends, before)));
}

Deno.test("reordered frames close the channel", async () => {
  let held: ArrayBuffer | string | undefined;
  const meddle: Meddling = (frame, i) => {
    if (i === 2) held = frame;
    return i === 2 ? [] : i === 3 && held !== undefined ? [frame, held] : [frame];
  };
  await withEnds({ meddle }, (ends) => closesAfter(ends, 2));
});

Deno.test("a frame of another connection closes the channel", async () => {
  const others: (ArrayBuffer | string)[] = [];
  await withEnds({ meddle: (frame) => (others.push(frame), [frame]) }, async ({ client, came }) => {
    for (let i = 0; i < 5; i++) client.send(filled(i));
    await eventually("all have arrived", () => came.length === 5);
  });
  const meddle: Meddling = (frame, i) => [i === 2 ? others[2] : frame];
  await withEnds({ meddle }, async (ends) => {
    for (let i = 0; i < 5; i++) ends.client.send(filled(i));
    await eventually("the same keys would take it", () => ends.came.length === 5);
  });
  await using pair = await SocketPair.open(meddle);
  const client = new EncryptedChannel(pair.client), server = new EncryptedChannel(pair.server);
  const auth = new MessageAuth(SECRET), came: number[] = [], reasons: string[] = [];
  server.onMessage((bytes) => void came.push(bytes.length));
  server.onClosed((reason) => reasons.push(reason));
  client.open({ send: auth.keyOf("up two"), receive: auth.keyOf("down two") });
  server.open({ send: auth.keyOf("down two"), receive: auth.keyOf("up two") });
  for (let i = 0; i < 5; i++) client.send(filled(i));
  await eventually("it is closed", () => reasons.length > 0);
  assertEquals([came, reasons], [[0, 1], ["a message failed authentication"]]);
});

Deno.test("an end with another SECRETS_KEY, or with the keys of another connection, closes the channel", async () => {
  await withEnds({ serverSecret: new Uint8Array(32).fill(8) }, (ends) => closesAfter(ends, 0));
  await withEnds({ connection: "another" }, (ends) => closesAfter(ends, 0));
});

Deno.test("an end that receives its own frames closes the channel", () =>
  withEnds({}, async ({ server, came, closed, pair }) => {
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
    pair.client.onmessage = ({ data }) => resolve(data);
    server.send(filled(3));
    pair.client.send(await promise);
    await eventually("it is closed", () => closed.server.length > 0);
    assertEquals([came, closed.server], [[], ["a message failed authentication"]]);
  }));

Deno.test("a message of pieces is delivered whole or not at all", () =>
  withEnds({ meddle: (frame, i) => i === 1 ? [] : [frame] }, async ({ client, came, closed }) => {
    client.send(filled(3 * MIB));
    await eventually("it is closed", () => closed.server.length > 0);
    assertEquals(came, []);
  }));

Deno.test("a message as large as the bound arrives; one that is larger closes the channel", async () => {
  await withEnds({ mostBytes: 2 * MIB }, async ({ client, came, closed }) => {
    client.send(filled(2 * MIB));
    await eventually("it has arrived", () => came.length === 1);
    assertEquals(closed, { client: [], server: [] });
  });
  await withEnds({ mostBytes: 2 * MIB }, async ({ client, came, closed }) => {
    client.send(filled(MIB));
    await eventually("it has arrived", () => came.length === 1);
    client.send(filled(2 * MIB + 1));
    await eventually("both ends are closed", () => closed.client.length > 0 && closed.server.length > 0);
    assertEquals(came.length, 1);
  });
});

Deno.test("a channel closes when the other end does not read and more than the bound is under way", async () => {
  const { promise: letGo, resolve: goOn } = Promise.withResolvers<void>();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    await shakeHands(connection);
    await letGo;
  })();
  const socket = new WebSocket(`ws://127.0.0.1:${listener.addr.port}`);
  const channel = new EncryptedChannel(socket, 8 * MIB);
  const reasons: string[] = [];
  channel.onClosed((reason) => reasons.push(reason));
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  channel.open({ send: new Uint8Array(32), receive: new Uint8Array(32) });
  let sent = 0;
  for (; sent < 64 && reasons.length === 0; sent++) channel.send(filled(MIB));
  assertEquals(reasons, ["the other end reads too slowly"]);
  assert(sent >= 8, `${sent} MiB were sent`);
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  socket.addEventListener("close", resolve, { once: true });
  goOn();
  await Promise.all([closed, serving]);
  listener.close();
});

Deno.test("the bytes that wait for the channel to open are bounded too", async () => {
  await using pair = await SocketPair.open();
  const channel = new EncryptedChannel(pair.client, MIB);
  const reasons: string[] = [];
  channel.onClosed((reason) => reasons.push(reason));
  channel.send(filled(MIB));
  assertEquals(reasons, []);
  channel.send(filled(1));
  assertEquals(reasons, ["too many bytes wait"]);
});

Deno.test("each close handler is called once, whichever end closed the channel, even one added late", () =>
  withEnds({}, async ({ client, server, came, closed }) => {
    client.close("it is enough");
    client.close("again");
    server.send(filled(1));
    client.send(filled(1));
    await eventually("the server is called", () => closed.server.length > 0);
    server.close("now");
    const late: string[] = [];
    client.onClosed((reason) => late.push(reason));
    assertEquals(late, []);
    await eventually("the late one is called", () => late.length > 0);
    assertEquals([closed, late, came], [
      { client: ["it is enough"], server: ["the connection ended"] },
      ["it is enough"],
      [],
    ]);
  }));

/** Accepts a WebSocket as a server does, and then reads nothing. */
async function shakeHands(connection: Deno.TcpConn): Promise<void> {
  const head = new Uint8Array(4_096);
  const length = await connection.read(head) ?? 0;
  const [, key = ""] =
    /sec-websocket-key: (.*)\r\n/i.exec(new TextDecoder().decode(head.subarray(0, length))) ?? [];
  const text = new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  const accept = new Uint8Array(await crypto.subtle.digest("SHA-1", text)).toBase64();
  await connection.write(new TextEncoder().encode(
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n" +
      `sec-websocket-accept: ${accept}\r\n\r\n`,
  ));
}
