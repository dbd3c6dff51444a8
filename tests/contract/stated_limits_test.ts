import { assertEquals } from "@std/assert";
import { apiContract } from "../support/api_contract.ts";
import { HINTS } from "./limit_hints.ts";
import { SchemaLimits } from "../support/schema_limits.ts";
import type { Json } from "./support.ts";

/** What the document must hold a place to: the limits as they are stated, so that no schema can loosen both. */
const STATED: readonly [what: string, places: RegExp, limits: Record<string, number>][] = [
  [
    "names: 200 characters",
    /(^|(?<!headers\.\[\])\.|(?<!secret) )(name|instance_name|display_name|model_name|exported_at|(client|tenant|namespace)_id|region|category)$/,
    { maxLength: 200 },
  ],
  [
    "names in rules: 1 to 200 characters",
    /(^|\.)rules\.\[\]\.(.*\.)?(rule_id|rule_name|event_name)$/,
    { minLength: 1, maxLength: 200 },
  ],
  ["streams in rules: 1 to 2,000 characters", /\.(stream|of)$/, { minLength: 1, maxLength: 2_000 }],
  ["names of heartbeats: 64 characters", /^heartbeat-name$/, { maxLength: 64 }],
  ["deadlines of heartbeats: a minute to a week", /^deadline_seconds$/, { minimum: 60, maximum: 604_800 }],
  ["a heartbeat: every 1 to 60 minutes", /^heartbeat_minutes$/, { minimum: 1, maximum: 60 }],
  ["a rule to try: 200 characters", /^rule_id$/, { maxLength: 200 }],
  [
    "descriptions: 2,000 characters",
    /(^|\.)(description|event_description|cause|consequence|action|note|comment|reason|text|path|base_url|stream_name|api_key)$/,
    { maxLength: 2_000 },
  ],
  ["a secret: 1 to 2,000 characters", /^client_secret$/, { minLength: 1, maxLength: 2_000 }],
  ["constants: 2,000 characters", /placeholders\.\[\]\.value\|0$|(mappings|placeholders)\.\{\}\|0$/, {
    maxLength: 2_000,
  }],
  ["the rule of a drill, or out of service: 1 to 200 characters", /^(drill |scope\|0\.)rule_id$/, {
    minLength: 1,
    maxLength: 200,
  }],
  ["a pattern for plant nodes: 2,000 characters", /^bulk plant_node_floc_id$/, { maxLength: 2_000 }],
  ["plant nodes: 100 characters", /^(plant_node_floc_id|plant_node|parent_id)$/, { maxLength: 100 }],
  [
    "functional locations: 1 to 100 characters",
    /(^|\.| )(floc_id|plant_node_ids\.\[\]|(event|scope\|2)\.plant_node_floc_id)$/,
    { minLength: 1, maxLength: 100 },
  ],
  ["rules a template: 50", /(^|\.)rules$/, { maxItems: 50 }],
  ["templates a document: 1,000", /^document\.templates$/, { maxItems: 1_000 }],
  ["instances a document: 20,000", /^document\.instances$/, { maxItems: 20_000 }],
  ["conditions a rule: 1 to 50", /\.(conditions|until|all|any)$/, { minItems: 1, maxItems: 50 }],
  ["values of a list: 100", /\.value\|3$/, { maxItems: 100 }],
  ["values and defaults: 1,000 characters", /(value\|1|limit\|1|value\|3\.\[\]\|1|default_value\|1)$/, {
    maxLength: 1_000,
  }],
  ["placeholders a template: 100", /(^|\.)placeholders$/, { maxItems: 100 }],
  ["placeholders as a map: 100 of 64 characters", /^(bulk placeholders|placeholder_mappings)$/, {
    maxProperties: 100,
  }],
  ["names of placeholders: 64 characters", /(placeholder_name|(mappings|placeholders)\.\{key\})$/, {
    maxLength: 64,
  }],
  ["enrichment: 50 pairs", /(^|\.)enrichment$/, { maxProperties: 50 }],
  ["enrichment: keys of 100 characters", /enrichment\.\{key\}$/, { maxLength: 100 }],
  ["enrichment: values of 1,000 characters", /enrichment\.\{\}$/, { maxLength: 1_000 }],
  ["deadband, tolerance", /\.(deadband(\|0)?|tolerance)$/, { minimum: 0 }],
  ["the largest value of a counter: above 0", /\.rollover$/, { exclusiveMinimum: 0 }],
  ["at least so many conditions: 1 to 50", /\.at_least$/, { minimum: 1, maximum: 50 }],
  ["expressions: 2,000 characters", /\.expression$/, { maxLength: 2_000 }],
  ["units of expressions: 50 characters", /(conditions|until)\.\[\].*\.unit(\||$)/, { maxLength: 50 }],
  ["re-alarm: a week", /\.re_alarm_minutes(\||$)/, { minimum: 1, maximum: 10_080 }],
  ["delays: 30 days", /\.(on|off)_delay_seconds(\|0)?$/, { minimum: 0, maximum: 2_592_000 }],
  ["windows: 1 s to 7 days", /\.window_seconds(\|0)?$/, { minimum: 1, maximum: 604_800 }],
  ["a value's age: 366 days", /\.max_age_seconds(\|0)?$/, { minimum: 0, maximum: 31_622_400 }],
  ["passwords: 12 to 200 characters", /^(new_password|password)$/, { minLength: 12, maxLength: 200 }],
  ["tried passwords", /^(login password|current_password|admin_password)$/, {
    minLength: 1,
    maxLength: 1_000,
  }],
  ["a tried code: 1 to 40 characters", /^code$/, { minLength: 1, maxLength: 40 }],
  ["a passkey's id: 1,023 bytes", /^credential_id$/, { minLength: 1, maxLength: 1_364 }],
  ["a browser's part of a passkey's answer", /^client_data_json$/, { minLength: 1, maxLength: 2_000 }],
  ["a passkey's answer", /^(authenticator_data|signature)$/, { minLength: 1, maxLength: 1_000 }],
  ["a new passkey", /^attestation_object$/, { minLength: 1, maxLength: 3_000 }],
  ["transports of a passkey: 10", /^transports$/, { maxItems: 10 }],
  ["a PIN for shared desks: 6 to 12 digits", /^pin$/, { minLength: 6, maxLength: 12 }],
  ["a tried PIN", /^desk pin$/, { minLength: 1, maxLength: 100 }],
  ["a tried name", /^(login|desk) username$/, { minLength: 1, maxLength: 200 }],
  [
    "instructions and messages: 20,000 characters",
    /^((system|base)_instructions|talk message|test_message)$/,
    {
      maxLength: 20_000,
    },
  ],
  ["a session to carry on: 1 to 100 characters", /^talk session_id$/, { minLength: 1, maxLength: 100 }],
  ["a resource to filter by: 200 characters", /^resource_(type|id)$/, { maxLength: 200 }],
  ["audit entries to filter by: 200 characters", /^audit (who|action|text)$/, { maxLength: 200 }],
  ["events to filter by: 200 characters", /^events (person|text)$/, { maxLength: 200 }],
  ["a place to filter by: 100 characters", /^events place$/, { maxLength: 100 }],
  ["a session to filter by: 100 characters", /^session_id$/, { maxLength: 100 }],
  ["a model's window", /^context_window_tokens$/, { minimum: 4_096, maximum: 2_000_000 }],
  ["ids of what is out of service", /^scope\|\d\.instance_id$/, { minimum: 1, maximum: 2 ** 53 - 1 }],
  ["a work order: 100 characters", /^work_order$/, { maxLength: 100 }],
  ["shelving: 1 to 1,440 minutes", /^minutes$/, { minimum: 1, maximum: 1_440 }],
  ["instances a call: 10,000", /^instance_ids$/, { minItems: 1, maxItems: 10_000 }],
  ["a name that a bulk creation leaves out: 2,000 characters", /^bulk exclude\.\[\]$/, { maxLength: 2_000 }],
  ["names that a bulk creation leaves out: 10,000", /^bulk exclude$/, { maxItems: 10_000 }],
  ["items of a bulk command done one by one: 1,000", /^(one by one instance_ids|event_ids)$/, {
    minItems: 1,
    maxItems: 1_000,
  }],
  ["instances a backtest: 200", /^backtest instance_ids$/, { minItems: 1, maxItems: 200 }],
  ["points of a backtest's series", /^backtest points$/, { minimum: 0, maximum: 2_000 }],
  ["rows a page: 1 to 1,000", /^(limit|per_page|max_items)$/, { minimum: 1, maximum: 1_000 }],
  ["offset", /^offset$/, { minimum: 0, maximum: 1e12 }],
  ["page", /^page$/, { minimum: 1, maximum: 1e9 }],
  ["hours: above 0, up to 8,760", /^hours$/, { exclusiveMinimum: 0, maximum: 8_760 }],
  ["hours of the log of notifications: above 0, up to 9,600", /^told hours$/, {
    exclusiveMinimum: 0,
    maximum: 9_600,
  }],
  ["hours of missing data: above 0, up to 24", /^recent hours$/, { exclusiveMinimum: 0, maximum: 24 }],
  ["points of a trend", /^points$/, { minimum: 2, maximum: 2_000 }],
  [
    "ids",
    /^((bulk|talk) )?(id|version|package_id|grants\.\[\]\.area_ids(\|0)?\.\[\]|areas\.\[\]|template_id|instance_id|provider_id|stream_id|assistant_type_id|(instance|event)_ids\.\[\])$/,
    {
      minimum: 1,
      maximum: 2 ** 53 - 1,
    },
  ],
  ["the start page of a screen: 500 characters", /^start_page$/, { maxLength: 500 }],
  ["an issuer, an audience, scopes: 500 characters", /^(issuer|audience|scopes)$/, { maxLength: 500 }],
  ["names of claims: 100 characters", /^(username|groups)_claim$/, { maxLength: 100 }],
  ["the name of an identity provider: 40 characters", /^company-name$/, { maxLength: 40 }],
  ["grants of an identity provider: 200", /^provider grants$/, { maxItems: 200 }],
  ["grants of a user or key: 20", /^grants$/, { maxItems: 20 }],
  ["areas of a grant: 1 to 200", /^grants\.\[\]\.area_ids(\|0)?$/, { minItems: 1, maxItems: 200 }],
  ["areas of a screen: 20", /^areas$/, { maxItems: 20 }],
  ["the reading distance of a screen: 0.5 to 20 m", /^viewing(\|0)?\.distance_meters$/, {
    minimum: 0.5,
    maximum: 20,
  }],
  ["the size of a screen: 5 to 300 inches", /^viewing(\|0)?\.diagonal_inches$/, { minimum: 5, maximum: 300 }],
  ["plant nodes of an area: 1 to 200", /^plant_node_ids$/, { minItems: 1, maxItems: 200 }],
  ["a group: 200 characters", /^grants\.\[\]\.group$/, { maxLength: 200 }],
  ["DNs of a directory: 500 characters", /^ldap\.(user|group)_base$/, { maxLength: 500 }],
  ["the filter of a directory: 1,000 characters", /^ldap\.user_filter$/, { maxLength: 1_000 }],
  ["certificates of a directory: 20,000 characters", /^ldap\.ca$/, { maxLength: 20_000 }],
  ["a host: 253 characters", /^config\|\d\.host$/, { maxLength: 253 }],
  ["a port", /^config\|\d\.port$/, { minimum: 1, maximum: 65_535 }],
  ["addresses of receivers: 254 characters", /^(to|config\|\d\.(from|to|to\.\[\]))$/, { maxLength: 254 }],
  ["mailboxes of a contact point: 20", /^mailboxes of config\|0\.to$/, { maxItems: 20 }],
  ["the name of a sender: 100 characters", /^config\|\d\.from_name$/, { maxLength: 100 }],
  ["the address of a webhook: 2,000 characters", /^config\|\d\.url$/, { maxLength: 2_000 }],
  ["headers of a request: 10", /^config\|\d\.headers$/, { maxItems: 10 }],
  ["the name of a header: 100 characters", /^config\|\d\.headers\.\[\]\.name$/, { maxLength: 100 }],
  ["the value of a header: 500 characters", /^config\|\d\.headers\.\[\]\.value$/, { maxLength: 500 }],
  ["the body of a request: 4,000 characters", /^config\|\d\.body$/, { maxLength: 4_000 }],
  ["a quality of service: 0 to 2", /^config\|\d\.qos$/, { minimum: 0, maximum: 2 }],
  ["a topic: 500 characters", /^config\|\d\.topic$/, { maxLength: 500 }],
  ["the user of a contact point: 200 characters", /^config\|\d\.user$/, { maxLength: 200 }],
  ["certificates of a receiver: 12,000 characters", /^config\|\d\.ca$/, { maxLength: 12_000 }],
  ["the kind of a source: 200 characters", /^source kind$/, { maxLength: 200 }],
  ["settings of a source: 50", /^source config$/, { maxProperties: 50 }],
  ["secrets of a source: 4", /^source secrets$/, { maxProperties: 4 }],
  ["the name of a source's secret: 50 characters", /^source (secrets\.\{key\}|secret name)$/, {
    maxLength: 50,
  }],
  ["a secret of a source: 6,000 characters", /^source secrets\.\{\}$/, { maxLength: 6_000 }],
  ["a source to discover", /^source_id$/, { minimum: 1, maximum: 2 ** 53 - 1 }],
  ["a node to browse: 2,000 characters", /^source node$/, { maxLength: 2_000 }],
  ["secrets of a contact point: 10", /^secrets$/, { maxProperties: 10 }],
  ["the name of a secret: 40 characters", /^secrets\.\{key\}$/, { maxLength: 40 }],
  ["a secret: 2,000 characters", /^secrets\.\{\}$/, { maxLength: 2_000 }],
  ["messages a minute: 1 to 600", /^max_per_minute$/, { minimum: 1, maximum: 600 }],
  ["the text of a button: 60 characters", /^button_label$/, { maxLength: 60 }],
  ["an address of a key: 43 characters", /^allowed_addresses\.\[\]$/, { maxLength: 43 }],
  ["addresses of a key: 20", /^allowed_addresses$/, { maxItems: 20 }],
  ["areas of a policy: 50", /^match\.area_ids$/, { maxItems: 50 }],
  ["plant nodes of a policy: 50", /^match\.plant_node_ids$/, { maxItems: 50 }],
  ["categories of a policy: 50", /^match\.categories$/, { maxItems: 50 }],
  ["templates of a policy: 200", /^match\.template_ids$/, { maxItems: 200 }],
  ["severities: 4", /^match\.severities$/, { maxItems: 4 }],
  ["flags: 5", /^(match|event)\.flags$/, { maxItems: 5 }],
  ["fields of a group: 4", /^group_by$/, { maxItems: 4 }],
  ["what stops an escalation: 1 to 3", /^stop_on$/, { minItems: 1, maxItems: 3 }],
  ["a group's wait: at most an hour", /^group_wait_seconds$/, { minimum: 0, maximum: 3_600 }],
  ["a group's interval: at most a day", /^group_interval_seconds$/, { minimum: 0, maximum: 86_400 }],
  ["holidays of the plant: 400", /^holidays$/, { maxItems: 400 }],
  ["repeats: 0 to 9", /^repeat\|0$/, { minimum: 0, maximum: 9 }],
  ["between rounds: 1 minute to a week", /^repeat_interval_minutes$/, { minimum: 1, maximum: 10_080 }],
  ["steps of a policy: 10", /^steps$/, { maxItems: 10 }],
  ["a step: within a week", /^steps\.\[\]\.after_minutes$/, { minimum: 0, maximum: 10_080 }],
  ["recipients of a step: 1 to 50", /^steps\.\[\]\.to$/, { minItems: 1, maxItems: 50 }],
  [
    "ids in a policy",
    /^(match\.(area|template)_ids\.\[\]|steps\.\[\]\.to\.\[\]\.id|policy_ids\.\[\]|event\.(template|instance)_id|event_id)$/,
    { minimum: 1, maximum: 2 ** 53 - 1 },
  ],
  ["the place of a policy to preview: before one of 199", /^place$/, { minimum: 0, maximum: 198 }],
  ["policies in an order: 200", /^policy_ids$/, { maxItems: 200 }],
  ["mail domains of the plant: 50", /^notification_mail_domains$/, { maxItems: 50 }],
  ["quiet hours: 10", /^quiet_hours$/, { maxItems: 10 }],
  ["working hours: 10", /^working_hours$/, { maxItems: 10 }],
  ["addresses of a user: 10", /^order$/, { maxItems: 10 }],
  ["an address: 1 to 254 characters", /^address$/, { minLength: 1, maxLength: 254 }],
  ["users of a team: 1 to 50", /^user_ids$/, { minItems: 1, maxItems: 50 }],
  ["layers of a roster: 10", /^layers$/, { maxItems: 10 }],
  ["users of a layer: 1 to 50", /^layers\.\[\]\.user_ids$/, { minItems: 1, maxItems: 50 }],
  [
    "ids of addresses and overrides",
    /^(override_id|address_id|contact_point_id|order\.\[\])$/,
    { minimum: 1, maximum: 2 ** 53 - 1 },
  ],
  ["users and shared desks", /(^|\.)(user_ids\.\[\]|user_id|desk_id)$/, { minimum: 1, maximum: 2 ** 53 - 1 }],
  ["a turn: 1 to 52 days or weeks", /^layers\.\[\]\.every$/, { minimum: 1, maximum: 52 }],
  ["hours of a layer or roster: 10", /^(layers\.\[\]\.|required_)hours$/, { maxItems: 10 }],
  ["weekdays: 1 to 7 of them", /\.weekdays$/, { minItems: 1, maxItems: 7 }],
  ["a weekday: 1 to 7", /\.weekdays\.\[\]$/, { minimum: 1, maximum: 7 }],
  ["the token of a calendar: 200 characters", /^token$/, { maxLength: 200 }],
  ["wait_seconds", /^wait_seconds$/, { minimum: 0, maximum: 3_600 }],
  ["poll_seconds", /^poll_seconds$/, { minimum: 0.1, maximum: 86_400 }],
  ["max_age_seconds of the source", /^max_age_seconds$/, { minimum: 0, maximum: 31_536_000 }],
  ["source_lost_seconds", /^source_lost_seconds$/, { minimum: 1, maximum: 86_400 }],
  ["correction_horizon_hours", /^correction_horizon_hours$/, { minimum: 0, maximum: 8_760 }],
  ["requests_per_minute", /^requests_per_minute$/, { minimum: 1, maximum: 100_000 }],
  ["discovery_minutes", /^discovery_minutes$/, { minimum: 0, maximum: 10_080 }],
];

