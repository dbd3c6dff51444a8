import { PEM } from "./limit_hints.ts";
import { content } from "./limit_rule_bodies.ts";
import { type Json, PASSWORD } from "./support.ts";
import { endless, hours, policy } from "./limit_policies.ts";

/** Bodies that the house takes as they are; together they lead to every limit. `n` makes names new each time. */
export const BODIES: Readonly<Record<string, (n: number) => Json[]>> = {
  "POST /api/auth/login": () => [{ username: "admin", password: PASSWORD }],
  "POST /api/auth/password": () => [{ current_password: PASSWORD, new_password: "another password" }],
  "POST /api/auth/login/code": () => [{ code: "000000" }],
  "POST /api/auth/login/passkey": () => [assertion],
  "POST /api/auth/second-factors/code": () => [{ code: "000000" }],
  "POST /api/auth/second-factors/code/begin": () => [{ current_password: PASSWORD }],
  "POST /api/auth/second-factors/passkeys": () => [
    {
      name: "Key",
      credential_id: "id",
      client_data_json: "e30",
      attestation_object: "oA",
      transports: ["usb"],
    },
  ],
  "POST /api/auth/second-factors/passkeys/options": () => [{ current_password: PASSWORD }],
  "POST /api/auth/second-factors/recovery-codes": () => [{ current_password: PASSWORD }],
  "POST /api/auth/second-factors/remove": () => [
    { current_password: PASSWORD, factor: "passkey", credential_id: "id" },
  ],
  "POST /api/auth/desk-confirmations": () => [{ username: "anna", pin: "583920" }],
  "POST /api/auth/desk-confirmations/passkey": () => [assertion],
  "PUT /api/auth/desk-pin": () => [{ pin: "583920", current_password: PASSWORD }],
  "PUT /api/auth/profile": () => [{ display_name: "Anna" }],
  "POST /api/users": (n) => [user(n)],
  "PUT /api/users/{id}": (n) => [{ ...user(n), end_keys: false }],
  "POST /api/keys": (n) => [key(n)],
  "PUT /api/keys/{id}": (n) => [key(n)],
  "POST /api/identity-providers": (n) => [identityProvider(n), directory(n)],
  "POST /api/identity-providers/test": (n) => [{ ...identityProvider(n), id: 1 }, { ...directory(n), id: 1 }],
  "PUT /api/identity-providers/{id}": (n) => [identityProvider(n), directory(n)],
  "POST /api/screens": (n) => [{
    code: screenCode(n),
    name: `Screen ${n}`,
    start_page: "/wall",
    areas: [1],
    viewing: { distance_meters: 5, diagonal_inches: 55 },
  }],
  "PUT /api/screens/{id}": (n) => [{
    name: `Screen ${n}`,
    start_page: "/wall",
    areas: [1],
    viewing: { distance_meters: 5, diagonal_inches: 55 },
  }],
  "POST /api/contact-points": (n) => contactPoints().map((each) => contactPoint(n, each)),
  "PUT /api/contact-points/{id}": (n) => contactPoints().map((each) => contactPoint(n, each)),
  "POST /api/contact-points/test": () =>
    contactPoints().map(([config, secrets]) => ({ config, secrets, id: null, to: null })),
  "POST /api/contact-points/{id}/test": () => [{ to: "anna@example.org" }],
  "POST /api/configuration": () => [configuration],
  "POST /api/sources": (n) => [source(n)],
  "PUT /api/sources/{id}": (n) => [source(n)],
  "POST /api/sources/test":
    () => [{ id: 1, kind: "data_hub", config: dataHub, secrets: { client_secret: "s" } }],
  "POST /api/areas": (n) => [{ name: `Area of ${n}`, plant_node_ids: ["N"] }],
  "PUT /api/areas/{id}": (n) => [{ name: `Area of ${n}`, plant_node_ids: ["N"] }],
  "PUT /api/plant-settings": () => [{
    keep_unacknowledged: true,
    notification_mail_domains: ["a.example"],
    working_hours: [hours],
    holidays: ["2026-12-25"],
  }],
  "PUT /api/auth/contact-addresses": () => [{ time_zone: "UTC", quiet_hours: [hours], order: [1] }],
  "POST /api/auth/contact-addresses": () => [{ contact_point_id: 1, address: "+493012345" }],
  "POST /api/auth/contact-addresses/{address_id}/confirm": () => [{ code: "000000" }],
  "POST /api/test-connection": () => [configuration],
  "POST /api/packages/import": (n) => [{ document: document(n), dry_run: false, instances: true }],
  "POST /api/packages": (n) => [{ name: `Package ${n}`, description: "d" }],
  "PUT /api/packages/{package_id}": (n) => [{ name: `Package ${n}`, description: "d" }],
  "POST /api/packages/{package_id}/templates": (n) => [heading(n)],
  "POST /api/templates": (n) => [{ ...heading(n), ...content, package_id: 1 }],
  "PUT /api/templates/{id}": (n) => [
    { ...heading(n), ...content, package_id: 1, is_active: true, allow_instances: true },
  ],
  "POST /api/templates/{id}/versions": (n) => [{ ...heading(n), ...content, note: "n" }],
  "POST /api/templates/{id}/versions/{version}/upgrade": () => [
    { instance_ids: [1], dry_run: true, backtest: false, from: span.from, to: span.to },
  ],
  "POST /api/templates/{id}/backtest": () => backtests,
  "POST /api/instances/{id}/backfill": () => [
    { from: "2026-01-24T08:00:00Z", to: "2026-01-31T08:00:00Z", dry_run: true, stream: false },
  ],
  "POST /api/backtests": (n) => [
    ...backtests.map((body) => ({ ...body, template_id: 1 })),
    { ...span, template: { ...heading(n), ...content } },
  ],
  "POST /api/alarm-statistics/advice": () => [
    { instance_id: 1, rule_id: "r", hours: 24, critical: false, stream: false },
  ],
  "POST /api/template-instances": (n) => instance(n).map((body) => ({ ...body, template_id: 1 })),
  "POST /api/instances": (n) => instance(n).map((body) => ({ ...body, template_id: 1 })),
  "PUT /api/instances/{id}": (n) => instance(n),
  "POST /api/instances/bulk": (n) => [{
    template_id: 1,
    instance_name: `Instance ${n}`,
    plant_node_floc_id: "N",
    placeholders: { P1: "text", P2: 5, P3: true },
    exclude: ["e"],
    dry_run: true,
  }],
  "POST /api/instances/bulk-deploy": () => [{ instance_ids: [1] }, { template_id: 1 }],
  "POST /api/instances/bulk-undeploy": () => [{ instance_ids: [1] }, { template_id: 1 }],
  "POST /api/instances/bulk-delete": () => [{ instance_ids: [1] }],
  "POST /api/rule-events/bulk-acknowledge": () => [{ event_ids: [1], comment: "c" }],
  "PUT /api/rule-events/{id}": () => [
    { event_description: "d", severity: "error", enrichment: { a: "b" }, note: "n", is_active: true },
  ],
  "POST /api/rule-events/{id}/comments": () => [{ text: "t" }],
  "POST /api/notification-policies": (n) => [policy(n), endless(n)],
  "PUT /api/notification-policies/{id}": (n) => [policy(n), endless(n)],
  "PUT /api/notification-policies/order": () => [{ policy_ids: [2] }],
  "POST /api/notification-policies/preview": () => [
    { event_id: 1, at: new Date().toISOString(), policy: { ...policy(1), id: null, place: 0 } },
    { event_id: 1, policy: endless(1) },
    {
      event: {
        ...{ severity: "error", category: "health", template_id: 1, instance_id: 1 },
        plant_node_floc_id: "N",
        flags: ["initial"],
      },
    },
  ],
  "POST /api/notification-drills": () => [{ instance_id: 1, rule_id: "r" }],
  "POST /api/heartbeats": (n) => [{ name: `heartbeat-${n}`, ...heartbeat }],
  "PUT /api/heartbeats/{name}": () => [heartbeat],
  "POST /api/teams": (n) => [{ name: `Team ${n}`, user_ids: [1] }],
  "PUT /api/teams/{id}": (n) => [{ name: `Team ${n}`, user_ids: [1] }],
  "POST /api/rosters": (n) => [roster(n)],
  "PUT /api/rosters/{id}": (n) => [roster(n)],
  "POST /api/rosters/{id}/overrides": () => [
    { user_id: 1, from: new Date().toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() },
  ],
  "POST /api/saved-views": (n) => [{ name: `View ${n}`, path: "/events", is_shared: true }],
  "PUT /api/saved-views/{id}": (n) => [{ name: `View ${n}`, path: "/events", is_shared: true }],
  "POST /api/rule-events/{id}/shelve": () => [{ minutes: 30, reason: "r" }],
  "POST /api/out-of-service": () => outOfService(),
  "PUT /api/out-of-service/{id}": () => outOfService().slice(0, 1).map(({ scope: _, ...change }) => change),
  "POST /api/ai-providers": (n) => [provider(n)],
  "PUT /api/ai-providers/{provider_id}": (n) => [provider(n)],
  "POST /api/ai-providers/{provider_id}/test": () => [{
    test_message: "m",
    settings: { provider_type: "openai", model_name: "m", base_url: "https://model.example", api_key: "key" },
  }],
  "POST /api/ai-providers/{provider_id}/conversation": () => [{
    message: "m",
    context_type: "events",
    time_filter: "24h",
    include_context: true,
    session_id: "s",
    stream: false,
  }],
  "POST /api/assistant-types": (n) => [{ ...assistantType(n), admin_password: PASSWORD }],
  "PUT /api/assistant-types/{id}": (n) => [assistantType(n)],
  "POST /api/plant-model": (n) => [{ floc_id: `F${n}`, name: "F", node_type: "site", parent_id: "N" }],
  "PUT /api/plant-model/{floc_id}": () => [
    { name: "F", node_type: "site", parent_id: "N" },
    { type: "site" },
  ],
};

