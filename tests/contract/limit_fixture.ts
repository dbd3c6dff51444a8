import type { Ref } from "../../actors/runtime/types.ts";
import type { ConversationStep, ProviderMessage, TestStep } from "../../actors/provider/contract.ts";
import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { identityProviderSchema } from "../../domain/identity_provider/schema.ts";
import { providerSchema } from "../../domain/provider/schema.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import type { BulkMessage, InstanceMessage } from "../../actors/instance/contract.ts";
import type { ConnectionTest } from "../../domain/source/types.ts";
import type { Trend } from "../../domain/trend/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { SourceMessage } from "../../actors/source/contract.ts";
import { DATA_HUB } from "../../connectors/data_hub/connector.ts";
import { saveConfiguration } from "../support/configured.ts";
import { storedEvents } from "../support/stored_events.ts";
import { BEYOND_BMP } from "../support/schema_limits.ts";
import type { Storage } from "../../storage/contract.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { discover, PASSWORD, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const AT = "2026-01-31T08:00:00.000Z";

/** Placeholder names for bodies, as many as a body accepts. */
export const PLACEHOLDERS = [
  ...Array.from({ length: 97 }, (_, i) => `P${i + 1}`),
  "X".repeat(64),
  "PUMP",
  "LIMIT",
];
/** Plant nodes with names of the maximal length, each of one repeated character. */
export const LONG_NODES = ["x", BEYOND_BMP].map((character) => character.repeat(100));

/** An app whose package, template, instance, event, stream, area, user, key, provider and assistant type have the id 1. */
export async function createLimitFixture(): Promise<TestApp> {
  const made: { app?: TestApp } = {};
  const app = await testApp({
    sleep: () => Promise.resolve(),
    instance: (id) => actor("instance", { id, answer: (message) => answerOf(made.app, id, message) }),
    bulk: { shardOf: () => 0, ref: () => bulkActor() },
    personalContactPoints: {
      list: () => [{ id: 1, name: "Gateway", takes: "number" }],
      send: () => Promise.resolve(SENT),
    },
    source: () =>
      actor<SourceMessage>("source", {
        id: 1,
        answer: ({ type }) => Promise.resolve({ browse: [], trend: NO_TREND }[type as string] ?? CONNECTED),
      }),
    ai: { provider: (id) => actor("ai_provider", { id, answer: modelAnswer }), onTokens: () => () => {} },
  });
  made.app = app;
  await saveConfiguration(app.storage, { ...DATA_HUB.example.config, client_secret: "s" }, BY);
  await furnish(app.storage);
  return app;
}

/** One of each resource, all with the id 1; the further plant nodes are `LONG_NODES`. */
export async function furnish(storage: Storage): Promise<void> {
  await discover(storage, ["P1.Pressure"]);
  const root = { floc_id: "N", name: "N", node_type: "enterprise" as const, parent_id: null };
  await storage.plant.create(root, BY);
  for (const floc_id of LONG_NODES) {
    await storage.plant.create({ ...root, floc_id, node_type: "site", parent_id: "N" }, BY);
  }
  await storage.areas.create({ name: "Area 1", plant_node_ids: ["N"] }, BY);
  await storage.packages.create({ name: "Utilities", description: "" }, BY);
  await storage.templates.create(template(), BY);
  const instance = { template_id: 1, instance_name: "Pump 1", plant_node_floc_id: null, bindings: {} };
  await storage.instances.create(instance, BY);
  await storage.store.commit(storedEvents(eventRecord({ id: 1 })), 1);
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  const scope = { kind: "alarm" as const, instance_id: 1, rule_id: "high" };
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  await storage.outOfService.create({ scope, starts_at, ends_at, reason: "r", work_order: null }, BY);
  const view = { name: "Events", path: "/events", is_shared: true };
  await storage.savedViews.create(view, { owner: "user:1", by: BY });
  const user = { username: "anna", password: PASSWORD, role: "viewer", is_active: true } as const;
  await storage.access.createUser(user, BY);
  const last = storage.notificationPolicies.get(1)!;
  await storage.notificationPolicies.create({ ...last, name: "Policy" }, BY);
  for (const { id } of storage.access.users()) {
    await storage.contactAddresses.add(id, { contact_point_id: 1, address: "+493012345" }, BY);
  }
  const heartbeat = {
    description: "",
    deadline_seconds: 300,
    severity: "error",
    counts_from_creation: false,
  } as const;
  await storage.heartbeats.create({ name: "1", ...heartbeat }, BY);
  await storage.teams.create({ name: "Team", user_ids: [1] }, BY);
  await storage.rosters.create(rosterSchema.parse({ name: "Roster", time_zone: "UTC" }), BY);
  // Longer than holes are looked for.
  const until = { from_ms: Date.now(), to_ms: Date.now() + 30 * 86_400_000 };
  await storage.rosters.addOverride(1, { user_id: 1, ...until }, BY);
  await storage.assistantTypes.create(
    { name: "Advisor", description: "", base_instructions: "", is_active: true },
    BY,
  );
  await storage.aiProviders.create(provider, BY);
  const company = { name: "corp", issuer: "https://login.example", client_id: "andon" };
  await storage.identityProviders.create(identityProviderSchema.parse(company), BY);
  const config = {
    kind: "email",
    host: "127.0.0.1",
    port: 1,
    from: "andon@example.org",
    to: ["a@example.org"],
  };
  await storage.contactPoints.create(contactPointSchema.parse({ name: "Mail", config }), BY);
  const screen = { name: "Screen", start_page: "/wall", address: "127.0.0.1", userAgent: null };
  await storage.screens.create({ ...screen, tokenHash: "0".repeat(64), cookie: "plain" }, BY);
  await storage.access.apiKeys.issue({ name: "key", role: "viewer", is_active: true, expires_at: null }, BY);
}

