import { assert, assertEquals, assertMatch } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import { HEAVY_ROUTES } from "../support/api_admissions.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { PushSocket } from "../support/push_socket.ts";
import { aboveLimit, type RunningSystem, runningSystem, systemTest } from "../support/running_system.ts";

/** More groups than are sent at once, and more events than a chunk of open events holds. */
const MANY = 850;

interface Bulk {
  items: { id: number; instance_id: number; instance_name: string; status: string; problems?: Json[] }[];
  summary: Record<string, number>;
}

async function bulk({ client }: RunningSystem, path: string, body: Json): Promise<Bulk> {
  return (await client.ok("POST", `/api/instances/${path}`, body)).data;
}

/** A template whose rule is true for every load stream, and an instance on each of them. */
async function prepare(on: RunningSystem): Promise<{ template: number; made: Bulk }> {
  const template = await on.template({ rules: [{ conditions: [{ ...aboveLimit, value: 0 }] }] });
  const made = await bulk(on, "bulk", {
    template_id: template,
    instance_name: "Load * / *",
    placeholders: { VALUE: "Load.Bank*.S*" },
  });
  return { template, made };
}

async function active({ client }: RunningSystem): Promise<number> {
  return (await client.ok("GET", "/api/rule-events/active?limit=1")).pagination.total;
}

async function deployments({ andon }: RunningSystem, template: number): Promise<unknown> {
  return (await andon.storage.store.get(keys.templateDeployments(template)))?.value;
}

const LOAD = { simulator: { extraStreams: MANY, extraPeriodMs: 60_000 } };

systemTest(
  "850 instances are created, deployed, evaluated and undeployed in one call each",
  LOAD,
  async (on) => {
    const { template, made } = await prepare(on);
    assertEquals(made.summary.created, MANY);
    await using socket = await PushSocket.ofAdmin(on.client.baseUrl, { subscribe: ["resource_changed"] });
    const deployed = await bulk(on, "bulk-deploy", { template_id: template });
    assertEquals(deployed.summary, { total: MANY, deployed: MANY, already: 0, failed: 0 });
    assertEquals(new Set(deployed.items.map(({ id }) => id)).size, MANY);
    await on.client.ok("POST", "/api/packages", { name: "After it", description: "" });
    const changes = () => socket.of("resource_changed");
    await socket.until("the next change is pushed", () => changes().at(-1)?.data.type === "package");
    assert(changes().length < 60, `${changes().length} frames`);
    const listed = await on.client.ok("GET", "/api/instances?is_deployed=true");
    assertEquals([listed.data.length, await deployments(on, template)], [MANY, MANY]);
    await eventually("every instance has its event", async () => await active(on) === MANY, 120_000);
    const undeployed = await bulk(on, "bulk-undeploy", { template_id: template });
    assertEquals(undeployed.summary, { total: MANY, undeployed: MANY, already: 0, failed: 0 });
    assertEquals([await active(on), await deployments(on, template)], [0, 0]);
    const { data, pagination } = await on.client.ok("GET", "/api/rule-events/history?limit=1000");
    assertEquals([pagination.total, data.every((row: Json) => row.close_reason === "undeployed")], [
      MANY,
      true,
    ]);
    const again = await bulk(on, "bulk-deploy", { template_id: template });
    assertEquals(again.summary.deployed, MANY);
    const errors = on.logged.filter((line) => line.startsWith("error"));
    assertEquals(errors, []);
  },
);

systemTest("a bulk call answers item by item: done, already done, and failed", {
  simulator: { extraStreams: 4, extraPeriodMs: 60_000 },
}, async (on) => {
  const { template, made } = await prepare(on);
  const [first, second, third, fourth] = made.items.map((item) => item.instance_id);
  await on.client.ok("POST", `/api/instances/${first}/deploy`);
  await on.client.ok("PUT", `/api/instances/${second}`, { placeholder_mappings: {} });
  const ids = [third, 999_999, second, first, third, fourth];
  const deployed = await bulk(on, "bulk-deploy", { instance_ids: ids });
  assertEquals(deployed.items.map(({ id, status }) => [id, status]), [
    [third, "deployed"],
    [999_999, "failed"],
    [second, "failed"],
    [first, "already"],
    [fourth, "deployed"],
  ]);
  assertEquals(deployed.summary, { total: 5, deployed: 2, already: 1, failed: 2 });
  assertEquals(deployed.items[1].problems?.[0].path, "instance_ids.1");
  assertEquals(deployed.items[2].problems?.map(({ path }) => path), ["placeholders.VALUE"]);
  const one = await on.client.ok("GET", `/api/instances/${third}`);
  assertEquals([one.data.is_deployed, typeof one.data.deployment_date, one.data.template_version], [
    true,
    "string",
    1,
  ]);
  const audit = await on.client.ok("GET", "/api/audit-log?limit=20");
  const deployments = audit.data.filter((entry: Json) => entry.action === "deployed");
  assertEquals(deployments.slice(0, 2).map((entry: Json) => entry.who), ["admin", "admin"]);
  const refused = await on.client.put(`/api/templates/${template}`, { description: "new" });
  assertEquals([refused.status, refused.body.details.deployed_instances], [403, 3]);
  const undeployed = await bulk(on, "bulk-undeploy", { template_id: template });
  assertEquals(undeployed.summary, { total: 4, undeployed: 3, already: 1, failed: 0 });
  await on.client.ok("PUT", `/api/templates/${template}`, { is_active: false });
  const inactive = await bulk(on, "bulk-deploy", { template_id: template });
  assertEquals([inactive.summary.failed, inactive.items[0].problems?.[0].path], [4, "template_id"]);
});

