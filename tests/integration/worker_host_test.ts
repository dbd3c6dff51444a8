import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { acceptChannel, connectChannel } from "../../cluster/remote_shards/open_channel.ts";
import { internalTls, trustedCertificate } from "../../cluster/internal_tls.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import { headOf, textOf, WIRE } from "../../cluster/wire.ts";
import { eventually } from "../support/eventually.ts";
import {
  headsOf,
  RemoteShardsHarness,
  type RemoteShardsProcess,
  statusOf,
  UPGRADE,
} from "../support/remote_shards_harness.ts";

const auth = new MessageAuth(new Uint8Array(32));

/** The status of a request; a channel that it opens is closed at once. */
async function answered(workerHost: RemoteShardsProcess, headers: Record<string, string>): Promise<number> {
  const { status, end } = await statusOf(workerHost, headers);
  if (status !== 101) return status;
  end();
  await eventually("it has ended", () => workerHost.workerHost.size === 0);
  return status;
}

Deno.test("a request without a signature, or with a wrong one, is answered 403", async () => {
  await using harness = new RemoteShardsHarness(["h", "b"]);
  const workerHost = harness.process("b");
  const heads = headsOf(harness.shardRequest("b"));
  const { [WIRE.signature]: fits, [WIRE.head]: head, ...bare } = heads;
  const other = new MessageAuth(new Uint8Array(32).fill(1)).sign(JSON.stringify(harness.shardRequest("b")));
  const wrong = `${fits.slice(0, -1)}${fits.endsWith("0") ? "1" : "0"}`;
  const tries = [
    bare,
    { ...bare, [WIRE.head]: head },
    { ...bare, [WIRE.signature]: fits },
    { ...heads, [WIRE.signature]: wrong },
    { ...heads, [WIRE.signature]: other },
    { ...heads, [WIRE.head]: headOf(JSON.stringify(harness.shardRequest("b"))) },
    { ...heads, [WIRE.head]: "%%%" },
  ];
  for (const headers of tries) assertEquals(await answered(workerHost, headers), 403);
  assertEquals(workerHost.spawned, []);
  assertEquals(await answered(workerHost, heads), 101);
});

Deno.test("a signed text that is no shard request, or opens no WebSocket, is answered 400", async () => {
  await using harness = new RemoteShardsHarness(["h", "b"]);
  const workerHost = harness.process("b");
  const { nonce: _, ...without } = harness.shardRequest("b");
  const texts = ["", "{", "[]", "null", JSON.stringify(without)];
  const wrong = [{ v: 2 }, { shard: -1 }, { shard: 1.5 }, { nonce: "x" }, { nowMs: "now" }, { from: "" }]
    .map((given) => JSON.stringify({ ...harness.shardRequest("b"), ...given }));
  for (const text of [...texts, ...wrong]) assertEquals(await answered(workerHost, headsOf(text)), 400, text);
  const heads = () => headsOf(harness.shardRequest("b"));
  const { upgrade: _1, ...plain } = heads();
  const { "sec-websocket-key": _2, ...keyless } = heads();
  assertEquals(await answered(workerHost, plain), 400);
  assertEquals(await answered(workerHost, keyless), 400);
  assertEquals(workerHost.spawned, []);
  assertEquals(await answered(workerHost, { ...heads(), upgrade: "WebSocket" }), 101);
  assert("upgrade" in UPGRADE);
});

type Change = (
  harness: RemoteShardsHarness,
  workerHost: RemoteShardsProcess,
) => Record<string, string> | void;

const REFUSED: Record<string, Change> = {
  "another process leads": (harness) => headsOf(harness.shardRequest("b", { from: "c" })),
  "it leads itself": (harness) => {
    const heads = headsOf(harness.shardRequest("b"));
    harness.leader = "b";
    harness.observe();
    return heads;
  },
  "no process leads": (harness) => {
    const heads = headsOf(harness.shardRequest("b"));
    harness.leader = null;
    harness.observe();
    return heads;
  },
  "it has not seen the store for too long": (harness) => void (harness.clock.nowMs += 5_001),
  "another process is meant": (harness) => headsOf(harness.shardRequest("c")),
  "the program is another one": (harness) => headsOf(harness.shardRequest("b", { program: "2" })),
  "its clock is 2,001 ms ahead": (_, workerHost) => void (workerHost.shiftMs = 2_001),
  "its clock is 2,001 ms behind": (_, workerHost) => void (workerHost.shiftMs = -2_001),
  "it is closed": (_, { workerHost }) => workerHost.close(),
};

