import { assert, assertEquals, assertMatch } from "@std/assert";
import { HolderClient } from "../../connectors/holder/client.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import type { HandedOn } from "../../domain/hand_on/types.ts";
import { FrontDoor } from "../../main/front_door.ts";
import { eventually } from "../support/eventually.ts";

const noWorker = () => {
  throw new Error("Nobody borrows one");
};

function openDoor(metricsToken: string | null = null): FrontDoor {
  const settings = { host: "127.0.0.1", port: 0, clusterAddress: null, metricsToken, trustProxyHops: 0 };
  return new FrontDoor({
    settings,
    tls: null,
    secretsKey: new Uint8Array(32),
    spawnWorker: noWorker,
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
    return await client.send({ address, handedOn, body: null, signal: never, patience: never });
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
