import config from "../../deno.json" with { type: "json" };
import { assert, assertEquals, assertMatch } from "@std/assert";
import { LeaderClient } from "../../cluster/forwarding/leader_client.ts";
import { connectChannel, newNonce } from "../../cluster/remote_shards/open_channel.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { ForwardedRequest } from "../../cluster/forwarding/types.ts";
import { listenInternally } from "../../cluster/internal_address.ts";
import { listenForMembers } from "../../main/listen.ts";
import { socketUpgrades } from "../../main/socket_upgrade.ts";
import { followerMetrics } from "../../main/metrics/follower.ts";
import { ClusterNode } from "../../cluster/cluster_node.ts";
import { eventually } from "../support/eventually.ts";
import { spawnToyWorker } from "../support/runtime_harness.ts";

const noWorker = () => {
  throw new Error("No shard runs here");
};

async function openNode(
  metricsToken: string | null = null,
  spawnWorker: () => Worker = noWorker,
): Promise<ClusterNode> {
  const internal = await listenInternally(
    { hostname: "127.0.0.1", port: 0, auth: new MessageAuth(new Uint8Array(32)) },
    (address) => listenForMembers({ ...address, log: () => {}, maxConnections: 100 }),
  );
  return new ClusterNode({
    settings: { trustProxyHops: 0 },
    internal,
    listen: (handler) => Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler),
    upgrades: socketUpgrades,
    program: config.version,
    metrics: (state) => followerMetrics(state, { token: metricsToken, connections: () => undefined }),
    secretsKey: new Uint8Array(32),
    spawnWorker,
    log: () => {},
  });
}

const urlOf = ({ server }: ClusterNode) => `http://127.0.0.1:${server.addr.port}`;

Deno.test("a node without a leader is alive, and not ready", async () => {
  const node = await openNode();
  const alive = await fetch(`${urlOf(node)}/healthz`);
  assertEquals([alive.status, await alive.json()], [200, { success: true, data: { status: "ok" } }]);
  assertMatch(alive.headers.get("x-request-id") ?? "", /^[0-9a-f]{16}$/);
  const ready = await fetch(`${urlOf(node)}/readyz`);
  assertEquals([ready.status, (await ready.json()).details], [503, { error_code: "UNAVAILABLE" }]);
  const metrics = await (await fetch(`${urlOf(node)}/metrics`)).text();
  assert(metrics.includes('andon_forwarded_requests_total{outcome="refused"} 1'), metrics);
  await node.close();
});

Deno.test("the metrics of a follower need their token too", async () => {
  const node = await openNode("t0ken");
  const status = async (headers: Record<string, string>) => {
    const answer = await fetch(`${urlOf(node)}/metrics`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  assertEquals([await status({}), await status({ authorization: "Bearer t0ken" })], [401, 200]);
  await node.close();
});

Deno.test("a request that arrives early is answered, with its body, once the node leads", async () => {
  const node = await openNode();
  const asked = fetch(`${urlOf(node)}/api/x`, { method: "POST", body: "of its own" });
  await eventually("it has arrived", async () => {
    const text = await (await fetch(`${urlOf(node)}/metrics`)).text();
    return text.includes("andon_forwarded_requests_waiting 1");
  });
  node.lead(async (request) => new Response(`${request.method} ${await request.text()}`));
  assertEquals(await (await asked).text(), "POST of its own");
  await node.close();
});

Deno.test("a node accepts forwarded requests while it leads, until its process leaves", async () => {
  const node = await openNode();
  const client = new LeaderClient({ auth: new MessageAuth(new Uint8Array(32)), mostConnections: 1 });
  const never = new AbortController().signal;
  const send = async (id: string) => {
    const { beat, address } = node.membership.renewal(performance.now());
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

Deno.test("a node that closes waits for responses, but not forever", async () => {
  const { promise: answer, resolve: finish } = Promise.withResolvers<Response>();
  const node = await openNode();
  let came = 0;
  node.lead(() => {
    came++;
    return answer;
  });
  const asked = fetch(`${urlOf(node)}/api/slow`);
  await eventually("it has arrived", () => came === 1);
  await node.close(20);
  finish(new Response("late"));
  assertEquals(await (await asked).text(), "late");
});

const LEADER = "the leader";

/** The channel of a remote shard that runs in the node for a leader. */
async function remoteShard({ membership, workerHost }: ClusterNode) {
  const { self, address, program } = membership;
  const seen = { untilMs: 0, versionstamp: "1", beat: 1, address: "127.0.0.1:1" };
  membership.observe({
    processes: new Map([[LEADER, seen]]),
    epochs: new Map([[0, { record: { v: 1, epoch: 1, holder: LEADER }, versionstamp: "1" }]]),
  }, { live: new Set([LEADER]), nowMs: performance.now() });
  const { channel, opened } = connectChannel(address, {
    auth: new MessageAuth(new Uint8Array(32)),
    shardRequest: {
      ...{ v: 1, program, from: LEADER, to: self, shard: 1, nowMs: Date.now(), nonce: newNonce() } as const,
    },
  });
  assertEquals([await opened, workerHost.size], [true, 1]);
  return channel;
}

Deno.test("a node that hosts shards hands them over before it ends, within its deadline", async () => {
  const node = await openNode(null, spawnToyWorker);
  const stopping = new AbortController();
  const channel = await remoteShard(node);
  await node.handOverShards(20);
  assertEquals([node.membership.isLeaving, node.workerHost.size], [true, 1]);
  const after = node.afterHandOver(stopping.signal);
  stopping.abort();
  const handedOver = node.handOverShards(600_000);
  assertEquals(after.aborted, false);
  channel.close("it moves");
  await handedOver;
  await eventually("it may end", () => after.aborted);
  assertEquals(node.workerHost.size, 0);
  await node.close();
});

Deno.test("a node without remote shards has nothing to hand over, and stays a member", async () => {
  const node = await openNode();
  await node.handOverShards(600_000);
  assertEquals(node.membership.isLeaving, false);
  const after = node.afterHandOver(AbortSignal.abort());
  await eventually("it may end", () => after.aborted);
  await node.close();
});