for (const [why, change] of Object.entries(REFUSED)) {
  Deno.test(`a shard is refused and no worker starts when ${why}: 503`, async () => {
    await using harness = new RemoteShardsHarness(["h", "b", "c"]);
    const workerHost = harness.process("b");
    const heads = change(harness, workerHost) ?? headsOf(harness.shardRequest("b"));
    assertEquals([await answered(workerHost, heads), workerHost.spawned], [503, []]);
    const warned = workerHost.logged.filter(({ level }) => level === "warn").map(({ fields }) => fields);
    assertEquals(warned, why.includes("clock") ? [{ from: "h", skew_ms: workerHost.shiftMs }] : []);
  });
}

for (const shiftMs of [-2_000, 2_000]) {
  Deno.test(`a process whose clock is off by ${shiftMs} ms hosts shards`, async () => {
    await using harness = new RemoteShardsHarness(["h", "b"]);
    harness.process("b").shiftMs = shiftMs;
    assertEquals(await answered(harness.process("b"), headsOf(harness.shardRequest("b"))), 101);
  });
}

Deno.test("a host runs up to `most` shards, and another one once one ends", async () => {
  await using harness = new RemoteShardsHarness(["h"]);
  const workerHost = harness.start("b", { shardReply: { most: 2 } });
  harness.observe();
  const ask = () => statusOf(workerHost, headsOf(harness.shardRequest("b")));
  const first = await ask(), second = await ask();
  assertEquals([first.status, second.status, (await ask()).status], [101, 101, 503]);
  assertEquals([workerHost.workerHost.size, workerHost.spawned.length], [2, 2]);
  first.end();
  await eventually("it has ended", () => workerHost.workerHost.size === 1);
  const third = await ask();
  assertEquals(third.status, 101);
  second.end();
  third.end();
  await eventually("all have ended", () => workerHost.workerHost.size === 0);
  assertEquals(workerHost.spawned.map(({ isEnded }) => isEnded), [true, true, true]);
});

Deno.test("a shard request is accepted once: a replay opens nothing, in time or late", async () => {
  await using harness = new RemoteShardsHarness(["h", "b"]);
  const workerHost = harness.process("b");
  const heads = headsOf(harness.shardRequest("b", { nowMs: harness.clock.nowMs + 2_000 }));
  assertEquals(await answered(workerHost, heads), 101);
  for (const ms of [0, 2_000, 2_000, 1]) {
    harness.pass(ms);
    assertEquals(await answered(workerHost, heads), 503);
  }
  assertEquals(workerHost.spawned.length, 1);
  assertEquals(await answered(workerHost, headsOf(harness.shardRequest("b"))), 101);
});

/** A remote shard's worker with the channel to it. */
async function hosted(harness: RemoteShardsHarness) {
  const workerHost = harness.process("b");
  const { channel, opened } = connectChannel(workerHost.membership.address, {
    auth,
    shardRequest: harness.shardRequest("b"),
  });
  const reasons: string[] = [];
  channel.onClosed((reason) => reasons.push(reason));
  assertEquals(await opened, true);
  assertEquals([workerHost.workerHost.size, workerHost.spawned.map(({ isEnded }) => isEnded)], [1, [false]]);
  return { workerHost, channel, reasons };
}

const ENDS: Record<
  string,
  (harness: RemoteShardsHarness, given: Awaited<ReturnType<typeof hosted>>) => void
> = {
  "the channel ends": (_, { channel }) => channel.close("enough"),
  "another process leads": (harness) => {
    harness.leader = "c";
    harness.observe();
  },
  "no process leads": (harness) => {
    harness.leader = null;
    harness.observe();
  },
  "its process ends": (_, { workerHost }) => workerHost.workerHost.close(),
  "it throws": (_, { workerHost }) =>
    void workerHost.spawned[0].worker.dispatchEvent(new ErrorEvent("error", { cancelable: true })),
};

