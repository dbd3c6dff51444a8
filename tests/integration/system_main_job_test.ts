import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { type EventRow, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const PACKAGE = { name: "Boilers", description: "What watches the boilers" };
const VALUE = {
  placeholder_name: "VALUE",
  data_type: "NUM",
  description: "Steam pressure",
  is_required: true,
};
const RULE = {
  rule_id: "high",
  rule_name: "High",
  conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 80 }],
  event_name: "<VALUE>.High",
  event_description: "The pressure of <VALUE> is too high",
  severity: "error",
  enrichment: { line: "Boiler 1" },
};

systemTest("the connection test names who answered", { configuration: null }, async (on) => {
  const before = await on.client.post("/api/test-connection");
  assertEquals([before.status, before.body.details.error_code], [404, "API_CONFIG_MISSING"]);
  await on.configure();
  const { data } = await on.client.ok("POST", "/api/test-connection");
  assertEquals(Object.keys(data).sort(), [
    ...["connection_status", "latency_ms", "namespace_info", "tenant_info", "tested_at"],
  ]);
  assertEquals(data.connection_status, "connected");
  assertEquals(Object.keys(data.tenant_info).sort(), ["id", "name", "state"]);
  assertEquals(Object.keys(data.namespace_info).sort(), ["description", "id", "region", "state"]);
  assertEquals([data.tenant_info.id, data.tenant_info.state], [on.simulator.tenantId, "Active"]);
  assertEquals(data.namespace_info.id, on.simulator.namespaceId);
  assert(Number.isInteger(data.latency_ms) && data.latency_ms >= 0);
  assert(Math.abs(Date.parse(data.tested_at) - Date.now()) < 60_000);
});

systemTest("a second discovery finds new streams, and keeps missing ones", {}, async (on) => {
  const first = (await on.client.ok("POST", "/api/discover-assets")).data;
  assertEquals([first.added, first.removed, first.changed, first.broken_instances], [0, 0, 0, []]);
  await on.streams.make("number", "Own.Line.A");
  const second = (await on.client.ok("POST", "/api/discover-assets")).data;
  assertEquals([second.added, second.streams_discovered], [1, first.streams_discovered + 1]);
  assertEquals(second.assets_discovered, first.assets_discovered + 1);
  const assets = (await on.client.ok("GET", "/api/monitored-assets")).data;
  assertEquals(assets, second.assets);
  const asset = assets.find((one: Json) => one.asset_id === "Own.Line");
  assertEquals([asset.is_active, asset.streams.length], [true, 1]);
  const [stream] = asset.streams;
  assertEquals(Object.keys(stream).sort(), [
    ...[
      "asset_id",
      "data_type",
      "display_name",
      "id",
      "is_active",
      "quality",
      "set_aside",
      "stream_id",
      "stream_name",
    ],
    ...["timestamp", "uom", "value"],
  ]);
  assertEquals([stream.stream_name, stream.data_type, stream.is_active], ["Own.Line.A", "NUM", true]);
  const types = new Set(assets.flatMap((one: Json) => (one.streams as Json[]).map((each) => each.data_type)));
  assertEquals([...types].sort(), ["BOOL", "NUM", "STR"]);
});

/** Package, template and plant node, made as the console makes them. */
async function prepare(on: RunningSystem): Promise<{ packageId: number; templateId: number }> {
  await on.streams.make("number", "Own.Boiler.Pressure", "Own.Boiler.Other");
  await on.configure();
  const { client } = on;
  const { data } = await client.ok("POST", "/api/packages", PACKAGE);
  await client.ok("POST", "/api/plant-model", { floc_id: "E", name: "Works", node_type: "enterprise" });
  const made = await client.send("POST", "/api/templates", {
    name: "High pressure",
    description: "",
    category: "health",
    color: "#aa0000",
    package_id: data.id,
    rules: [RULE],
    placeholders: [VALUE],
  });
  assertEquals(made.status, 201);
  const { template } = made.body;
  assertEquals([template.rules_count, template.placeholders_count, template.instances_count], [1, 1, 0]);
  assertEquals([template.created_by, template.is_active, template.allow_instances], ["admin", true, true]);
  assertMatch(template.template_id, /^tpl_[0-9A-HJKMNP-TV-Z]{26}$/);
  return { packageId: data.id, templateId: template.id };
}

