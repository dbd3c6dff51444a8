import { assert, assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { AndonClient } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { ClusterHarness } from "../support/cluster_harness.ts";
import type { KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { Haproxy, haproxyTest } from "../support/haproxy.ts";
import { evaluatedUpTo, storedAsExpected } from "../support/evaluated.ts";
import { PushSocket } from "../support/push_socket.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";
import { SteadyPosts } from "../support/steady_posts.ts";

const STREAMS = Array.from({ length: 8 }, (_, i) => `Load.Bank0.S${i}`);
const BEFORE_MS: Ms = 60_000;
const STOPPED_MS: Ms = 9_000;
const STORE_AWAY_MS: Ms = 3_000;

interface Context {
  cluster: ClusterHarness;
  kv: KvServer;
  /** A browser's push channel through the proxy, to the leader. */
  browser: PushSocket;
}

const pause = (ms: Ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function killLeader({ cluster, browser }: Context): Promise<void> {
  const { leader } = await cluster.byRole();
  await leader.kill();
  await browser.closed;
  await cluster.nextLeader(leader);
  cluster.relaunch(leader);
}

/** Only the proxy can close the connections of a process that is stopped. */
async function stopLeader({ cluster, browser }: Context): Promise<void> {
  const { leader } = await cluster.byRole();
  Deno.kill(leader.pid, "SIGSTOP");
  try {
    await Promise.all([browser.closed, cluster.nextLeader(leader), pause(STOPPED_MS)]);
  } finally {
    Deno.kill(leader.pid, "SIGCONT");
  }
}

async function endLeader({ cluster, browser }: Context): Promise<void> {
  const { leader } = await cluster.byRole();
  const ended = leader.stop();
  assertEquals((await browser.closed).code, 1001);
  assertEquals(await ended, 0);
  await cluster.nextLeader(leader);
  cluster.relaunch(leader);
}

async function killStore({ kv }: Context): Promise<void> {
  await kv.crash();
  await pause(STORE_AWAY_MS);
  await kv.revive();
}

haproxyTest(
  "behind HAProxy nothing acknowledged is lost and no event, whether the leader is killed, stopped or ended, or the store is away",
  async (kv, haproxy) => {
    const beganMs = Date.now();
    await using simulator = await startSimulator({
      now: Date.now,
      extraStreams: STREAMS.length,
      extraPeriodMs: 500,
      extraCycleSamples: 14,
    });
    await using cluster = await ClusterHarness.start(kv, {
      processes: 2,
      allow: new URL(simulator.baseUrl).host,
      environment: { TRUST_PROXY: "1", PUBLIC_URL: "https://andon.example.org" },
    });
    await using proxy = await Haproxy.start(haproxy, cluster.processes.map(({ baseUrl }) => baseUrl));
    const clients = [await signedIn(proxy.url), await signedIn(proxy.url)];
    const [client] = clients;
    await using posts = new SteadyPosts(clients);
    await posts.undisturbed();
    await connect(client, simulator);
    const template = await limitTemplate(client);
    for (const stream of STREAMS) await deployOn(client, template, stream);
    for (const fault of [killLeader, stopLeader, endLeader, killStore]) {
      await using browser = await PushSocket.ofAdmin(proxy.url, { subscribe: ["resource_changed"] });
      await fault({ cluster, kv, browser });
      await cluster.allReady();
      await posts.undisturbed();
    }
    await posts.end();
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    await cluster.end();
    Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
    const { expected } = await storedAsExpected({
      path: kv.url,
      simulator,
      goOn: () => cluster.aMoment(),
      fromMs: beganMs - BEFORE_MS,
      untilMs,
    });
    assert(expected > 10, `enough events to compare: ${expected}`);
  },
);

/** Until its first checks HAProxy takes every process for the leader. */
async function signedIn(url: string): Promise<AndonClient> {
  const client = new AndonClient(url);
  return await eventually(
    "HAProxy finds the leader",
    () => client.signIn("admin", ADMIN_PASSWORD).then(() => client, () => undefined),
  );
}
