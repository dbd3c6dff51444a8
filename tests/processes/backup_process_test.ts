import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import { openStorage } from "../../storage/open.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess, SECRETS_KEY } from "../support/andon_process.ts";
import { command } from "../support/backup_command.ts";
import { eventually } from "../support/eventually.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";
import { signInAtSource, SourceStreams } from "../support/source_streams.ts";
import { randomBytes } from "../support/stored_plant.ts";

const BUSY_STREAMS = 6;

/** Every list of the API. */
const LISTS = [
  "/api/packages",
  "/api/templates",
  "/api/instances",
  "/api/plant-model",
  "/api/rule-events/history?limit=1000",
  "/api/rule-events/active",
  "/api/audit-log",
  "/api/users",
  "/api/keys",
  "/api/configuration",
  "/api/monitored-assets",
  "/api/streams/active",
];

Deno.test("a backup under load is one moment, and a restored Andon has the same lists", async () => {
  const folder = await Deno.makeTempDir();
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: BUSY_STREAMS,
    extraPeriodMs: 300,
    extraCycleSamples: 6,
  });
  const allow = new URL(simulator.baseUrl).host;
  try {
    const original = `${folder}/original`;
    await using andon = await AndonProcess.start({ dataDir: original, allow });
    const client = await andon.client();
    const busy = await prepare(client, simulator);
    await underLoad(client, { original, folder });
    for (const id of busy) await client.ok("POST", `/api/instances/${id}/undeploy`);
    const file = `${folder}/quiet.sqlite`;
    const before = await lists(client);
    assertEquals((await command(["backup", file], { DATA_DIR: original })).code, 0);
    assertEquals(await lists(client), before, "nothing was written meanwhile");
    assertEquals(await andon.stop(), 0);
    const restored = `${folder}/restored`;
    const end = await command(["restore", file], { DATA_DIR: restored });
    assertEquals([end.code, end.lines], [0, [""]]);
    // On the same port, to keep the session: a sign-in would add a line to the audit log.
    await using _again = await AndonProcess.start({ dataDir: restored, allow, port: andon.port });
    await compare(client, before);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Something in every list; answers the instances whose streams keep opening and closing events. */
async function prepare(client: AndonClient, simulator: Simulator): Promise<number[]> {
  const streams = new SourceStreams(await signInAtSource(simulator));
  await streams.make("number", "Own.Quiet");
  await streams.write("Own.Quiet", [new Date(Date.now() - 60_000).toISOString(), 99]);
  await connect(client, simulator);
  await client.ok("POST", "/api/users", { username: "anna", password: "at least twelve", role: "operator" });
  await client.ok("POST", "/api/keys", { name: "historian", role: "viewer" });
  const site = { floc_id: "E1", name: "Dairy", node_type: "enterprise", parent_id: null };
  await client.ok("POST", "/api/plant-model", site);
  const template = await limitTemplate(client);
  const busy: number[] = [];
  for (let i = 0; i < BUSY_STREAMS; i++) busy.push(await deployOn(client, template, `Load.Bank0.S${i}`));
  await deployOn(client, template, "Own.Quiet");
  await eventually("an event stays open", async () => {
    const { data } = await client.ok("GET", "/api/rule-events/active");
    return data.some((row: Json) => String(row.event_name).includes("Own.Quiet"));
  });
  return busy;
}

/** Writes packages one after another while a backup is made: the backup contains a prefix of them. */
async function underLoad(client: AndonClient, { original, folder }: Record<"original" | "folder", string>) {
  const stop = new AbortController();
  let sent = 0, answered = 0;
  const writing = (async () => {
    while (!stop.signal.aborted) {
      await client.ok("POST", "/api/packages", {
        name: `Load ${String(++sent).padStart(6, "0")}`,
        description: "",
      });
      answered++;
    }
  })();
  try {
    await eventually("the load is on, and events open and close", async () => {
      const { data } = await client.ok("GET", "/api/rule-events/history?is_active=false&limit=10");
      return answered >= 20 && data.length >= 5;
    });
    const least = answered;
    const file = `${folder}/busy.sqlite`;
    assertEquals((await command(["backup", file], { DATA_DIR: original })).code, 0);
    const most = sent;
    await eventually("the server goes on writing", () => answered > least + 5);
    const restored = `${folder}/busy`;
    assertEquals((await command(["restore", file], { DATA_DIR: restored })).code, 0);
    const manifest = JSON.parse(await Deno.readTextFile(`${file}.json`));
    await isOneMoment(`${restored}/andon.sqlite`, { least, most, events: manifest.records.event });
  } finally {
    stop.abort();
    await writing;
  }
}

/** What one commit writes is stored together: package and audit entry, event and the lists' counts. */
async function isOneMoment(
  path: string,
  { least, most, events }: Record<"least" | "most" | "events", number>,
) {
  const secretsKey = Uint8Array.fromBase64(SECRETS_KEY);
  const storage = await openStorage({ path, now: Date.now, random: randomBytes, secretsKey });
  try {
    const loaded = storage.packages.list().map(({ name }) => name).filter((name) => name.startsWith("Load "));
    assert(least <= loaded.length && loaded.length <= most, `${least} <= ${loaded.length} <= ${most}`);
    const expected = loaded.map((_, n) => `Load ${String(n + 1).padStart(6, "0")}`);
    assertEquals(loaded, expected, "no package is missing in between");
    const { rows, total } = await storage.audit.list({ limit: 1_000_000, offset: 0 });
    assertEquals(total, rows.length);
    const audited = rows.filter(({ after }) => loaded.includes(String((after as Json | null)?.name)));
    assertEquals(audited.length, loaded.length, "each with its audit entry");
    assert(events > 2, "events opened and closed");
    assertEquals((await storage.events.list({}, { limit: 1, offset: 0 })).total, events);
  } finally {
    await storage.close();
  }
}

async function lists(client: AndonClient): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const path of LISTS) found.set(path, stored((await client.ok("GET", path)).data));
  return found;
}