systemTest("both paths make templates and instances", {}, async (on) => {
  const { packageId, templateId } = await prepare(on);
  const { client } = on;
  const bare = { name: "Bare", category: "energy", color: "#00aa00", description: "" };
  const second = (await client.ok("POST", `/api/packages/${packageId}/templates`, bare)).data;
  assertEquals([second.package_id, second.rules, second.placeholders], [packageId, [], []]);
  await client.ok("PUT", `/api/templates/${second.id}`, { rules: [RULE], placeholders: [VALUE] });
  const one = (await client.ok("POST", "/api/template-instances", {
    template_id: templateId,
    instance_name: "One",
    plant_node_floc_id: "E",
    placeholders: [{ placeholder_name: "VALUE", stream_name: "Own.Boiler.Pressure" }],
  })).data;
  const two = (await client.ok("POST", "/api/instances", {
    template_id: second.id,
    instance_name: "Two",
    placeholder_mappings: { VALUE: "Own.Boiler.Pressure" },
  })).data;
  assertEquals(one.placeholders, two.placeholders);
  for (const { id } of [one, two]) await client.ok("POST", `/api/instances/${id}/deploy`);
  const listed = (await client.ok("GET", `/api/template-instances/${templateId}`)).data;
  assertEquals(listed.map((each: Json) => [each.instance_name, each.is_deployed, each.plant_node_floc_id]), [
    ["One", true, "E"],
  ]);
  const templates = (await client.ok("GET", `/api/packages/${packageId}/templates`)).data;
  assertEquals(templates.map((each: Json) => [each.name, each.instances]), [
    ["High pressure", [{ id: one.id, instance_name: "One", is_deployed: true }]],
    ["Bare", [{ id: two.id, instance_name: "Two", is_deployed: true }]],
  ]);
  const inUse = await client.put(`/api/templates/${templateId}`, { name: "Other" });
  assertEquals([inUse.status, inUse.body.details], [
    403,
    { template_id: templateId, deployed_instances: 1, error_code: "TEMPLATE_IN_USE" },
  ]);
});

systemTest("from deployment to the end of an event, and to the next deployment", {}, async (on) => {
  const { templateId } = await prepare(on);
  const { client } = on;
  const made = (await client.ok("POST", "/api/instances", {
    template_id: templateId,
    instance_name: "Boiler 1",
    plant_node_floc_id: "E",
    placeholder_mappings: { VALUE: "Own.Boiler.Pressure" },
  })).data;
  const deployed = await checkDeployAnswer(on, made);
  await on.deploy(templateId, { VALUE: "Own.Boiler.Other" });
  const at = timeline();
  const start = at(0).replace("Z", "4567Z");
  await on.streams.write("Own.Boiler.Pressure", [start, 80.5], [at(0.4), 79]);
  await on.evaluated(at(0.5));
  const [row] = await on.events(made.id);
  assertEquals(row, openedThenCleared(row, { made, templateId, at, start }));
  const again = await client.ok("POST", `/api/instances/${made.id}/deploy`);
  assertEquals(again.instance, deployed, "a second deployment changes nothing");
  await checkUndeploy(on, made);
});

/** The answer of a deployment has exactly the contract's fields. */
async function checkDeployAnswer(on: RunningSystem, made: Json): Promise<Json> {
  const answer = await on.client.send("POST", `/api/instances/${made.id}/deploy`);
  const { instance } = answer.body;
  assertEquals([answer.status, answer.body], [200, {
    success: true,
    message: 'Instance "Boiler 1" is deployed',
    instance: {
      id: made.id,
      instance_id: made.instance_id,
      instance_name: "Boiler 1",
      is_deployed: true,
      deployment_date: instance.deployment_date,
      template: { id: made.template_id, name: "High pressure" },
      placeholder_mappings: { VALUE: "Own.Boiler.Pressure" },
      warnings: [],
    },
  }]);
  assert(Math.abs(Date.parse(instance.deployment_date) - Date.now()) < 60_000);
  assertMatch(instance.instance_id, /^ins_[0-9A-HJKMNP-TV-Z]{26}$/);
  return instance;
}

interface Story {
  made: Json;
  templateId: number;
  at: (seconds: number) => string;
  start: string;
}

function openedThenCleared(row: EventRow, { made, templateId, at, start }: Story): EventRow {
  assert(Math.abs(Date.parse(String(row.recorded_at)) - Date.parse(at(0))) < 60_000);
  const [{ stream_id }] = row.trigger as Json[];
  assert(Number.isInteger(stream_id));
  return {
    id: row.id,
    event_name: "Own.Boiler.Pressure.High",
    severity: "error",
    is_active: false,
    event_description: "The pressure of Own.Boiler.Pressure is too high",
    start_time: at(0),
    activated_at: at(0),
    end_time: at(0.4),
    closed_at: at(0.4),
    recorded_at: row.recorded_at,
    close_reason: "condition_cleared",
    enrichment: { line: "Boiler 1" },
    template_instance: "Boiler 1",
    category: "health",
    template_id: templateId,
    template_version: 1,
    instance_id: made.id,
    rule_id: "high",
    plant_node_floc_id: "E",
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledgements: [],
    re_alarmed_at: null,
    note: null,
    comment_count: 0,
    display_name: "High",
    limit: {
      stream: "Own.Boiler.Pressure",
      operator: "greater_than",
      value: 80,
      deadband: 0,
      clears_after_seconds: 0,
    },
    shelved_until: null,
    shelve_reason: null,
    out_of_service_id: null,
    out_of_service_until: null,
    data_state: "known",
    flags: [],
    guidance: null,
    revision: 1,
    trigger: [{ stream: "Own.Boiler.Pressure", stream_id, unit: null, value: 80.5, time: start }],
    opened_by: {
      operator: "greater_than",
      subject: "Own.Boiler.Pressure",
      value: 80.5,
      limit: "80",
      unit: "",
    },
  };
}

