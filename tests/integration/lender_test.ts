import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { borrowLine, lendLine } from "../../connectors/holder/lent_line.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import { headOf, textOf, WIRE } from "../../connectors/holder/wire.ts";
import { eventually } from "../support/eventually.ts";
import { headsOf, LendingHouse, type LendingProcess, statusOf, UPGRADE } from "../support/lending_house.ts";

const seal = new Seal(new Uint8Array(32));

/** The answer to a request; a line that it opens is ended at once. */
async function answered(lender: LendingProcess, headers: Record<string, string>): Promise<number> {
  const { status, end } = await statusOf(lender, headers);
  if (status !== 101) return status;
  end();
  await eventually("it has ended", () => lender.lender.size === 0);
  return status;
}

Deno.test("a request without a seal, or with another process's, is answered 403", async () => {
  await using house = new LendingHouse(["h", "b"]);
  const lender = house.process("b");
  const heads = headsOf(house.borrowing("b"));
  const { [WIRE.seal]: fits, [WIRE.head]: head, ...bare } = heads;
  const other = new Seal(new Uint8Array(32).fill(1)).of(JSON.stringify(house.borrowing("b")));
  const wrong = `${fits.slice(0, -1)}${fits.endsWith("0") ? "1" : "0"}`;
  const tries = [
    bare,
    { ...bare, [WIRE.head]: head },
    { ...bare, [WIRE.seal]: fits },
    { ...heads, [WIRE.seal]: wrong },
    { ...heads, [WIRE.seal]: other },
    { ...heads, [WIRE.head]: headOf(JSON.stringify(house.borrowing("b"))) },
    { ...heads, [WIRE.head]: "%%%" },
  ];
  for (const headers of tries) assertEquals(await answered(lender, headers), 403);
  assertEquals(lender.spawned, []);
  assertEquals(await answered(lender, heads), 101);
});

Deno.test("what is sealed and is no borrowing, or opens no WebSocket, is answered 400", async () => {
  await using house = new LendingHouse(["h", "b"]);
  const lender = house.process("b");
  const { nonce: _, ...without } = house.borrowing("b");
  const texts = ["", "{", "[]", "null", JSON.stringify(without)];
  const wrong = [{ v: 2 }, { shard: -1 }, { shard: 1.5 }, { nonce: "x" }, { nowMs: "now" }, { from: "" }]
    .map((given) => JSON.stringify({ ...house.borrowing("b"), ...given }));
  for (const text of [...texts, ...wrong]) assertEquals(await answered(lender, headsOf(text)), 400, text);
  const heads = () => headsOf(house.borrowing("b"));
  const { upgrade: _1, ...plain } = heads();
  const { "sec-websocket-key": _2, ...keyless } = heads();
  assertEquals(await answered(lender, plain), 400);
  assertEquals(await answered(lender, keyless), 400);
  assertEquals(lender.spawned, []);
  assertEquals(await answered(lender, { ...heads(), upgrade: "WebSocket" }), 101);
  assert("upgrade" in UPGRADE);
});

type Change = (house: LendingHouse, lender: LendingProcess) => Record<string, string> | void;

const NOT_LENT: Record<string, Change> = {
  "another process holds the store": (house) => headsOf(house.borrowing("b", { from: "c" })),
  "it holds the store itself": (house) => {
    const heads = headsOf(house.borrowing("b"));
    house.holder = "b";
    house.look();
    return heads;
  },
  "nobody holds the store": (house) => {
    const heads = headsOf(house.borrowing("b"));
    house.holder = null;
    house.look();
    return heads;
  },
  "it has not seen the store for too long": (house) => void (house.clock.nowMs += 5_001),
  "another process is meant": (house) => headsOf(house.borrowing("c")),
  "the program is another one": (house) => headsOf(house.borrowing("b", { program: "2" })),
  "its clock is 2,001 ms ahead": (_, lender) => void (lender.shiftMs = 2_001),
  "its clock is 2,001 ms behind": (_, lender) => void (lender.shiftMs = -2_001),
  "it is closed": (_, { lender }) => lender.close(),
};

for (const [why, change] of Object.entries(NOT_LENT)) {
  Deno.test(`nothing is lent or started when ${why}: 503`, async () => {
    await using house = new LendingHouse(["h", "b", "c"]);
    const lender = house.process("b");
    const heads = change(house, lender) ?? headsOf(house.borrowing("b"));
    assertEquals([await answered(lender, heads), lender.spawned], [503, []]);
    const warned = lender.logged.filter(({ level }) => level === "warn").map(({ fields }) => fields);
    assertEquals(warned, why.includes("clock") ? [{ from: "h", skew_ms: lender.shiftMs }] : []);
  });
}

for (const shiftMs of [-2_000, 2_000]) {
  Deno.test(`a process whose clock is off by ${shiftMs} ms lends`, async () => {
    await using house = new LendingHouse(["h", "b"]);
    house.process("b").shiftMs = shiftMs;
    assertEquals(await answered(house.process("b"), headsOf(house.borrowing("b"))), 101);
  });
}

Deno.test("as many workers are lent as may be, and not one more, until one ends", async () => {
  await using house = new LendingHouse(["h"]);
  const lender = house.start("b", { lending: { most: 2 } });
  house.look();
  const ask = () => statusOf(lender, headsOf(house.borrowing("b")));
  const first = await ask(), second = await ask();
  assertEquals([first.status, second.status, (await ask()).status], [101, 101, 503]);
  assertEquals([lender.lender.size, lender.spawned.length], [2, 2]);
  first.end();
  await eventually("it has ended", () => lender.lender.size === 1);
  const third = await ask();
  assertEquals(third.status, 101);
  second.end();
  third.end();
  await eventually("all have ended", () => lender.lender.size === 0);
  assertEquals(lender.spawned.map(({ isEnded }) => isEnded), [true, true, true]);
});