const provider = providerSchema.parse({
  display_name: "Assistant",
  provider_type: "ollama",
  model_name: "llama",
  assistant_type_id: null,
});

/** A template that declares all placeholders; only PUMP stands for a stream. */
function template() {
  const common = { description: "", is_required: true, default_value: null, max_age_seconds: null };
  return {
    name: "Pump",
    category: "health",
    color: "#aa0000",
    description: "",
    package_id: 1,
    placeholders: PLACEHOLDERS.map((placeholder_name) => ({
      ...common,
      placeholder_name,
      data_type: /^(PUMP|LIMIT)$/.test(placeholder_name) ? "NUM" as const : "STR" as const,
    })),
    rules: [{
      rule_id: "high",
      rule_name: "High",
      event_name: "High",
      event_description: "",
      logic: "all" as const,
      severity: "warning" as const,
      on_delay_seconds: 0,
      off_delay_seconds: 0,
      enrichment: {},
      cause: null,
      display_name: null,
      re_alarm_minutes: null,
      until: null,
      consequence: null,
      action: null,
      conditions: [{ stream: "<PUMP>", operator: "greater_than" as const, value: "<LIMIT>" }],
    }],
  };
}

const CONNECTED: ConnectionTest = {
  connection_status: "connected",
  facts: {},
  info: {
    tenant_info: { id: "t", name: "T", state: "Active" },
    namespace_info: { id: "n", description: "", region: "West", state: "Active" },
  },
  latency_ms: 1,
  tested_at: AT,
};

const NO_TREND: Trend = {
  held: null,
  samples: 0,
  buckets: [],
  changes: [],
  truncated: false,
  basis: "all",
  unread: [],
  gaps: [],
};

const SENT = { outcome: "accepted", status: 200, words: "", latency_ms: 1, retry_after_ms: null } as const;

/** The answers of actors. Their behaviour is tested elsewhere; these tests check which requests reach them. */
async function answerOf(app: TestApp | undefined, id: number, message: InstanceMessage): Promise<unknown> {
  if (app === undefined) throw new TypeError("The house is not furnished yet");
  if (message.type === "deploy" || message.type === "undeploy") {
    const record = app.storage.instances.get(id);
    return { ...record, is_deployed: message.type === "deploy", deployment_date: AT, template_version: 1 };
  }
  if (message.type === "backfill") return { written: 0, known: 0 };
  const event = await app.storage.events.get(message.eventId);
  return event === undefined ? undefined : afterMessage(event, message);
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** A model with one fixed answer. */
function modelAnswer(message: ProviderMessage): Promise<ConversationStep | TestStep> {
  if (message.type === "test") {
    return Promise.resolve({ kind: "tested", response: "ready", latencyMs: 1, usage: USAGE });
  }
  const exchange = {
    provider_id: 1,
    response: "ready",
    session_id: "s",
    function_calls: [],
    api_usage: USAGE,
    evidence: [],
    unverified: [],
    proposals: [],
  };
  return Promise.resolve({ kind: "done", exchange });
}

function afterMessage(event: EventRecord, message: InstanceMessage): EventRecord {
  switch (message.type) {
    case "close_event":
      return { ...event, is_active: false, end_time: AT, closed_at: AT, close_reason: "manual" };
    case "acknowledge_event":
      return { ...event, acknowledged_at: AT, acknowledged_by: "admin" };
    case "shelve_event":
      return { ...event, shelved_until: AT, shelve_reason: message.reason };
    case "comment_event":
      return { ...event, note: message.text };
    default:
      return event;
  }
}

function bulkActor(): Ref<BulkMessage> {
  const answer = ({ ids }: BulkMessage) => ({
    outcomes: ids.map((id) => ({ id, status: "done" })),
    rest: [],
  });
  return actor("instance_bulk", { id: 1, answer: (message) => Promise.resolve(answer(message)) });
}

function actor<M>(
  kind: string,
  { id, answer }: { id: number; answer: (message: M) => Promise<unknown> },
): Ref<M> {
  return {
    address: { kind, id: String(id) },
    ask: async <A>(message: M) => await answer(message) as A,
    tell: () => {},
  };
}