systemTest("a bulk deletion deletes undeployed instances, and answers item by item", {
  simulator: { extraStreams: 4, extraPeriodMs: 60_000 },
}, async (on) => {
  const { made } = await prepare(on);
  const [first, second, third, fourth] = made.items.map((item) => item.instance_id);
  await on.client.ok("POST", `/api/instances/${second}/deploy`);
  const ids = [first, 999_999, second, first, third];
  const { items, summary } = await bulk(on, "bulk-delete", { instance_ids: ids });
  assertEquals(items.map(({ id, status }) => [id, status]), [
    [first, "deleted"],
    [999_999, "failed"],
    [second, "failed"],
    [third, "deleted"],
  ]);
  assertEquals(summary, { total: 4, deleted: 2, failed: 2 });
  assertEquals(items.flatMap(({ problems = [] }) => problems.map(({ path }) => path)), [
    "instance_ids.1",
    "instance_ids.2",
  ]);
  assertMatch(String(items[2].problems?.[0].message), /is deployed; undeploy it first$/);
  const { data } = await on.client.ok("GET", "/api/instances");
  assertEquals(data.map(({ id }: Json) => id).sort(), [second, fourth].sort());
  const audit = await on.client.ok("GET", "/api/audit-log?limit=20");
  const deletions = audit.data.filter(({ action }: Json) => action === "deleted");
  assertEquals(deletions.map(({ resource_id, who }: Json) => [resource_id, who]), [
    [String(third), "admin"],
    [String(first), "admin"],
  ]);
});

systemTest("a bulk acknowledgement acknowledges each event with the comment, and answers item by item", {
  simulator: { extraStreams: 4, extraPeriodMs: 60_000 },
}, async (on) => {
  const { template } = await prepare(on);
  await bulk(on, "bulk-deploy", { template_id: template });
  await eventually("every instance has its event", async () => await active(on) === 4, 60_000);
  const { data: events } = await on.client.ok("GET", "/api/rule-events/active");
  const [first, second, third, fourth] = events.map(({ id }: Json) => id);
  await on.client.ok("POST", `/api/rule-events/${second}/acknowledge`);
  const body = { event_ids: [first, 999_999, second, first, third], comment: "Filter changed" };
  const { data, message } = await on.client.ok("POST", "/api/rule-events/bulk-acknowledge", body);
  assertEquals(message, "Acknowledged 2 events");
  assertEquals(data.items.map(({ id, status }: Json) => [id, status]), [
    [first, "acknowledged"],
    [999_999, "failed"],
    [second, "already"],
    [third, "acknowledged"],
  ]);
  assertEquals(data.summary, { total: 4, acknowledged: 2, already: 1, failed: 1 });
  assertEquals(data.items[1].problems[0].path, "event_ids.1");
  const after = await on.client.ok("GET", "/api/rule-events/active");
  const noted = after.data.filter(({ note }: Json) => note === "Filter changed").map(({ id }: Json) => id);
  assertEquals(noted.sort(), [first, second, third].sort());
  assertEquals(after.data.filter((row: Json) => row.acknowledged_at === null).map(({ id }: Json) => id), [
    fourth,
  ]);
  const audit = await on.client.ok("GET", "/api/audit-log?limit=20");
  const entries = audit.data.filter(({ resource_type }: Json) => resource_type === "rule_event");
  assertEquals(entries.filter(({ action }: Json) => action === "acknowledged").length, 3);
});

Deno.test("bulk deletions and acknowledgements take 1 to 1,000 ids, and count as heavy requests", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  for (
    const [path, field] of [["instances/bulk-delete", "instance_ids"], [
      "rule-events/bulk-acknowledge",
      "event_ids",
    ]]
  ) {
    const answer = (ids: unknown[], more: Json = {}) =>
      on.client.post(`/api/${path}`, { [field]: ids, ...more });
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    for (const wrong of [[], ids(1_001)]) {
      const { status, body } = await answer(wrong);
      assertEquals([status, body.details.issues.map((issue: Json) => issue.path)], [400, [field]]);
    }
    const { body } = await answer(ids(1_000));
    assertEquals(body.data.summary.failed, 1_000);
  }
  const { body } = await on.client.post("/api/rule-events/bulk-acknowledge", {
    event_ids: [1],
    comment: " ",
  });
  assertEquals(body.details.issues.map((issue: Json) => issue.path), ["comment"]);
  for (const path of ["POST /api/instances/bulk-delete", "POST /api/rule-events/bulk-acknowledge"]) {
    assert(HEAVY_ROUTES.includes(path));
  }
});

Deno.test("a bulk call's body is refused with its paths", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  for (const path of ["bulk-deploy", "bulk-undeploy"]) {
    const paths = async (body: Json) => {
      const answer = await on.client.post(`/api/instances/${path}`, body);
      assertEquals(answer.status, 400);
      return answer.body.details.issues.map((issue: Json) => issue.path);
    };
    assertEquals(await paths({}), ["instance_ids"]);
    assertEquals(await paths({ template_id: 1, instance_ids: [1] }), ["instance_ids", "template_id"]);
    assertEquals(await paths({ template_id: 77 }), ["template_id"]);
    assertEquals(await paths({ instance_ids: [] }), ["instance_ids"]);
    assertEquals(await paths({ instance_ids: ["1"] }), ["instance_ids.0"]);
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    assertEquals(await paths({ instance_ids: ids(10_001) }), ["instance_ids"]);
    const { data } = await on.client.ok("POST", `/api/instances/${path}`, { instance_ids: ids(10_000) });
    assertEquals(data.summary.failed, 10_000);
  }
});
