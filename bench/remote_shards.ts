/**
 * What remote shards cost: `deno run -A --no-check --lock=tests/deno.lock bench/remote_shards.ts [asks]
 * [restore]`. Sends messages to an actor in a worker of this process and in one of another process over
 * loopback, then restores 100,000 instances in three shards, all local or two of them remote. Progress goes to
 * standard error.
 */
import { channelLink } from "../cluster/remote_shards/channel.ts";
import type { ShardLink } from "../actors/runtime/link.ts";
import { type ActorSystem, startActorSystem } from "../actors/runtime/system.ts";
import { connectChannel, newNonce } from "../cluster/remote_shards/open_channel.ts";
import { MessageAuth } from "../cluster/message_auth.ts";
import { startPlant } from "../main/system.ts";
import { createLog } from "../settings/log.ts";
import { openStorage } from "../storage/open.ts";
import { spawnToyWorker } from "../tests/support/runtime_harness.ts";
import { RuntimeStore } from "../tests/support/runtime_store.ts";
import { placementOfId, toyBehaviours } from "../tests/support/runtime_toys.ts";
import { cpuSeconds, type LineProcess, residentMiB, spawnDeno } from "./harness/processes.ts";
import { alternately, spread } from "./harness/measure.ts";
import { copyOfStore, INSTANCES, streamName, STREAMS } from "./parts/andon.ts";
import { startPageSource } from "./parts/page_source.ts";

const SHARDS = 3;
/** Long, so that no shard is replaced on a busy machine; the longest silence is printed. */
const HEARTBEAT_DEADLINE_MS = 60_000;
const SIZES = { "64 B": 64, "64 KiB": 65_536, "1 MiB": 1_048_576 };
const auth = new MessageAuth(new Uint8Array(32));
const log = createLog({ level: "warn", format: "text", now: Date.now });

const wanted = Deno.args.length === 0 ? ["asks", "restore"] : Deno.args;
if (wanted.includes("asks")) await messages();
if (wanted.includes("restore")) await restore();
Deno.exit(0);

async function workerHost(
  module: string,
): Promise<{ child: LineProcess; linkTo: (shard: number) => ShardLink }> {
  const child = spawnDeno(new URL("parts/worker_host_child.ts", import.meta.url), {
    args: [new URL(module, import.meta.url).href],
  });
  const address = await child.lineAfter("ready");
  const linkTo = (shard: number) => {
    const shardRequest = {
      v: 1,
      program: "1",
      from: "a",
      to: "b",
      shard,
      nowMs: 0,
      nonce: newNonce(),
    } as const;
    return channelLink(connectChannel(address, { auth, shardRequest }).channel);
  };
  return { child, linkTo };
}

async function messages(): Promise<void> {
  const store = await RuntimeStore.open();
  const { child, linkTo } = await workerHost("../tests/support/runtime_worker.ts");
  const open = (elsewhere?: (shard: number) => ShardLink) =>
    startActorSystem({
      shards: 1,
      spawnWorker: spawnToyWorker,
      elsewhere,
      localBehaviours: toyBehaviours,
      init: "",
      store,
      placement: placementOfId,
      now: Date.now,
      random: Math.random,
      laneOfShard: () => 0,
      log,
    });
  const systems = { here: open(), remote: open(linkTo) };
  await Promise.all(Object.values(systems).map((system) => system.ready(30_000)));
  for (const [size, bytes] of Object.entries(SIZES)) {
    const count = bytes > 100_000 ? 100 : 5_000;
    for (const inFlight of [1, 64]) {
      const cpu: Record<string, number[]> = { here: [], remote: [] };
      const times = await alternately({
        here: () => asked(systems.here, { bytes, count, inFlight, cpu: cpu.here, pids: ["self"] }),
        remote: () =>
          asked(systems.remote, { bytes, count, inFlight, cpu: cpu.remote, pids: ["self", child.pid] }),
      }, { rounds: 5 });
      for (const where of ["here", "remote"] as const) {
        const us = (value: number) => `${value.toFixed(0)} µs`;
        console.log(
          `ask of ${size}, ${inFlight} at a time, ${where}: ${spread(times[where], us)} each, ` +
            `CPU ${spread(cpu[where].slice(1), us)}`,
        );
      }
    }
  }
  await Promise.all(Object.values(systems).map((system) => system.drain(1_000)));
  await child.kill();
  store.close();
}