const user = (n: number) => ({
  username: `user${n}`,
  password: PASSWORD,
  role: "viewer",
  grants: [{ role: "operator", area_ids: [1] }],
  is_active: true,
  shared_desk: true,
  display_name: "Anna",
});
const roster = (n: number) => ({
  name: `Roster ${n}`,
  time_zone: "UTC",
  layers: [{
    name: "Nights",
    user_ids: [1],
    every: 1,
    unit: "week",
    starts_on: "2026-01-05",
    handover_time: "08:00",
    hours: [hours],
    working_days_only: true,
  }],
  required_hours: [hours],
  required_working_days_only: true,
});
const key = (n: number) => ({
  name: `Key ${n}`,
  role: "viewer",
  grants: [{ role: "operator", area_ids: [1] }],
  is_active: true,
  allowed_addresses: ["10.0.0.0/8"],
  expires_at: "2030-01-31T08:15:02Z",
});
const identityProvider = (n: number) => ({
  name: `corp${n}`,
  issuer: `https://login${n}.example`,
  audience: "a",
  client_id: "c",
  client_secret: "s",
  scopes: "openid",
  username_claim: "name",
  groups_claim: "groups",
  grants: [{ group: "g", role: "viewer", area_ids: [1] }],
  button_label: "b",
  is_active: true,
});
const directory = (n: number) => ({
  name: `corp${n}`,
  issuer: `ldaps://dc${n}.example`,
  client_id: "c",
  ldap: { user_base: "dc=example", user_filter: "(uid={username})", group_base: "dc=example", ca: PEM },
});
/** Nothing listens there. */
const NOBODY = { host: "127.0.0.1", port: 1 };
const contactPoints = (): [Json, Json][] => [
  [
    {
      kind: "email",
      ...NOBODY,
      tls: "starttls",
      user: "u",
      from: "andon@example.org",
      from_name: "Andon",
      to: ["room@example.org"],
      ca: PEM,
    },
    { password: "p" },
  ],
  [{ kind: "webhook", url: "https://127.0.0.1:1/", ca: PEM }, { secret: `whsec_${btoa("s".repeat(24))}` }],
  [{ kind: "teams" }, { url: "https://127.0.0.1:1/" }],
  [{ kind: "slack" }, { url: "https://127.0.0.1:1/" }],
  [
    {
      kind: "http",
      method: "POST",
      url: "https://127.0.0.1:1/",
      headers: [{ name: "X-Title", value: "{title}" }],
      content_type: "text/plain",
      body: "{text}",
      to: "+44 1",
      ca: PEM,
    },
    { token: "t" },
  ],
  [
    { kind: "mqtt", ...NOBODY, tls: true, user: "u", topic: "a", qos: 1, retain: false, ca: PEM },
    { password: "p" },
  ],
];
const contactPoint = (n: number, [config, secrets]: readonly [Json, Json]) => ({
  name: `Contact point ${n} ${config.kind}`,
  description: "d",
  fallback: false,
  max_per_minute: 60,
  heartbeat_minutes: 1,
  config,
  secrets,
});
/** One that no screen shows. */
const screenCode = (n: number) => String(n).padStart(6, "0");
const heading = (n: number) => ({
  name: `Template ${n}`,
  category: "health",
  color: "#0b57a8",
  description: "d",
});