for (const [when, end] of Object.entries(ENDS)) {
  Deno.test(`a remote shard's worker and channel end when ${when}`, async () => {
    await using harness = new RemoteShardsHarness(["h", "b", "c"]);
    const given = await hosted(harness);
    end(harness, given);
    await eventually("the worker has ended", () => given.workerHost.spawned[0].isEnded);
    await eventually("the channel has ended", () => given.reasons.length === 1);
    assertEquals(given.workerHost.workerHost.size, 0);
    assertStringIncludes(given.workerHost.logged.at(-1)?.message ?? "", "has ended here");
  });
}

Deno.test("a process that cannot start a worker refuses the shard and logs it", async () => {
  await using harness = new RemoteShardsHarness(["h"]);
  const workerHost = harness.start("b", {
    shardReply: {
      spawnWorker: () => {
        throw new Error("no worker today");
      },
    },
  });
  harness.observe();
  const { channel, opened } = connectChannel(workerHost.membership.address, {
    auth,
    shardRequest: harness.shardRequest("b"),
  });
  assertEquals(await opened, false);
  channel.close("over");
  assertEquals(workerHost.workerHost.size, 0);
  assertEquals(workerHost.logged.map(({ level, fields }) => [level, fields]), [
    ["error", { shard: 1, error: "Error: no worker today" }],
  ]);
});

Deno.test("frames of one channel are not accepted on another channel of the same request", async () => {
  const heard: string[][] = [], ends: string[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: () => {},
    ...internalTls(auth, "127.0.0.1"),
  }, (request) => {
    const { response, channel } = acceptChannel(request, {
      auth,
      text: textOf(request.headers.get(WIRE.head)) ?? "",
    });
    const its: string[] = [];
    heard.push(its);
    channel.onMessage((bytes) => void its.push(new TextDecoder().decode(bytes)));
    channel.onClosed((reason) => ends.push(reason));
    return response;
  });
  const frames: unknown[] = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data !== "string") frames.push(data);
    return send.call(this, data);
  };
  const address = `127.0.0.1:${server.addr.port}`;
  const shardRequest = {
    v: 1,
    program: "1",
    from: "h",
    to: "b",
    shard: 1,
    nowMs: 0,
    nonce: "0".repeat(32),
  } as const;
  const { channel, opened } = connectChannel(address, { auth, shardRequest });
  await opened;
  channel.send(new TextEncoder().encode("once"));
  WebSocket.prototype.send = send;
  await eventually("it is heard", () => heard[0].length === 1);
  channel.close("over");
  await eventually("the first channel has ended", () => ends.length === 1);
  using client = Deno.createHttpClient({ caCerts: [trustedCertificate(auth)] });
  const again = new WebSocket(`wss://${address}/lent`, { headers: headsOf(shardRequest), client });
  again.onmessage = () => again.send(frames[0] as ArrayBuffer);
  const closed = new Promise((resolve) => again.onclose = resolve);
  await eventually("both channels have ended", () => ends.length === 2);
  assertEquals([heard, ends], [[["once"], []], [
    "the connection ended",
    "a message failed authentication",
  ]]);
  await closed;
  await server.shutdown();
});

Deno.test("a channel that is refused, unreachable or unanswered ends without opening", async () => {
  await using harness = new RemoteShardsHarness(["h", "b"]);
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = silent.accept();
  const closedPort = harness.start("x");
  const nowhere = closedPort.membership.address;
  await harness.kill("x");
  const refusing = harness.process("b").membership.address;
  for (const address of [refusing, nowhere, `127.0.0.1:${silent.addr.port}`]) {
    const reasons: string[] = [];
    const shardRequest = harness.shardRequest("b", { program: "2" });
    const { channel, opened } = connectChannel(address, { auth, shardRequest, connectMs: 1_000 });
    channel.onClosed((reason) => reasons.push(reason));
    assertEquals(await opened, false);
    assertEquals(reasons.length, 1, address);
  }
  (await accepted).close();
  silent.close();
});