interface Asking {
  bytes: number;
  count: number;
  inFlight: number;
  /** Receives the CPU time, µs per message. */
  cpu: number[];
  pids: (number | "self")[];
}

/** µs per message, from the first to the last answer. */
async function asked(system: ActorSystem, { bytes, count, inFlight, cpu, pids }: Asking): Promise<number> {
  const ref = system.ref<ArrayBuffer>("receiver", "0:x");
  const used = () => pids.reduce<number>((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used(), begun = performance.now();
  let left = count;
  await Promise.all(Array.from({ length: inFlight }, async () => {
    while (left-- > 0) await ref.ask(new ArrayBuffer(bytes));
  }));
  const ms = performance.now() - begun;
  cpu.push((used() - before) * 1e6 / count);
  return ms * 1_000 / count;
}

async function restore(): Promise<void> {
  const { dataDir, signupName } = await copyOfStore();
  const resources = Array.from({ length: STREAMS }, (_, i) => streamName(i));
  for (const where of ["here", "remote", "here", "remote"] as const) {
    await using source = startPageSource({ signupName, resources });
    await restored(where, { dataDir, source });
  }
  await Deno.remove(dataDir, { recursive: true });
}

async function restored(
  where: "here" | "remote",
  { dataDir, source }: { dataDir: string; source: ReturnType<typeof startPageSource> },
): Promise<void> {
  const { child, linkTo } = await workerHost("../actors/shard_worker.ts");
  const storage = await openStorage({
    path: `${dataDir}/andon.sqlite`,
    now: Date.now,
    secretsKey: new Uint8Array(32),
    keepSecretsKey: false,
    log,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const configuration = { ...source.configuration, wait_seconds: 0, poll_seconds: 0.1 };
  await storage.configuration.save(configuration, { name: "bench", role: "admin" });
  const beforeMiB = residentMiB("self"), begun = performance.now(), cpu = cpuSeconds("self");
  const plant = startPlant({
    storage,
    shards: SHARDS,
    log,
    now: Date.now,
    random: Math.random,
    heartbeatDeadlineMs: HEARTBEAT_DEADLINE_MS,
    elsewhere: where === "here" ? undefined : (shard) => shard === 0 ? undefined : linkTo(shard),
    init: {
      outboundAllow: "127.0.0.1",
      alwaysAllow: [source.host],
      clientName: `andon-${storage.id}`,
      generationMs: 5_000,
      proxy: { https: null, http: null, no: "" },
      plantTimeZone: "UTC",
    },
  });
  const peak = { own: 0, workerHost: 0, silentMs: 0 };
  const sampling = setInterval(() => {
    peak.own = Math.max(peak.own, residentMiB("self"));
    peak.workerHost = Math.max(peak.workerHost, residentMiB(child.pid));
    for (const { lastHeartbeatMs } of plant.system.stats()) {
      if (lastHeartbeatMs > 0) peak.silentMs = Math.max(peak.silentMs, Date.now() - lastHeartbeatMs);
    }
  }, 20);
  await plant.start();
  const ms = performance.now() - begun;
  for (; plant.sourceStatus().followed_streams !== STREAMS;) {
    await new Promise((done) => setTimeout(done, 50));
  }
  clearInterval(sampling);
  const cpuOwn = cpuSeconds("self") - cpu;
  await plant.drain(5_000);
  console.log(
    `restore of ${INSTANCES} instances in ${SHARDS} shards, ${
      where === "here" ? "all here" : "two of them remote"
    }: ` +
      `${ms.toFixed(0)} ms; own CPU ${cpuOwn.toFixed(2)} s, worker host's ${
        cpuSeconds(child.pid).toFixed(2)
      } s; ` +
      `own peak ${beforeMiB.toFixed(0)} to ${peak.own.toFixed(0)} MiB, ` +
      `worker host's ${peak.workerHost.toFixed(0)} MiB; longest without a heartbeat ${peak.silentMs} ms`,
  );
  await storage.close();
  await child.kill();
}