/** Undeployment ends active events; a new deployment evaluates the present condition. */
async function checkUndeploy(on: RunningSystem, made: Json): Promise<void> {
  const { client } = on;
  const id = Number(made.id);
  const at = timeline();
  await on.streams.write("Own.Boiler.Pressure", [at(0), 90]);
  const open = await on.event(id, (row) => row.is_active);
  assertEquals(open.start_time, at(0));
  const sent = Date.now();
  const undeployed = (await client.ok("POST", `/api/instances/${id}/undeploy`)).data;
  assertEquals([undeployed.is_deployed, undeployed.judging], [false, false]);
  assertEquals((await client.ok("GET", "/api/rule-events/active")).data, []);
  const ended = (await client.ok("GET", `/api/rule-events/${open.id}`)).data;
  assertEquals([ended.is_active, ended.close_reason, ended.closed_at], [false, "undeployed", ended.end_time]);
  assert(Date.parse(ended.end_time) >= sent && Date.parse(ended.end_time) <= Date.now());
  await client.ok("POST", `/api/instances/${id}/undeploy`);
  const second = (await client.ok("POST", `/api/instances/${id}/deploy`)).instance;
  const next = await on.event(id, (row) => row.is_active);
  assert(next.id !== open.id);
  assertEquals(next.flags, ["initial", "chattering"], "the third activation within a minute");
  assert(next.start_time >= second.deployment_date, "the first read is in at or after the deployment");
  assert(Date.parse(next.start_time) <= Date.now());
}

systemTest("bound streams and system tags show the newest values", {}, async (on) => {
  const { templateId } = await prepare(on);
  const { client } = on;
  assertEquals((await client.ok("GET", "/api/streams/active")).data, []);
  await on.streams.write("Own.Boiler.Pressure", [timeline()(-7_200), 12.5]);
  const id = await on.deploy(templateId, { VALUE: "Own.Boiler.Pressure" });
  const [still] = (await client.ok("GET", "/api/streams/active")).data;
  assertEquals([still.value, still.quality], [12.5, "good"], "known before anything new came");
  await on.deploy(templateId, { VALUE: "Own.Boiler.Pressure" });
  const at = timeline(200);
  const time = at(0).replace("Z", "0001Z");
  await on.streams.write("Own.Boiler.Pressure", [time, 81.25]);
  await on.evaluated(at(0.1));
  const [stream, ...others] = (await client.ok("GET", "/api/streams/active")).data;
  assertEquals(others, []);
  const shown = [stream.stream_name, stream.value, stream.timestamp, stream.quality, stream.instances];
  assertEquals(shown, ["Own.Boiler.Pressure", 81.25, time, "good", 2]);
  await checkTags(on);
  await client.ok("POST", `/api/instances/${id}/undeploy`);
  assertEquals((await client.ok("GET", "/api/streams/active")).data[0].instances, 1);
});

async function checkTags({ client }: RunningSystem): Promise<void> {
  const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
  assertEquals(tags.map((tag) => tag.tag_name), [
    ...["SYS.TIME.HOUR", "SYS.TIME.MINUTE", "SYS.TIME.WEEKDAY", "SYS.TIME.IS_WEEKEND"],
    ...["SYS.SOURCE.CONNECTED", "SYS.SOURCE.LAG_SECONDS", "SYS.EVENTS.ACTIVE"],
    ...["SYS.EVENTS.ACTIVE_CRITICAL", "SYS.INSTANCES.DEPLOYED"],
  ]);
  const value = (name: string) => tags.find((tag) => tag.tag_name === name)?.value;
  assertEquals(value("SYS.SOURCE.CONNECTED"), true);
  assertEquals([value("SYS.EVENTS.ACTIVE"), value("SYS.EVENTS.ACTIVE_CRITICAL")], [2, 0]);
  assertEquals(value("SYS.INSTANCES.DEPLOYED"), 2);
  assert(Number(value("SYS.SOURCE.LAG_SECONDS")) >= 0);
  assertEquals(value("SYS.TIME.IS_WEEKEND"), [0, 6].includes(new Date().getUTCDay()));
}

systemTest("a stopped session is over, and a new one works", {}, async (on) => {
  await on.client.ok("POST", "/api/auth/logout");
  assertEquals((await on.client.get("/api/instances")).status, 401);
  await on.client.signIn("admin", ADMIN_PASSWORD);
  assertEquals((await on.client.get("/api/instances")).status, 200);
});
