import { assertEquals, assertMatch } from "@std/assert";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, type AndonProcess } from "../support/andon_process.ts";
import { ClusterHarness, statusOf } from "../support/cluster_harness.ts";
import { createPackages } from "../support/create_packages.ts";
import { denokvTest } from "../support/denokv.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { NewerProgram, SCHEMAS, VERSIONS } from "../support/newer_program.ts";

const START_MS = 120_000;

/** What a process that is not ready says about it. */
async function obstacleOf({ baseUrl }: AndonProcess): Promise<string | undefined> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  const text = await answer?.text();
  return answer?.status === 503 ? JSON.parse(text ?? "").error : undefined;
}

denokvTest(
  "a newer program replaces the standbys, then the leader: nothing acknowledged is lost, and an older process leads no more",
  async (kv) => {
    await using newer = await NewerProgram.make();
    await using cluster = await ClusterHarness.start(kv);
    const urls = cluster.processes.map(({ baseUrl }) => baseUrl);
    await using proxy = startProxy({ port: 0, processes: urls });
    const client = new AndonClient(proxy.url);
    await client.signIn("admin", ADMIN_PASSWORD);
    let isOver = false;
    const working = createPackages(client, { who: "Made", until: () => isOver });
    // Seen where the end is awaited.
    working.catch(() => {});
    const programs = async () => {
      const { data } = await client.ok("GET", "/api/processes");
      return data.map(({ role, program }: Json) => `${role} ${program}`).toSorted();
    };

    const { leader, others } = await cluster.byRole();
    await others[0].stop();
    const unbuilt = cluster.relaunch(others[0], newer.folder);
    assertEquals(await unbuilt.ended(), 2, "it does not stand by, since it could not take over");
    assertMatch(unbuilt.log, /^The console cannot be built/m);
    await newer.buildConsole();
    for (const standby of [unbuilt, others[1]]) {
      await standby.stop();
      const next = cluster.relaunch(standby, newer.folder);
      await eventually("it is ready", async () => await statusOf(next, "/readyz") === 200, START_MS);
    }
    assertEquals(await statusOf(leader, "/leaderz"), 200, "the leader goes on meanwhile");
    await eventuallyEquals(programs, [
      `leader ${VERSIONS.own}`,
      `standby ${VERSIONS.newer}`,
      `standby ${VERSIONS.newer}`,
    ]);
    assertEquals(await leader.stop(), 0);
    const { leader: next, others: rest } = await cluster.byRole();
    await eventuallyEquals(programs, [`leader ${VERSIONS.newer}`, `standby ${VERSIONS.newer}`]);

    const older = cluster.relaunch(leader);
    const obstacle =
      `The leader's program (${VERSIONS.newer}) is newer than this one (${VERSIONS.own}); replace it`;
    await eventually(
      "it says that it is too old",
      async () => await obstacleOf(older) === obstacle,
      START_MS,
    );
    const seen = (await client.ok("GET", "/api/packages")).data.length;
    await eventually(
      "the work goes on",
      async () => (await client.ok("GET", "/api/packages")).data.length > seen,
    );
    isOver = true;
    const { made } = await working;
    const there = (await client.ok("GET", "/api/packages")).data.map(({ name }: Json) => name);
    assertEquals(made.filter((name) => !there.includes(name)), []);
    assertEquals(new Set(there).size, there.length);

    for (const process of rest.filter((process) => process !== older)) assertEquals(await process.stop(), 0);
    assertEquals(await next.stop(), 0);
    assertEquals(await older.ended(), 2);
    const refused =
      `The store has schema ${SCHEMAS.newer}, but this program supports up to ${SCHEMAS.own}; start a newer Andon`;
    assertMatch(older.log, new RegExp(`^The store .* cannot be opened: ${refused}$`, "m"));
  },
);
