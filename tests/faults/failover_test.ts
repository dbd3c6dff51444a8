import { assertEquals, assertMatch } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { Json } from "../support/andon_client.ts";
import { AndonProcess, SECRETS_KEY } from "../support/andon_process.ts";
import { answerHead } from "../support/answer_head.ts";
import { denokvTest, type KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { isLeading } from "../support/is_leading.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";

/** Generous; `deno task proof:failover` measures the real time. */
const TAKE_OVER_MS = 120_000;
const START_MS = 120_000;
/** Longer than a process may take to end. */
const HANGS_MS = 7_000;

function options(kv: KvServer, { shards = 1, url = kv.url, environment = {} } = {}) {
  const own = { KV_URL: url, LOG_LEVEL: "info", ACTOR_SHARDS: String(shards), ...environment };
  return { allow: "127.0.0.1", environment: { ...kv.environment(), ...own } };
}

async function statusOf(process: AndonProcess, path: string): Promise<number> {
  const answer = await answerHead(process.baseUrl + path);
  return answer?.status ?? 0;
}

async function processes({ baseUrl }: AndonProcess): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^andon_processes (\d+)$/m.exec(text)?.[1]);
}

/** A process that stands by. */
async function standby(kv: KvServer, how: { shards?: number; url?: string } = {}): Promise<AndonProcess> {
  const process = AndonProcess.launch(options(kv, how));
  await eventually("it stands by", () => process.log.includes("This process stands by"), START_MS);
  return process;
}

async function names(process: AndonProcess): Promise<string[]> {
  const { data } = await (await process.client()).ok("GET", "/api/packages");
  return data.map((one: Json) => one.name);
}

async function addPackage(process: AndonProcess, name: string): Promise<void> {
  await (await process.client()).ok("POST", "/api/packages", { name, description: "" });
}

denokvTest("of two processes one leads, and the other stands by and says so", async (kv) => {
  await using first = await AndonProcess.start(options(kv));
  await using second = await standby(kv);
  assertEquals(await statusOf(second, "/healthz"), 200);
  await eventually("the second is ready", async () => await statusOf(second, "/readyz") === 200);
  assertEquals([await statusOf(first, "/leaderz"), await statusOf(second, "/leaderz")], [200, 503]);
  const refused = await fetch(`${second.baseUrl}/api/packages`);
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  const page = await fetch(second.baseUrl, { headers: { accept: "text/html" } });
  assertEquals(page.status, 503);
  assertMatch(await page.text(), /http-equiv="refresh"/);
  const client = await first.client();
  // Each process knows of the other once it has read its record.
  const data: Json[] = await eventually("the first knows of the second", async () => {
    const { data } = await client.ok("GET", "/api/processes");
    return data.length === 2 ? data : undefined;
  });
  const leader = data.find(({ role }) => role === "leader");
  assertEquals(data.map(({ role }) => role).toSorted(), ["leader", "standby"]);
  assertEquals((await refused.json()).details, { leader: leader?.id, error_code: "UNAVAILABLE" });
  await eventually("the second counts both", async () => await processes(second) === 2);
  await eventually("the first counts both", async () => await processes(first) === 2);
  assertEquals(await second.stop(), 0, "a process that stands by ends at once");
  await eventually("the first knows that it is alone", async () => await processes(first) === 1);
  assertEquals(await statusOf(first, "/leaderz"), 200);
});

denokvTest(
  "a process with another SECRETS_KEY stands by and says so; with both keys it leads",
  async (kv) => {
    await using first = await AndonProcess.start(options(kv));
    await addPackage(first, "Under the first key");
    assertEquals(await first.stop(), 0);
    const environment = { SECRETS_KEY: btoa("another key of thirty-two bytes!") };
    await using other = AndonProcess.launch(options(kv, { environment }));
    const standsBy = /SECRETS_KEY is not the key that this store was written with; .*this process stands by/;
    await eventually("it says so", () => standsBy.test(other.log), START_MS);
    assertEquals([await statusOf(other, "/healthz"), await statusOf(other, "/readyz")], [200, 503]);
    const both = { ...environment, SECRETS_KEY_PREVIOUS: SECRETS_KEY };
    await using second = await AndonProcess.start(options(kv, { environment: both }));
    assertEquals(await names(second), ["Under the first key"]);
    await eventually("all is encrypted anew", () => second.log.includes("remove SECRETS_KEY_PREVIOUS"));
    assertEquals(await second.stop(), 0);
    await eventually(
      "the process that has the new key only is ready",
      async () => await statusOf(other, "/readyz") === 200,
    );
    assertEquals(await names(other), ["Under the first key"]);
  },
);

denokvTest(
  "when a leader leaves, the other leads at once, with all that was written",
  async (kv) => {
    await using first = await AndonProcess.start(options(kv));
    await using second = await standby(kv);
    await addPackage(first, "By the first");
    const stopping = first.stop();
    await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
    assertEquals(await stopping, 0);
    await addPackage(second, "By the second");
    assertEquals(await names(second), ["By the first", "By the second"]);
  },
);

denokvTest("after a kill of the leader the other leads once the lease has expired", async (kv) => {
  await using first = await AndonProcess.start(options(kv));
  await using second = await standby(kv);
  await addPackage(first, "Acknowledged");
  await first.kill();
  await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
  assertEquals(await names(second), ["Acknowledged"]);
});

