import { assertEquals } from "@std/assert";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { createPackages } from "../support/create_packages.ts";
import { ClusterHarness, statusOf } from "../support/cluster_harness.ts";
import { denokvTest } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { PushSocket } from "../support/push_socket.ts";

const TAKE_OVER_MS = 120_000;

async function names(client: AndonClient): Promise<string[]> {
  return (await client.ok("GET", "/api/packages")).data.map(({ name }: Json) => name);
}

function make(client: AndonClient, name: string) {
  return client.post("/api/packages", { name, description: "" });
}

/** One that was refused for want of time may have been made all the same: its name is taken then. */
async function isMade(client: AndonClient, name: string): Promise<boolean> {
  const answer = await make(client, name).catch(() => null);
  return answer?.status === 201 || (await names(client).catch((): string[] => [])).includes(name);
}

function proxyOf({ processes }: ClusterHarness) {
  return startProxy({ port: 0, processes: processes.map(({ baseUrl }) => baseUrl) });
}

async function signedIn(url: string): Promise<AndonClient> {
  const client = new AndonClient(url);
  await client.signIn("admin", ADMIN_PASSWORD);
  return client;
}

denokvTest(
  "a browser hears every frame once and in order, whichever process leads, and is told when one ends",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv);
    await using proxy = proxyOf(cluster);
    const client = await signedIn(proxy.url);
    const listen = (after?: string) =>
      PushSocket.open(`${proxy.url.replace("http", "ws")}/api/ws`, {
        cookie: client.cookie,
        origin: proxy.url,
      }, {
        subscribe: ["resource_changed"],
        after,
      });
    const first = await listen();
    for (const i of [1, 2, 3]) assertEquals((await make(client, `Made ${i}`)).status, 201);
    const ids = (socket: PushSocket) => socket.of("resource_changed").map(({ data }) => data.id);
    await first.until("its frames have come", () => ids(first).length === 3);
    const { leader } = await cluster.byRole();
    const ended = leader.stop();
    assertEquals((await first.closed).code, 1001);
    assertEquals(await ended, 0);
    await eventually("it is made", () => isMade(client, "Made 4"));
    await using resumed = await listen(first.last.seq);
    await resumed.until("the missed frame has come", () => ids(resumed).length >= 1);
    assertEquals((await make(client, "Made 5")).status, 201);
    await resumed.until("the next frame has come", () => ids(resumed).length >= 2);
    const packages = (await client.ok("GET", "/api/packages")).data.map(({ id }: Json) => id);
    assertEquals([...ids(first), ...ids(resumed)], packages);
    await first[Symbol.asyncDispose]();
  },
);

denokvTest(
  "when the leader is killed or stopped, another one continues, no command runs twice, and the audit log stays whole",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv);
    await using proxy = proxyOf(cluster);
    let kept = await sealed(await signedIn(proxy.url));
    for (const fault of ["SIGKILL", "SIGSTOP"] as const) {
      const { leader } = await cluster.byRole();
      const clients = [await signedIn(proxy.url), await signedIn(proxy.url)];
      let isOver = false;
      const working = Promise.all(
        clients.map((client, i) => createPackages(client, { who: `${fault} ${i}`, until: () => isOver })),
      );
      // Seen where the end is awaited.
      working.catch(() => {});
      const [client] = clients;
      const worked = async () => (await names(client)).filter((name) => name.startsWith(fault)).length;
      await eventually("they work", async () => await worked() > 0);
      Deno.kill(leader.pid, fault);
      await eventually("another one leads", async () => {
        const { leader: next } = await cluster.byRole();
        return next !== leader;
      }, TAKE_OVER_MS);
      const before = await eventually("the next one answers", () => worked().catch(() => undefined));
      await eventually("they continue", async () => await worked() > before + 4);
      isOver = true;
      const done = await working;
      const there = await names(client);
      assertEquals(done.flatMap(({ made }) => made).filter((name) => !there.includes(name)), []);
      assertEquals(new Set(there).size, there.length);
      if (fault === "SIGKILL") {
        await leader.kill();
        cluster.relaunch(leader);
      } else Deno.kill(leader.pid, "SIGCONT");
      await cluster.allReady();
      assertEquals(await names(client), there);
      kept = await sealed(client, kept);
    }
  },
);

/** The head of the audit log once all its entries are sealed; the log is whole and contains the kept head. */
async function sealed(client: AndonClient, kept?: string): Promise<string> {
  const query = kept === undefined ? "" : `?head=${kept}`;
  return await eventually("all audit entries are sealed", async () => {
    const { data } = await client.ok("GET", `/api/audit-log/verify${query}`);
    assertEquals(data.problems, []);
    return data.unsealed === 0 ? data.head : undefined;
  });
}

denokvTest(
  "while the KV server hangs every process is not ready, and all continue when it answers again",
  async (kv) => {
    await using cluster = await ClusterHarness.start(kv);
    const { leader } = await cluster.byRole();
    const client = await leader.client();
    assertEquals((await make(client, "Before")).status, 201);
    kv.pause();
    await Promise.all(
      cluster.processes.map((process) =>
        eventually("it is not ready", () => statusOf(process, "/readyz").then((status) => status === 503))
      ),
    );
    for (const { status, body } of [await client.get("/api/packages"), await make(client, "Meanwhile")]) {
      assertEquals([status, body.details.error_code], [503, "UNAVAILABLE"]);
    }
    kv.resume();
    await cluster.allReady();
    const next = await (await cluster.byRole()).leader.client();
    await eventually("it is written again", () => isMade(next, "After"));
    assertEquals(await names(next), ["Before", "After"]);
  },
);
