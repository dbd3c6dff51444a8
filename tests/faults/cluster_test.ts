import { assert, assertEquals } from "@std/assert";
import type { AndonClient, Json } from "../support/andon_client.ts";
import type { AndonProcess } from "../support/andon_process.ts";
import { ClusterHarness, statusOf } from "../support/cluster_harness.ts";
import { denokvTest } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { PushSocket } from "../support/push_socket.ts";

/** The longest wait of a client; 5 s are promised. */
const ANSWER_MS = 60_000;
const TAKE_OVER_MS = 120_000;

async function names(client: AndonClient): Promise<string[]> {
  return (await client.ok("GET", "/api/packages")).data.map(({ name }: Json) => name);
}

function make(client: AndonClient, name: string) {
  return client.post("/api/packages", { name, description: "" });
}

function listen(
  { baseUrl }: AndonProcess,
  { cookie }: AndonClient,
  first: unknown = {},
): Promise<PushSocket> {
  const headers = { cookie, origin: baseUrl };
  return PushSocket.open(`${baseUrl.replace("http", "ws")}/api/ws`, headers, first);
}

const frameLines = (socket: PushSocket) =>
  socket.of("resource_changed").map(({ seq, data }) => `${seq} ${data.id}`);

denokvTest(
  "three processes answer as one, and send their browsers the same frames in the same order",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv, { environment: { RATE_LIMIT_DEFAULT: "90000" } });
    const { leader, others: [second, third] } = await cluster.byRole();
    const clients = await Promise.all([leader, second, third].map((process) => process.client()));
    const sockets = await Promise.all(
      [leader, second, third].map((process, i) => listen(process, clients[i])),
    );
    const first = sockets[0];
    for (let i = 0; i < 9; i++) assertEquals((await make(clients[i % 3], `Made ${i}`)).status, 201);
    const all = Array.from({ length: 9 }, (_, i) => `Made ${i}`);
    for (const client of clients) assertEquals(await names(client), all);
    for (const socket of sockets) {
      await socket.until("all frames have arrived", () => frameLines(socket).length === 9);
    }
    assertEquals(sockets.map(frameLines), [frameLines(first), frameLines(first), frameLines(first)]);

    const left = await eventually("three answers within one minute", async () => {
      const answers = await Promise.all(clients.map((client) => client.get("/api/packages")));
      const remaining = answers.map(({ headers }) =>
        Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
      );
      remaining.sort((a, b) => a - b);
      return remaining[2] - remaining[0] === 2 ? remaining : undefined;
    });
    assertEquals(left[1] - left[0], 1, "one limit for all processes");

    await third.kill();
    await make(clients[1], "While the third was gone");
    await using resumed = await listen(second, clients[1], { after: sockets[2].last.seq });
    await resumed.until("the missed frame has arrived", () => frameLines(resumed).length === 1);
    await first.until("the first has the frame", () => frameLines(first).length === 10);
    assertEquals([...frameLines(sockets[2]), ...frameLines(resumed)], frameLines(first));

    await eventually("all report two processes, one of which leads", async () => {
      const { data } = await clients[1].ok("GET", "/api/processes");
      return data.map(({ partitions }: Json) => partitions).sort().join() === "0,1";
    });
    await eventually("the second reports that one of two leads", async () => {
      const text = await (await fetch(`${second.baseUrl}/metrics`)).text();
      const held = [...text.matchAll(/^andon_process_partitions\{process="\w+"\} (\d)$/gm)].map(([, one]) =>
        one
      );
      return held.sort().join() === "0,1" &&
        text.includes('andon_forwarded_requests_total{outcome="answered"}');
    });
    for (const socket of sockets) await socket[Symbol.asyncDispose]();
  },
);

/** Creates packages one after another through one process, each with a unique name. */
async function work(client: AndonClient, { who, until }: { who: string; until: () => boolean }) {
  const made: string[] = [];
  const unknown: string[] = [];
  for (let i = 0; !until(); i++) {
    const name = `${who} ${i}`;
    const beganMs = performance.now();
    const { status, body } = await make(client, name);
    assert(performance.now() - beganMs < ANSWER_MS, "no client waits longer than promised");
    // A repeated command would be refused, since its name is taken.
    assert(status === 201 || status === 503, `${status} ${JSON.stringify(body)}`);
    (status === 201 ? made : unknown).push(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { made, unknown };
}

denokvTest(
  "when the leader is killed or stopped, the others continue, no command runs twice, and the audit log stays whole",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv);
    let kept = await sealed(await leaderOf(cluster));
    for (const fault of ["SIGKILL", "SIGSTOP"] as const) {
      const { leader, others } = await cluster.byRole();
      const clients = await Promise.all(others.map((process) => process.client()));
      let isOver = false;
      const working = Promise.all(
        clients.map((client, i) => work(client, { who: `${fault} ${i}`, until: () => isOver })),
      );
      // Seen where the end is awaited.
      working.catch(() => {});
      await eventually(
        "they work",
        async () => (await names(clients[0])).some((name) => name.startsWith(fault)),
      );
      Deno.kill(leader.pid, fault);
      await eventually("another one leads", async () => {
        const { leader: next } = await cluster.byRole();
        return next !== leader;
      }, TAKE_OVER_MS);
      const [some] = others;
      await eventually("the others answer", () => statusOf(some, "/readyz").then((status) => status === 200));
      const before = (await names(clients[1])).length;
      await eventually("they continue", async () => (await names(clients[1])).length > before + 4);
      isOver = true;
      const done = await working;
      const there = await names(clients[1]);
      assertEquals(done.flatMap(({ made }) => made).filter((name) => !there.includes(name)), []);
      assertEquals(new Set(there).size, there.length);
      if (fault === "SIGKILL") {
        await leader.kill();
        cluster.relaunch(leader);
      } else Deno.kill(leader.pid, "SIGCONT");
      await cluster.allReady();
      assertEquals(await names(await leaderOf(cluster).then((process) => process.client())), there);
      kept = await sealed(await leaderOf(cluster), kept);
    }
  },
);

/** The head of the audit log once all its entries are sealed; the log is whole and contains the kept head. */
async function sealed(process: AndonProcess, kept?: string): Promise<string> {
  const client = await process.client();
  const query = kept === undefined ? "" : `?head=${kept}`;
  return await eventually("all audit entries are sealed", async () => {
    const { data } = await client.ok("GET", `/api/audit-log/verify${query}`);
    assertEquals(data.problems, []);
    return data.unsealed === 0 ? data.head : undefined;
  });
}

async function leaderOf(cluster: ClusterHarness): Promise<AndonProcess> {
  return (await cluster.byRole()).leader;
}

denokvTest(
  "while the KV server hangs every process is not ready, and all continue when it answers again",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv);
    const clients = await Promise.all(cluster.processes.map((process) => process.client()));
    assertEquals((await make(clients[0], "Before")).status, 201);
    kv.pause();
    await Promise.all(
      cluster.processes.map((process) =>
        eventually("it is not ready", () => statusOf(process, "/readyz").then((status) => status === 503))
      ),
    );
    const asked = clients.flatMap((client) => [client.get("/api/packages"), make(client, "Meanwhile")]);
    for (const { status, body } of await Promise.all(asked)) {
      assertEquals([status, body.details.error_code], [503, "UNAVAILABLE"]);
    }
    kv.resume();
    await cluster.allReady();
    await eventually("it is written again", async () => (await make(clients[1], "After")).status === 201);
    for (const client of clients) assertEquals(await names(client), ["Before", "After"]);
  },
);