denokvTest(
  "a leader that was stopped past its lease writes no more, stands by, and can lead again",
  async (kv) => {
    await using first = await AndonProcess.start(options(kv));
    await using second = await standby(kv);
    const client = await first.client();
    Deno.kill(first.pid, "SIGSTOP");
    await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
    // Sent while the process is paused, and answered when it does not know yet that it is no longer the leader.
    const stale = client.send("POST", "/api/packages", { name: "Stale", description: "" }).catch(() => null);
    Deno.kill(first.pid, "SIGCONT");
    await stale;
    await eventually("the first stands by", () => first.log.includes("this one stands by"));
    assertEquals(await names(second), []);
    await second.stop();
    await eventually("the first serves again", () => isLeading(first), TAKE_OVER_MS);
  },
);

denokvTest("a former leader stands by even if the server hangs while it closes", async (kv) => {
  await using simulator = await startSimulator({ now: Date.now, extraStreams: 4, extraPeriodMs: 200 });
  await using first = await AndonProcess.start(options(kv));
  await using second = await standby(kv);
  const client = await first.client();
  await connect(client, simulator);
  const template = await limitTemplate(client);
  for (let i = 0; i < 4; i++) await deployOn(client, template, `Load.Bank0.S${i}`);
  Deno.kill(first.pid, "SIGSTOP");
  await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
  Deno.kill(first.pid, "SIGCONT");
  await eventually(
    "the first notices",
    () => first.log.includes("Another process leads; this one no longer writes"),
  );
  kv.pause();
  await new Promise((resolve) => setTimeout(resolve, HANGS_MS));
  kv.resume();
  await eventually(
    "the first stands by",
    () => first.log.includes("this one stands by"),
    TAKE_OVER_MS,
  );
  await eventually("it answers", async () => await statusOf(first, "/readyz") === 200, TAKE_OVER_MS);
});

denokvTest(
  "a process that loses the server during a failover retries, and does not end",
  async (kv) => {
    await using line = new FaultyProxy(kv.port);
    await using first = await AndonProcess.start(options(kv));
    await using second = await standby(kv, { url: line.url });
    // Slow, so that there is time between the two: it has the store, and has not read it.
    line.slow(250);
    await first.stop();
    await eventually(
      "it leads",
      () => second.log.includes("This process leads"),
      TAKE_OVER_MS,
    );
    line.cut();
    await eventually(
      "it could not take over",
      () => second.log.includes("could not become the leader"),
      TAKE_OVER_MS,
    );
    line.mend();
    await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
  },
);

denokvTest(
  "a process that starts while the server is unreachable waits for it, and ends at once on a signal",
  async (kv) => {
    await kv.crash();
    await using ends = AndonProcess.launch(options(kv));
    await using serves = AndonProcess.launch(options(kv));
    const waits = (process: AndonProcess) =>
      eventually(
        "it waits",
        () => process.log.includes("The KV server is unreachable; waiting for it"),
        START_MS,
      );
    await Promise.all([waits(ends), waits(serves)]);
    assertEquals([await statusOf(serves, "/healthz"), await ends.stop()], [200, 0]);
    await kv.revive();
    await eventually("it serves", () => isLeading(serves), START_MS);
  },
);

denokvTest("a process that the server refuses ends with one line, and exit code 2", async (kv) => {
  const { environment, ...place } = options(kv);
  const DENO_KV_ACCESS_TOKEN = "no token of the server's";
  await using process = AndonProcess.launch({
    ...place,
    environment: { ...environment, DENO_KV_ACCESS_TOKEN },
  });
  assertEquals(await process.ended(), 2);
  assertMatch(process.log, /^The store \(KV_URL, DATA_DIR\) cannot be opened: .*401.*\n$/);
});

/** The writers of the lanes that were written after the failover. */
async function lanesSince(kv: KvServer): Promise<Map<unknown, string>> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
  using handle = await Deno.openKv(kv.url);
  const { versionstamp } = await handle.get(["epoch", 0]);
  const lanes = await Array.fromAsync(handle.list<{ commitId: string }>({ prefix: ["lane"] }));
  const written = lanes.filter((lane) => lane.versionstamp > versionstamp!);
  return new Map(written.map(({ key, value }) => [key[1], value.commitId.split(".")[0]]));
}

denokvTest("a former leader writes nothing, even on lanes that the new one never uses", async (kv) => {
  await using simulator = await startSimulator({ now: Date.now, extraStreams: 4, extraPeriodMs: 200 });
  // Begun with one shard, the store has no cut: each process has its own number of them.
  await using begun = await AndonProcess.start(options(kv, { shards: 1 }));
  await begun.stop();
  await using first = await AndonProcess.start(options(kv, { shards: 3 }));
  await using second = await standby(kv, { shards: 0 });
  const client = await first.client();
  await connect(client, simulator);
  const template = await limitTemplate(client);
  for (let i = 0; i < 4; i++) await deployOn(client, template, `Load.Bank0.S${i}`);
  await eventually("every shard has written", async () => (await lanesSince(kv)).has(3));
  Deno.kill(first.pid, "SIGSTOP");
  await eventually("the second serves", () => isLeading(second), TAKE_OVER_MS);
  Deno.kill(first.pid, "SIGCONT");
  await eventually("the first stands by", () => first.log.includes("this one stands by"));
  const lanes = await eventually("the second has written", async () => {
    const written = await lanesSince(kv);
    return written.size > 0 ? written : undefined;
  });
  assertEquals(new Set(lanes.values()).size, 1, `one owner has written: ${[...lanes]}`);
  assertEquals([lanes.has(2), lanes.has(3)], [false, false]);
});
