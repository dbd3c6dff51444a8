import { assert, assertEquals } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { writeBackup } from "../../storage/backup/write.ts";
import { AndonClient, type Answer, type Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";
import { makeStore, openStored, randomBytes, STORED_KEY } from "../support/stored_plant.ts";

const PIN = "583920";
const PASSWORD = "a password of theirs";

/** A user with a session of their own. */
async function userOf({ client }: RunningSystem, user: Json): Promise<AndonClient> {
  await client.ok("POST", "/api/users", { ...user, password: PASSWORD });
  const own = new AndonClient(client.baseUrl);
  await own.signIn(String(user.username), PASSWORD);
  return own;
}

/** A desk for operators, and Anna, an operator with a PIN. */
async function staffed(on: RunningSystem) {
  const desk = await userOf(on, { username: "control-room", role: "operator", shared_desk: true });
  const anna = await userOf(on, { username: "anna", role: "operator" });
  await anna.ok("PUT", "/api/auth/desk-pin", { pin: PIN, current_password: PASSWORD });
  return { desk, anna };
}

async function confirm(desk: AndonClient): Promise<void> {
  const { data } = await desk.ok("POST", "/api/auth/desk-confirmations", { username: "anna", pin: PIN });
  desk.headers = { "x-desk-confirmation": data.confirmation };
}

/** An active event of an instance of its own. */
async function activeEvent(on: RunningSystem): Promise<number> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  await on.streams.write("Own.A", [timeline()(0), 90]);
  return (await on.event(instance, () => true)).id;
}

const refusedBy = ({ status, body }: Answer) => [status, body.details?.desk_confirmation];

systemTest(
  "each action at a shared desk is the person's, in the event and in the sealed audit log",
  {},
  async (on) => {
    const id = await activeEvent(on), path = `/api/rule-events/${id}`;
    const { desk } = await staffed(on);
    const actions: readonly [string, string, Json | undefined][] = [
      ["POST", `${path}/acknowledge`, undefined],
      ["POST", `${path}/comments`, { text: "Valve 3 sticks" }],
      ["POST", `${path}/shelve`, { minutes: 10, reason: "Repair" }],
      ["POST", `${path}/unshelve`, undefined],
      ["PUT", path, { note: "Seen" }],
      ["POST", "/api/rule-events/bulk-acknowledge", { event_ids: [id] }],
      ["POST", `${path}/close`, undefined],
    ];
    for (const [method, line, body] of actions) {
      assertEquals([line, ...refusedBy(await desk.send(method, line, body))], [line, 401, "required"]);
    }
    await confirm(desk);
    for (const [method, line, body] of actions) await desk.ok(method, line, body);
    const { data: event } = await desk.ok("GET", path);
    assertEquals([event.acknowledged_by, event.is_active], ["anna", false]);
    const { data: comments } = await desk.ok("GET", `${path}/comments`);
    assertEquals(comments.map(({ created_by }: Json) => created_by), ["anna", "anna"]);
    const query = `resource_type=rule_event&resource_id=${id}`;
    const { data } = await on.client.ok("GET", `/api/audit-log?kind=people&${query}`);
    const acted = data.filter(({ who }: Json) => who !== "Andon");
    assert(acted.length >= 5, JSON.stringify(acted));
    for (const { who, desk: at, action } of acted) {
      assertEquals([action, who, at], [
        action,
        "anna",
        "control-room",
      ]);
    }
    await eventually(
      "all entries are sealed",
      async () => (await on.client.ok("GET", "/api/audit-log/head")).data.unsealed === 0,
    );
    assertEquals((await on.client.ok("GET", "/api/audit-log/verify")).data.is_whole, true);
  },
);

systemTest(
  "a desk changes nothing by /mcp; API keys ignore its confirmations",
  { configuration: null },
  async (on) => {
    const { desk } = await staffed(on);
    const node = { floc_id: "ROOT", name: "Works", node_type: "enterprise" };
    const client = new Client({ name: "test", version: "1" });
    const headers = { cookie: desk.cookie };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${desk.baseUrl}/mcp`), { requestInit: { headers } }),
    );
    const { tools } = await client.listTools();
    assert(tools.length > 0 && tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    const run = await client.callTool({ name: "run_backtest", arguments: {} });
    assertEquals(run.isError, true);
    await client.close();
    await confirm(desk);
    assertEquals((await desk.send("POST", "/api/plant-model", node)).status, 403, "an operator's desk");
    const { data: key } = await on.client.ok("POST", "/api/keys", { name: "Reporting", role: "engineer" });
    const byKey = new AndonClient(desk.baseUrl);
    byKey.headers = { ...desk.headers, authorization: `Bearer ${key.key}` };
    await byKey.ok("POST", "/api/plant-model", node);
    const { data: [entry] } = await on.client.ok("GET", "/api/audit-log?resource_type=plant_node");
    assertEquals([entry.who, entry.desk], ["key:Reporting", null]);
  },
);

Deno.test("a restored store has its desks, the people who confirmed there and their PINs", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = await makeStore(folder, 2), by = { name: "test", role: "admin" } as const;
    const storage = await openStored(store);
    const draft = { password: PASSWORD, role: "operator" } as const;
    const desk = await storage.access.createUser({ ...draft, username: "desk", shared_desk: true }, by);
    const ben = await storage.access.createUser({ ...draft, username: "ben" }, by);
    await storage.desks.setPin(ben, PIN, by);
    await storage.desks.confirmed(desk.id, ben, { name: "ben", role: "operator", desk: "desk" });
    await storage.auditSeals.sealAll();
    await storage.close();
    const file = `${folder}/backup.sqlite`, target = `${folder}/target`, restored = `${target}/andon.sqlite`;
    await writeBackup({ store, file, now: Date.now, random: randomBytes });
    const secretsKeys = { current: STORED_KEY, previous: undefined };
    await restoreBackup({ backup: file, dataDir: target, store: restored, secretsKeys, random: randomBytes });
    const again = await openStored(restored);
    assertEquals((await again.desks.personByPin("ben", PIN))?.username, "ben");
    assertEquals(await again.desks.personByPin("ben", "940617"), undefined);
    assertEquals(again.desks.people(desk.id).map(({ username }) => username), ["ben"]);
    assertEquals(again.access.user(desk.id)?.shared_desk, true);
    assertEquals((await again.auditSeals.verify({})).is_whole, true);
    const { rows } = await again.audit.find({ action: "confirmed_at_desk" }, { limit: 10, offset: 0 });
    assertEquals(rows.map(({ who, desk: at }) => [who, at]), [["ben", "desk"]]);
    await again.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
