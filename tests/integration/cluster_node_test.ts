import config from "../../deno.json" with { type: "json" };
import { assert, assertEquals, assertMatch } from "@std/assert";
import { LeaderClient } from "../../cluster/forwarding/leader_client.ts";
import { connectChannel, newNonce } from "../../cluster/remote_shards/open_channel.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { ForwardedRequest } from "../../cluster/forwarding/types.ts";
import { socketUpgrades } from "../../main/socket_upgrade.ts";
import { followerMetrics } from "../../main/metrics/follower.ts";
import { ClusterNode } from "../../cluster/cluster_node.ts";
import { eventually } from "../support/eventually.ts";
import { spawnToyWorker } from "../support/runtime_house.ts";

const noWorker = () => {
  throw new Error("Nobody borrows one");
};

function openDoor(metricsToken: string | null = null, spawnWorker: () => Worker = noWorker): ClusterNode {
  const settings = { host: "127.0.0.1", port: 0, clusterAddress: null, trustProxyHops: 0 };
  return new ClusterNode({
    settings,
    listen: (handler) => Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler),
    upgrades: socketUpgrades,
    program: config.version,
    metrics: (state) => followerMetrics(state, metricsToken),
    secretsKey: new Uint8Array(32),
    spawnWorker,
    log: () => {},
  });
}

const urlOf = ({ server }: ClusterNode) => `http://127.0.0.1:${server.addr.port}`;

Deno.test("a node that leads nowhere yet says that its process lives, and is not ready", async () => {
  const node = openDoor();
  const alive = await fetch(`${urlOf(node)}/healthz`);
  assertEquals([alive.status, await alive.json()], [200, { success: true, data: { status: "ok" } }]);
  assertMatch(alive.headers.get("x-request-id") ?? "", /^[0-9a-f]{16}$/);
  const ready = await fetch(`${urlOf(node)}/readyz`);
  assertEquals([ready.status, (await ready.json()).details], [503, { error_code: "UNAVAILABLE" }]);
  const metrics = await (await fetch(`${urlOf(node)}/metrics`)).text();
  assert(metrics.includes('andon_forwarded_requests_total{outcome="refused"} 1'), metrics);
  await node.close();
});

Deno.test("metrics of a process that stands by need their token too", async () => {
  const node = openDoor("t0ken");
  const status = async (headers: Record<string, string>) => {
    const answer = await fetch(`${urlOf(node)}/metrics`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  assertEquals([await status({}), await status({ authorization: "Bearer t0ken" })], [401, 200]);
  await node.close();
});

Deno.test("what came before the node led anywhere is answered, with its body, as soon as it does", async () => {
  const node = openDoor();
  const asked = fetch(`${urlOf(node)}/api/x`, { method: "POST", body: "of its own" });
  await eventually("it has come", async () => {
    const text = await (await fetch(`${urlOf(node)}/metrics`)).text();
    return text.includes("andon_forwarded_requests_waiting 1");
  });
  node.lead(async (request) => new Response(`${request.method} ${await request.text()}`));
  assertEquals(await (await asked).text(), "POST of its own");
  await node.close();
});

Deno.test("a node takes in what others hand on once it leads somewhere, and until its process leaves", async () => {
  const node = openDoor();
  const client = new LeaderClient({ auth: new MessageAuth(new Uint8Array(32)), mostConnections: 1 });
  const never = new AbortController().signal;
  const send = async (id: string) => {
    const { beat, address } = node.membership.renewing(performance.now());
    const request = { method: "POST", url: "http://andon.example/api/x", headers: [], peer: "10.0.0.9" };
    const forwarded: ForwardedRequest = {
      v: 1,
      id,
      to: node.membership.self,
      beat,
      withinMs: 5_000,
      ...request,
    };
    return await client.send({
      address,
      forwarded,
      body: null,
      pending: { isOver: false, onOver: undefined },
      over: () => never,
    });
  };
  assertEquals(await send("early"), { kind: "not_begun", reason: "not_ready" });
  node.lead(() => new Response("here"));
  const handed = await send("in time");
  assert(handed.kind === "answer");
  assertEquals(await handed.response.text(), "here");
  node.leave();
  assertEquals(await send("late"), { kind: "not_begun", reason: "not_ready" });
  await client.close();
  await node.close();
});

Deno.test("a node that closes waits for answers, but not for ever", async () => {
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<Response>();
  const node = openDoor();
  let came = 0;
  node.lead(() => {
    came++;
    return goOn;
  });
  const asked = fetch(`${urlOf(node)}/api/slow`);
  await eventually("it has come", () => came === 1);
  await node.close(20);
  letGoOn(new Response("late"));
  assertEquals(await (await asked).text(), "late");
});

const HOLDER = "the leader";

/** A worker of the node's that a process borrows which holds the store, as both see it. */
async function borrowed({ membership, workerHost }: ClusterNode) {
  const { self, address, program } = membership;
  const seen = { untilMs: 0, versionstamp: "1", beat: 1, address: "127.0.0.1:1" };
  membership.look({
    processes: new Map([[HOLDER, seen]]),
    epochs: new Map([[0, { record: { v: 1, epoch: 1, holder: HOLDER }, versionstamp: "1" }]]),
  }, { live: new Set([HOLDER]), nowMs: performance.now() });
  const { channel, opened } = connectChannel(address, {
    auth: new MessageAuth(new Uint8Array(32)),
    shardRequest: {
      ...{ v: 1, program, from: HOLDER, to: self, shard: 1, nowMs: Date.now(), nonce: newNonce() } as const,
    },
  });
  assertEquals([await opened, workerHost.size], [true, 1]);
  return channel;
}

Deno.test("a node that lends hands back before it ends: until it lends nothing, and no longer than it may", async () => {
  const node = openDoor(null, spawnToyWorker);
  const told = new AbortController();
  const channel = await borrowed(node);
  await node.handOverShards(20);
  assertEquals([node.membership.isLeaving, node.workerHost.size], [true, 1]);
  const after = node.afterHandOver(told.signal);
  told.abort();
  const handedBack = node.handOverShards(600_000);
  assertEquals(after.aborted, false);
  channel.close("it moves");
  await handedBack;
  await eventually("it may end", () => after.aborted);
  assertEquals(node.workerHost.size, 0);
  await node.close();
});

Deno.test("a node that lends nothing has nothing to hand back, and stays who it is", async () => {
  const node = openDoor();
  await node.handOverShards(600_000);
  assertEquals(node.membership.isLeaving, false);
  const after = node.afterHandOver(AbortSignal.abort());
  await eventually("it may end", () => after.aborted);
  await node.close();
});