/** Without streams' newest values, which no store holds, and coverage, which changes by the second. */
function stored(rows: unknown): unknown {
  const isStream = (value: unknown): value is Json =>
    typeof value === "object" && value !== null && "stream_name" in value && "quality" in value;
  const text = JSON.stringify(
    rows,
    (name, value) =>
      name === "coverage"
        ? null
        : isStream(value)
        ? { ...value, value: null, timestamp: null, quality: null }
        : value,
  );
  return JSON.parse(text);
}

/** The audit log of a restored store, without the entry of its restore. */
function withoutRestore(rows: unknown): Json[] {
  const [restore, ...others] = rows as Json[];
  assertEquals([restore.action, restore.resource_type], ["restored", "store"]);
  return others;
}

async function compare(client: AndonClient, before: Map<string, unknown>): Promise<void> {
  await eventually("the source is read again", async () => {
    const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
    return tags.some(({ tag_name, value }) => tag_name === "SYS.SOURCE.CONNECTED" && value === true);
  });
  const after = await lists(client);
  for (const [path, rows] of before) {
    assert(rows !== null && JSON.stringify(rows) !== "[]", `${path} is not empty`);
    assertEquals(path === "/api/audit-log" ? withoutRestore(after.get(path)) : after.get(path), rows, path);
  }
  await client.ok("POST", "/api/test-connection");
}

Deno.test("backup and restore refuse in one line with exit code 2", async () => {
  const folder = await Deno.makeTempDir();
  const refusals: [string[], Record<string, string | null>, RegExp][] = [
    [["backup"], { KV_URL: ":memory:" }, /^KV_URL is :memory:/],
    [["backup"], { KV_URL: "https://kv.example.org" }, /^KV_URL is a KV Connect server; backup its file/],
    [["backup", `${folder}/b`], { DATA_DIR: folder }, /^There is no store/],
    [["backup", "a", "b"], {}, /^backup takes one file/],
    [["restore"], {}, /^restore takes a file that backup wrote; with BACKUP_TO/],
    [["restore", "a", "b"], {}, /^restore takes one backup/],
    [["restore"], { BACKUP_TO: folder }, /^There is no backup at BACKUP_TO/],
    [["restore", "b"], { BACKUP_TO: folder }, /^There is no backup "b" at BACKUP_TO/],
    [["restore", `${folder}/b`], { SECRETS_KEY: null }, /^SECRETS_KEY is not set/],
    [["restore", `${folder}/b`], { KV_URL: "http://127.0.0.1:4512" }, /^KV_URL is a KV Connect server/],
    [["restore", `${folder}/b`], { DATA_DIR: `${folder}/new` }, /^There is no ".*\/b"/],
  ];
  try {
    for (const [args, environment, line] of refusals) {
      const { code, lines, stdout } = await command(args, environment);
      assertEquals([code, lines.length, stdout], [2, 1, ""], lines.join("\n"));
      assertMatch(lines[0], line);
    }
    assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