const provider = (n: number) => ({
  display_name: `Provider ${n}`,
  provider_type: "openai",
  model_name: "m",
  api_key: "key",
  base_url: "https://model.example",
  usage_mode: "assistant",
  system_instructions: "i",
  assistant_type_id: 1,
  is_active: true,
  function_calling_enabled: true,
  share_plant_data: true,
  context_window_tokens: 8_192,
});
const assistantType = (n: number) => ({
  name: `Type ${n}`,
  description: "d",
  base_instructions: "i",
  is_active: true,
});

const dataHub = {
  client_id: "c",
  region: "us-west",
  tenant_id: "t",
  namespace_id: "n",
  base_url: "https://plant.example",
};

const reading = {
  wait_seconds: 1,
  poll_seconds: 10,
  change_feed: "auto",
  max_age_seconds: 0,
  source_lost_seconds: 60,
  correction_horizon_hours: 72,
  requests_per_minute: 120,
  discovery_minutes: 60,
};

const configuration = { ...dataHub, client_secret: "s", ...reading };

const source = (n: number) => ({
  name: `Source ${n}`,
  kind: "data_hub",
  config: dataHub,
  secrets: { client_secret: "s" },
  is_active: true,
  ...reading,
});

const document = (n: number) => ({
  format: "andon-package",
  version: 1,
  exported_at: "2026-01-31T08:15:02.123Z",
  package: { name: `Package ${n}`, description: "d" },
  templates: [],
  instances: [],
});

