import { assert, assertEquals, assertMatch } from "@std/assert";
import { HolderClient } from "../../connectors/holder/client.ts";
import { borrowLine, newNonce } from "../../connectors/holder/lent_line.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import type { HandedOn } from "../../domain/hand_on/types.ts";
import { FrontDoor } from "../../main/front_door.ts";
import { eventually } from "../support/eventually.ts";
import { spawnToyWorker } from "../support/runtime_house.ts";

const noWorker = () => {
  throw new Error("Nobody borrows one");
};

function openDoor(metricsToken: string | null = null, spawnWorker: () => Worker = noWorker): FrontDoor {
  const settings = { host: "127.0.0.1", port: 0, clusterAddress: null, metricsToken, trustProxyHops: 0 };
  return new FrontDoor({
    settings,
    tls: null,
    secretsKey: new Uint8Array(32),
    spawnWorker,
    log: () => {},
  });
}

const urlOf = ({ server }: FrontDoor) => `http://127.0.0.1:${server.addr.port}`;

Deno.test("a door that leads nowhere yet says that its process lives, and is not ready", async () => {
  const door = openDoor();
  const alive = await fetch(`${urlOf(door)}/healthz`);
  assertEquals([alive.status, await alive.json()], [200, { success: true, data: { status: "ok" } }]);
  assertMatch(alive.headers.get("x-request-id") ?? "", /^[0-9a-f]{16}$/);
  const ready = await fetch(`${urlOf(door)}/readyz`);
  assertEquals([ready.status, (await ready.json()).details], [503, { error_code: "UNAVAILABLE" }]);
  const metrics = await (await fetch(`${urlOf(door)}/metrics`)).text();
  assert(metrics.includes('andon_handed_on_requests_total{outcome="refused"} 1'), metrics);
  await door.close();
});

Deno.test("metrics of a process that stands by need their token too", async () => {
  const door = openDoor("t0ken");
  const status = async (headers: Record<string, string>) => {
    const answer = await fetch(`${urlOf(door)}/metrics`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  assertEquals([await status({}), await status({ authorization: "Bearer t0ken" })], [401, 200]);
  await door.close();
});

Deno.test("what came before the door led anywhere is answered, with its body, as soon as it does", async () => {
  const door = openDoor();
  const asked = fetch(`${urlOf(door)}/api/x`, { method: "POST", body: "of its own" });
  await eventually("it has come", async () => {
    const text = await (await fetch(`${urlOf(door)}/metrics`)).text();
    return text.includes("andon_handed_on_requests_waiting 1");
  });
  door.leadTo(async (request) => new Response(`${request.method} ${await request.text()}`));
  assertEquals(await (await asked).text(), "POST of its own");
  await door.close();
});

Deno.test("a door takes in what others hand on once it leads somewhere, and until its process leaves", async () => {
  const door = openDoor();
  const client = new HolderClient({ seal: new Seal(new Uint8Array(32)), mostConnections: 1 });
  const never = new AbortController().signal;
  const send = async (id: string) => {
    const { beat, address } = door.neighbours.renewing(performance.now());
    const request = { method: "POST", url: "http://andon.example/api/x", headers: [], peer: "10.0.0.9" };
    const handedOn: HandedOn = { v: 1, id, to: door.neighbours.self, beat, withinMs: 5_000, ...request };
    return await client.send({
      address,
      handedOn,
      body: null,
      waiting: { isOver: false, onOver: undefined },
      over: () => never,
    });
  };
  assertEquals(await send("early"), { kind: "not_begun", reason: "not_ready" });
  door.leadTo(() => new Response("here"));
  const handed = await send("in time");
  assert(handed.kind === "answer");
  assertEquals(await handed.response.text(), "here");
  door.leave();
  assertEquals(await send("late"), { kind: "not_begun", reason: "not_ready" });
  await client.close();
  await door.close();
});

Deno.test("a door that closes waits for answers, but not for ever", async () => {
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<Response>();
  const door = openDoor();
  let came = 0;
  door.leadTo(() => {
    came++;
    return goOn;
  });
  const asked = fetch(`${urlOf(door)}/api/slow`);
  await eventually("it has come", () => came === 1);
  await door.close(20);
  letGoOn(new Response("late"));
  assertEquals(await (await asked).text(), "late");
});

const HOLDER = "the holder";

/** A worker of the door's that a process borrows which holds the store, as both see it. */
async function borrowed({ neighbours, lender }: FrontDoor) {
  const { self, address, program } = neighbours;
  const seen = { untilMs: 0, versionstamp: "1", beat: 1, address: "127.0.0.1:1" };
  neighbours.look({
    processes: new Map([[HOLDER, seen]]),
    epochs: new Map([[0, { record: { v: 1, epoch: 1, holder: HOLDER }, versionstamp: "1" }]]),
  }, { live: new Set([HOLDER]), nowMs: performance.now() });
  const { line, opened } = borrowLine(address, {
    seal: new Seal(new Uint8Array(32)),
    borrowing: {
      ...{ v: 1, program, from: HOLDER, to: self, shard: 1, nowMs: Date.now(), nonce: newNonce() } as const,
    },
  });
  assertEquals([await opened, lender.size], [true, 1]);
  return line;
}

Deno.test("a door that lends hands back before it ends: until it lends nothing, and no longer than it may", async () => {
  const door = openDoor(null, spawnToyWorker);
  const told = new AbortController();
  const line = await borrowed(door);
  await door.handBack(20);
  assertEquals([door.neighbours.isLeaving, door.lender.size], [true, 1]);
  const after = door.afterHandBack(told.signal);
  told.abort();
  const handedBack = door.handBack(600_000);
  assertEquals(after.aborted, false);
  line.close("it moves");
  await handedBack;
  await eventually("it may end", () => after.aborted);
  assertEquals(door.lender.size, 0);
  await door.close();
});

Deno.test("a door that lends nothing has nothing to hand back, and stays who it is", async () => {
  const door = openDoor();
  await door.handBack(600_000);
  assertEquals(door.neighbours.isLeaving, false);
  const after = door.afterHandBack(AbortSignal.abort());
  await eventually("it may end", () => after.aborted);
  await door.close();
});
