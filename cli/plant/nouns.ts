import { z } from "zod";
import { connectorOf, SOURCE_KINDS } from "../../connectors/sources.ts";
import { userSchema } from "../../domain/access/schema.ts";
import { areaSchema } from "../../domain/area/schema.ts";
import { assistantTypeSchema } from "../../domain/assistant/schema.ts";
import { type ContactPointConfig, secretIssues } from "../../domain/contact_point/kinds.ts";
import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { heartbeatSchema } from "../../domain/heartbeat/schema.ts";
import { identityProviderSchema } from "../../domain/identity_provider/schema.ts";
import { readPatterns } from "../../domain/instance/bulk.ts";
import { bulkInstanceSchema, instanceSchema } from "../../domain/instance/schema.ts";
import { policySchema } from "../../domain/notification_policy/schema.ts";
import { plantNodeSchema } from "../../domain/plant/schema.ts";
import { plantSettingsSchema } from "../../domain/plant_settings/schema.ts";
import { missingFields } from "../../domain/provider/missing_fields.ts";
import { providerSchema } from "../../domain/provider/schema.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../domain/shared/schema.ts";
import { byText } from "../../domain/shared/text.ts";
import { sourceSchema } from "../../domain/source/schema.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { teamSchema } from "../../domain/team/schema.ts";
import { templateIssues } from "../../domain/template/check.ts";
import { packageSchema, templateDocumentSchema, templateSchema } from "../../domain/template/schema.ts";
import { minimal } from "./minimal.ts";
import { type Item, type Kind, type KindByField, KINDS, type Noun, type Reference } from "./noun.ts";

type NounOptions =
  & Pick<Noun, "path" | "schema">
  & Partial<Omit<Noun, "kind">>;

const areas = (at: string): Reference => ({ at, as: "areas", to: "areas" });
const users = (at: string): Reference => ({ at, as: "users", to: "users" });
const node = (at: string): Reference => ({ at, as: at.split(".").at(-1)!, to: "plant_nodes" });
const nodes = (at: string): Reference => ({ at: `${at}.*`, as: at.split(".").at(-1)!, to: "plant_nodes" });

const RECIPIENT: KindByField = {
  field: "kind",
  kinds: { user: "users", team: "teams", roster: "rosters", contact_point: "contact_points" },
};

const { admin_password: _, ...assistantType } = assistantTypeSchema.out.shape;
const { placeholder_mappings: _mappings, placeholders, ...instance } = instanceSchema.out.shape;
const pattern = bulkInstanceSchema.omit({ dry_run: true }).extend({
  is_deployed: z.boolean().default(false).describe("Whether the instances that it creates are deployed"),
});
const switchedOn = templateDocumentSchema.shape.is_active.unwrap().default(true);

const TABLE: Record<Kind, NounOptions> = {
  plant_nodes: {
    path: "/api/plant-model",
    schema: plantNodeSchema.out,
    key: ["floc_id"],
    id: "floc_id",
    references: [node("parent_id")],
    rows: nodesOfTree,
  },
  areas: { path: "/api/areas", schema: areaSchema.out, references: [nodes("plant_node_ids")] },
  users: {
    path: "/api/users",
    schema: userSchema.out,
    key: ["username"],
    references: [areas("grants.*.area_ids.*")],
    secrets: { field: "password", stored: () => ["password"], boundTo: [] },
    isLeftOut: ({ identity }) => identity !== null,
    kept: ({ owns_keys }) => owns_keys === true ? "owns an API key" : undefined,
  },
  identity_providers: {
    path: "/api/identity-providers",
    schema: identityProviderSchema.out,
    references: [areas("grants.*.area_ids.*")],
    secrets: {
      field: "client_secret",
      stored: ({ has_client_secret }) => has_client_secret ? ["client_secret"] : [],
      boundTo: ["issuer"],
    },
  },
  plant_settings: {
    one: "plant settings",
    path: "/api/plant-settings",
    schema: plantSettingsSchema.out,
    key: [],
    references: [],
    isSingle: true,
  },
  assistant_types: {
    path: "/api/assistant-types",
    schema: z.strictObject(assistantType),
    notCreated: "needs the password of a signed-in administrator; create it in the console first",
  },
  ai_providers: {
    one: "AI provider",
    path: "/api/ai-providers",
    schema: providerSchema.out,
    key: ["display_name"],
    references: [{ at: "assistant_type_id", as: "assistant_type", to: "assistant_types" }],
    secrets: {
      field: "api_key",
      stored: ({ has_api_key }) => has_api_key ? ["api_key"] : [],
      boundTo: ["base_url", "provider_type"],
      issues: (item, { api_key }) => missingFields({ ...item, api_key }, undefined),
    },
  },
  contact_points: {
    path: "/api/contact-points",
    schema: contactPointSchema.out,
    secrets: {
      field: "secrets",
      stored: storedSecrets,
      boundTo: ["config"],
      issues: ({ config }, secrets) => secretIssues(config as ContactPointConfig, secrets),
    },
  },
  teams: { path: "/api/teams", schema: teamSchema.out, references: [users("user_ids.*")] },
  rosters: {
    path: "/api/rosters",
    schema: rosterSchema.out,
    references: [users("layers.*.user_ids.*")],
  },
  heartbeats: { path: "/api/heartbeats", schema: heartbeatSchema.out, id: "name" },
  sources: {
    path: "/api/sources",
    schema: sourceSchema.out,
    secrets: { field: "secrets", stored: givenSecrets, boundTo: ["config"], issues: missingSecrets },
    kept: ({ id }) => id === DEFAULT_SOURCE ? "it is the source of /api/configuration" : undefined,
    check: sourceIssues,
    normal: (body) => ({ ...body, config: wholeConfig(body) ?? body.config }),
    short: (body) => ({ ...body, config: minimal(connectorOf(String(body.kind)).given, body.config) }),
  },
  packages: { path: "/api/packages", schema: packageSchema.out },
  templates: {
    path: "/api/templates",
    schema: z.strictObject({
      package_id: templateSchema.out.shape.package_id,
      ...templateDocumentSchema.shape,
      is_active: switchedOn,
      allow_instances: switchedOn,
    }),
    key: ["package", "name"],
    references: [{ at: "package_id", as: "package", to: "packages" }],
    check: ({ name, description = "", rules = [], placeholders = [] }) =>
      templateIssues({ name, description, rules, placeholders }),
    apart: ["is_active", "allow_instances"],
  },
  instances: {
    path: "/api/instances",
    schema: z.strictObject({
      ...instance,
      placeholders: z.array(
        placeholders.unwrap().element.safeExtend({
          stream_id: z.string().optional().describe(
            "The stream at its source: by it a stream is found that has another name there since",
          ),
        }),
      ).default([]).meta(placeholders.meta() ?? {}),
      is_deployed: z.boolean().optional().describe("Absent: as it is"),
    }),
    key: ["template", "instance_name"],
    references: [
      { at: "template_id", as: "template", to: "templates" },
      node("plant_node_floc_id"),
    ],
    normal: ({ placeholders, ...body }) => ({
      ...body,
      placeholders: [...placeholders as Item[]].sort((a, b) =>
        byText(String(a.placeholder_name), String(b.placeholder_name))
      ),
    }),
    apart: ["is_deployed"],
  },
  patterns: {
    path: "/api/instances/bulk",
    schema: pattern,
    key: ["template", "instance_name"],
    references: [
      { at: "template_id", as: "template", to: "templates" },
      { ...node("plant_node_floc_id"), takesStars: true },
    ],
    creates: "instances",
    check: patternIssues,
    apart: ["is_deployed"],
  },
  notification_policies: {
    path: "/api/notification-policies",
    schema: policySchema.out.extend({
      is_last: z.literal(true).optional().describe(
        "The policy that takes every event which is left. Andon always has it, whatever its name",
      ),
    }),
    references: [
      areas("match.area_ids.*"),
      nodes("match.plant_node_ids"),
      { at: "match.template_ids.*", as: "templates", to: "templates" },
      { at: "steps.*.to.*.id", as: "name", to: RECIPIENT },
    ],
    isOrdered: true,
    kept: ({ is_last }) => is_last === true ? "it takes every event which is left" : undefined,
    apart: ["is_last"],
  },
};