const assertion = { credential_id: "id", client_data_json: "e30", authenticator_data: "AA", signature: "AA" };

/** Both forms of bindings, of placeholders that take a text. */
const bindings = [
  {
    placeholders: [
      { placeholder_name: "P1", stream_name: "text" },
      { placeholder_name: "P2", value: "text" },
      { placeholder_name: "P3", value: 5 },
      { placeholder_name: "P4", value: true },
      { placeholder_name: "P5", value: null },
    ],
  },
  { placeholder_mappings: { P1: "text", P2: null } },
];

function instance(n: number): Json[] {
  return bindings.map((bound) => ({ instance_name: `Instance ${n}`, plant_node_floc_id: "N", ...bound }));
}

const heartbeat = { description: "d", deadline_seconds: 300, severity: "error", counts_from_creation: false };
const span = { from: "2026-01-31T08:00:00Z", to: "2026-01-31T09:00:00Z", points: 300, stream: false };
const backtests = [...bindings, { instance_ids: [1] }].map((bound) => ({ ...span, ...bound }));

function outOfService(): Json[] {
  const from = Date.now() + 3_600_000;
  const times = {
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + 3_600_000).toISOString(),
  };
  const scopes = [
    { kind: "alarm", instance_id: 1, rule_id: "high" },
    { kind: "instance", instance_id: 1 },
    { kind: "plant_node", plant_node_floc_id: "N" },
  ];
  return scopes.map((scope) => ({ scope, ...times, reason: "r", work_order: "w" }));
}
