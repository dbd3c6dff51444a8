import { assert, assertEquals } from "@std/assert";
import type { AndonClient, Json } from "../support/andon_client.ts";
import type { AndonProcess } from "../support/andon_process.ts";
import { ClusterHarness, statusOf } from "../support/cluster_harness.ts";
import { denokvTest } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { PushSocket } from "../support/push_socket.ts";

/** A client that hears nothing for so long has waited in vain: 5 s are what is promised. */
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

const told = (socket: PushSocket) =>
  socket.of("resource_changed").map(({ seq, data }) => `${seq} ${data.id}`);

denokvTest(
  "three processes answer as one, and tell their browsers the same in the same order",
  async (kv) => {
    await using house = await ClusterHarness.start(kv, { environment: { RATE_LIMIT_DEFAULT: "90000" } });
    const { leader, others: [second, third] } = await house.byRole();
    const clients = await Promise.all([leader, second, third].map((process) => process.client()));
    const sockets = await Promise.all(
      [leader, second, third].map((process, i) => listen(process, clients[i])),
    );
    const first = sockets[0];
    for (let i = 0; i < 9; i++) assertEquals((await make(clients[i % 3], `Made ${i}`)).status, 201);
    const all = Array.from({ length: 9 }, (_, i) => `Made ${i}`);
    for (const client of clients) assertEquals(await names(client), all);
    for (const socket of sockets) await socket.until("all frames came", () => told(socket).length === 9);
    assertEquals(sockets.map(told), [told(first), told(first), told(first)]);

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
    await resumed.until("what was missed came", () => told(resumed).length === 1);
    await first.until("the first was told", () => told(first).length === 10);
    assertEquals([...told(sockets[2]), ...told(resumed)], told(first));

    await eventually("all tell of two processes, of which one holds the store", async () => {
      const { data } = await clients[1].ok("GET", "/api/processes");
      return data.map(({ partitions }: Json) => partitions).sort().join() === "0,1";
    });
    await eventually("the second knows that one of two holds the store", async () => {
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

/** Somebody who makes one thing after the other by one process, each under a name of its own. */
async function work(client: AndonClient, { who, until }: { who: string; until: () => boolean }) {
  const made: string[] = [];
  const unknown: string[] = [];
  for (let i = 0; !until(); i++) {
    const name = `${who} ${i}`;
    const beganMs = performance.now();
    const { status, body } = await make(client, name);
    assert(performance.now() - beganMs < ANSWER_MS, "nobody waits longer than was said");
    // A command that came twice would be refused the second time: its name is there.
    assert(status === 201 || status === 503, `${status} ${JSON.stringify(body)}`);
    (status === 201 ? made : unknown).push(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { made, unknown };
}

denokvTest(
  "when the one that holds the store is killed or stopped, the others go on, and nothing comes twice",
  async (kv) => {
    await using house = await ClusterHarness.start(kv);
    for (const strike of ["SIGKILL", "SIGSTOP"] as const) {
      const { leader, others } = await house.byRole();
      const clients = await Promise.all(others.map((process) => process.client()));
      let isOver = false;
      const working = clients.map((client, i) =>
        work(client, { who: `${strike} ${i}`, until: () => isOver })
      );
      await eventually(
        "they work",
        async () => (await names(clients[0])).some((name) => name.startsWith(strike)),
      );
      Deno.kill(leader.pid, strike);
      await eventually("another one holds it", async () => {
        const { leader: next } = await house.byRole();
        return next !== leader;
      }, TAKE_OVER_MS);
      const [some] = others;
      await eventually("the others answer", () => statusOf(some, "/readyz").then((status) => status === 200));
      const before = (await names(clients[1])).length;
      await eventually("they go on", async () => (await names(clients[1])).length > before + 4);
      isOver = true;
      const done = await Promise.all(working);
      const there = await names(clients[1]);
      assertEquals(done.flatMap(({ made }) => made).filter((name) => !there.includes(name)), []);
      assertEquals(new Set(there).size, there.length);
      if (strike === "SIGKILL") {
        await leader.kill();
        house.relaunch(leader);
      } else Deno.kill(leader.pid, "SIGCONT");
      await house.allReady();
      assertEquals(await names(await holderOf(house).then((process) => process.client())), there);
    }
  },
);

async function holderOf(house: ClusterHarness): Promise<AndonProcess> {
  return (await house.byRole()).leader;
}

denokvTest(
  "while the KV server says nothing, every process says so, and all go on when it does again",
  async (kv) => {
    await using house = await ClusterHarness.start(kv);
    const clients = await Promise.all(house.processes.map((process) => process.client()));
    assertEquals((await make(clients[0], "Before")).status, 201);
    kv.pause();
    await Promise.all(
      house.processes.map((process) =>
        eventually("it is not ready", () => statusOf(process, "/readyz").then((status) => status === 503))
      ),
    );
    const asked = clients.flatMap((client) => [client.get("/api/packages"), make(client, "Meanwhile")]);
    for (const { status, body } of await Promise.all(asked)) {
      assertEquals([status, body.details.error_code], [503, "UNAVAILABLE"]);
    }
    kv.resume();
    await house.allReady();
    await eventually("it is written again", async () => (await make(clients[1], "After")).status === 201);
    for (const client of clients) assertEquals(await names(client), ["Before", "After"]);
  },
);