/** Every noun, by the key of its things in a file. */
export const NOUNS: Readonly<Record<Kind, Noun>> = Object.fromEntries(
  KINDS.map((kind): [Kind, Noun] => [kind, {
    kind,
    one: kind.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, ""),
    key: ["name"],
    id: "id",
    references: [],
    ...TABLE[kind],
  }]),
) as Record<Kind, Noun>;

/** What of the API is written in no file, by the first part of its path, and why. */
export const NOT_IN_FILES: Readonly<Record<string, string>> = {
  auth: "people's own sessions, passwords and factors",
  "alarm-statistics": "a computation",
  backtests: "a computation",
  configuration: "the source `default`, which stands among the sources",
  "conversation-logs": "a record of what happened",
  "discover-assets": "a command",
  keys: "a key is shown once, to whom it is made for",
  "notification-drills": "a command",
  "out-of-service": "maintenance has an end",
  "rule-events": "what happened",
  "saved-views": "belong to a person",
  screens: "are paired at the screen",
  "template-instances": "another path of the instances",
  "test-connection": "a command",
};

function storedSecrets({ stored_secrets }: Item): string[] {
  return [...stored_secrets as string[]].sort(byText);
}

/** Those that people give: what Andon makes itself is shown once, by the page of the source. */
function givenSecrets(row: Item): string[] {
  const { secrets } = connectorOf(String(row.kind));
  return storedSecrets(row).filter((name) => secrets[name]?.isMade !== true);
}

function missingSecrets({ kind }: Item, given: Readonly<Record<string, string>>): Issue[] {
  const { secrets } = connectorOf(String(kind));
  return Object.entries(secrets).filter(([name, { isOptional }]) =>
    !isOptional && !Object.hasOwn(given, name)
  )
    .map(([name]) => ({ path: `secrets.${name}`, message: "Is required" }));
}

function sourceIssues(body: Item): Issue[] {
  const { kind, config } = body;
  if (!(SOURCE_KINDS as readonly unknown[]).includes(kind)) {
    return [{ path: "kind", message: `There is no such kind; there are ${SOURCE_KINDS.join(", ")}` }];
  }
  const parsed = connectorOf(String(kind)).given.safeParse(config);
  if (parsed.success) return [];
  return issuesOfZod(parsed.error).map(({ path, message }) => ({
    path: path === "" ? "config" : `config.${path}`,
    message,
  }));
}

function patternIssues(body: Item): Issue[] {
  const { data } = pattern.safeParse(body);
  return data === undefined ? [] : readPatterns(data).issues;
}

/** The settings with the defaults of their kind. */
function wholeConfig({ kind, config }: Item): unknown {
  return sourceIssues({ kind, config }).length > 0
    ? undefined
    : connectorOf(String(kind)).given.parse(config);
}

/** The nodes of the tree, each after its parent. */
function nodesOfTree(tree: Item[], parent_id: unknown = null): Item[] {
  return tree.flatMap(({ id, name, type, children }) => [
    { floc_id: id, name, node_type: type, parent_id },
    ...nodesOfTree(children as Item[], id),
  ]);
}