const NUMBERS = [
  ...["minLength", "maxLength", "minItems", "maxItems", "maxProperties"],
  ...["minimum", "maximum", "exclusiveMinimum"],
];

/** Where the same word means something else. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  "POST /api/instances/bulk": "bulk ",
  "POST /api/auth/login": "login ",
  "POST /api/ai-providers/{provider_id}/conversation": "talk ",
};

function ownWord(line: string, name: string): string {
  if (/api\/sources/.test(line) && /^(secrets|config$|kind$|node$)/.test(name)) return "source ";
  if (/^GET \/api\/rule-events/.test(line) && /^(person|place|text)$/.test(name)) return "events ";
  if (line === "GET /api/audit-log" && /^(who|action|text)$/.test(name)) return "audit ";
  if (line === "GET /api/coverage" && name === "hours") return "recent ";
  if (line === "GET /api/notification-log" && name === "hours") return "told ";
  if (line === "POST /api/auth/desk-confirmations") return "desk ";
  if (/backtest/.test(line) && /^(instance_ids|points)$/.test(name)) return "backtest ";
  if (/contact-points/.test(line) && name === "config|0.to") return "mailboxes of ";
  if (/identity-providers/.test(line) && name === "grants") return "provider ";
  if (/identity-providers/.test(line) && name === "name") return "company-";
  if (/drill/.test(line) && name === "rule_id") return "drill ";
  if (/heartbeats/.test(line) && name === "name") return "heartbeat-";
  if (line === "POST /api/instances/bulk-delete" && name === "instance_ids") return "one by one ";
  if (/sources\/\{id\}\/secrets/.test(line) && name === "name") return "source secret ";
  return OWN_WORDS[line] ?? "";
}

/** Every place of the document that is held to numbers, and the numbers. */
async function documented(): Promise<Map<string, Record<string, number>>> {
  const { document, operations } = await apiContract();
  const limits = new SchemaLimits(document, HINTS);
  const found = new Map<string, Record<string, number>>();
  for (const { method, path } of operations) {
    const { parameters = [], requestBody } = document.paths[path][method.toLowerCase()];
    const body = requestBody?.content["application/json"].schema;
    const places = [
      ...parameters.map(({ name, schema }: Json) => ({ name, schema })),
      ...(body === undefined ? [] : limits.places(body)),
    ];
    for (const { name, schema } of places) {
      const held = Object.entries(schema).filter(([keyword]) => NUMBERS.includes(keyword));
      // The policy to preview is one as it is stored.
      const own = name.replace(/^policy\./, "");
      const place = ownWord(`${method} ${path}`, own) + own;
      if (held.length > 0) found.set(`${place}: ${JSON.stringify(held)}`, Object.fromEntries(held) as Json);
    }
  }
  return found;
}

Deno.test("every number of the document is the one that is stated, and every stated one is in it", async () => {
  const used = new Set<string>();
  for (const [found, limits] of await documented()) {
    const place = found.split(": ")[0];
    const rows = STATED.filter(([, places]) => places.test(place));
    assertEquals(
      [place, rows.map(([what]) => what).length],
      [place, 1],
      rows.map(([what]) => what).join("; "),
    );
    assertEquals([place, limits], [place, rows[0][2]], rows[0][0]);
    used.add(rows[0][0]);
  }
  assertEquals(STATED.filter(([what]) => !used.has(what)).map(([what]) => what), []);
});