Deno.test("a borrowing counts once: what was heard on its way opens nothing while it is in time, nor later", async () => {
  await using house = new LendingHouse(["h", "b"]);
  const lender = house.process("b");
  const heads = headsOf(house.borrowing("b", { nowMs: house.clock.nowMs + 2_000 }));
  assertEquals(await answered(lender, heads), 101);
  for (const ms of [0, 2_000, 2_000, 1]) {
    house.pass(ms);
    assertEquals(await answered(lender, heads), 503);
  }
  assertEquals(lender.spawned.length, 1);
  assertEquals(await answered(lender, headsOf(house.borrowing("b"))), 101);
});

/** A worker that is lent, with the line to it. */
async function lent(house: LendingHouse) {
  const lender = house.process("b");
  const { line, opened } = borrowLine(lender.neighbours.address, { seal, borrowing: house.borrowing("b") });
  const reasons: string[] = [];
  line.onClosed((reason) => reasons.push(reason));
  assertEquals(await opened, true);
  assertEquals([lender.lender.size, lender.spawned.map(({ isEnded }) => isEnded)], [1, [false]]);
  return { lender, line, reasons };
}

const ENDS: Record<string, (house: LendingHouse, given: Awaited<ReturnType<typeof lent>>) => void> = {
  "the line ends": (_, { line }) => line.close("enough"),
  "another process holds the store": (house) => {
    house.holder = "c";
    house.look();
  },
  "nobody holds the store": (house) => {
    house.holder = null;
    house.look();
  },
  "its process ends": (_, { lender }) => lender.lender.close(),
  "it throws": (_, { lender }) =>
    void lender.spawned[0].worker.dispatchEvent(new ErrorEvent("error", { cancelable: true })),
};

for (const [when, end] of Object.entries(ENDS)) {
  Deno.test(`a lent worker ends, and its line, when ${when}`, async () => {
    await using house = new LendingHouse(["h", "b", "c"]);
    const given = await lent(house);
    end(house, given);
    await eventually("the worker has ended", () => given.lender.spawned[0].isEnded);
    await eventually("the line has ended", () => given.reasons.length === 1);
    assertEquals(given.lender.lender.size, 0);
    assertStringIncludes(given.lender.logged.at(-1)?.message ?? "", "lives here no more");
  });
}

Deno.test("a process that cannot start a worker lends none, and says so", async () => {
  await using house = new LendingHouse(["h"]);
  const lender = house.start("b", {
    lending: {
      spawnWorker: () => {
        throw new Error("no worker today");
      },
    },
  });
  house.look();
  const { line, opened } = borrowLine(lender.neighbours.address, { seal, borrowing: house.borrowing("b") });
  assertEquals(await opened, false);
  line.close("over");
  assertEquals(lender.lender.size, 0);
  assertEquals(lender.logged.map(({ level, fields }) => [level, fields]), [
    ["error", { shard: 1, error: "Error: no worker today" }],
  ]);
});

Deno.test("what was said on one line says nothing on another one of the same borrowing", async () => {
  const heard: string[][] = [], ends: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { response, line } = lendLine(request, {
      seal,
      text: textOf(request.headers.get(WIRE.head)) ?? "",
    });
    const its: string[] = [];
    heard.push(its);
    line.onMessage((bytes) => void its.push(new TextDecoder().decode(bytes)));
    line.onClosed((reason) => ends.push(reason));
    return response;
  });
  const frames: unknown[] = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data !== "string") frames.push(data);
    return send.call(this, data);
  };
  const address = `127.0.0.1:${server.addr.port}`;
  const borrowing = {
    v: 1,
    program: "1",
    from: "h",
    to: "b",
    shard: 1,
    nowMs: 0,
    nonce: "0".repeat(32),
  } as const;
  const { line, opened } = borrowLine(address, { seal, borrowing });
  await opened;
  line.send(new TextEncoder().encode("once"));
  WebSocket.prototype.send = send;
  await eventually("it is heard", () => heard[0].length === 1);
  line.close("over");
  await eventually("the first line has ended", () => ends.length === 1);
  const again = new WebSocket(`ws://${address}/lent`, { headers: headsOf(borrowing) } as unknown as string[]);
  again.onmessage = () => again.send(frames[0] as ArrayBuffer);
  const closed = new Promise((resolve) => again.onclose = resolve);
  await eventually("both lines have ended", () => ends.length === 2);
  assertEquals([heard, ends], [[["once"], []], [
    "the connection ended",
    "what came is not of the other end",
  ]]);
  await closed;
  await server.shutdown();
});

Deno.test("a line that is refused, cannot be connected to, or gets no answer is not opened, and ends", async () => {
  await using house = new LendingHouse(["h", "b"]);
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = silent.accept();
  const closedPort = house.start("x");
  const nowhere = closedPort.neighbours.address;
  await house.kill("x");
  const refusing = house.process("b").neighbours.address;
  for (const address of [refusing, nowhere, `127.0.0.1:${silent.addr.port}`]) {
    const reasons: string[] = [];
    const borrowing = house.borrowing("b", { program: "2" });
    const { line, opened } = borrowLine(address, { seal, borrowing, connectMs: 1_000 });
    line.onClosed((reason) => reasons.push(reason));
    assertEquals(await opened, false);
    assertEquals(reasons.length, 1, address);
  }
  (await accepted).close();
  silent.close();
});
