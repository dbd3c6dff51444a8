import { z } from "@hono/zod-openapi";
import { STREAM_PROBLEMS } from "../../../../domain/asset/stream_problem.ts";
import {
  bindingItem,
  bulkItem,
  instance as stored,
  unitWarning,
} from "../../../../domain/instance/schema.ts";
import { leftOutRule } from "../../../../domain/rule/schema.ts";
import { count, id, instant, issue, shown, texts } from "../../../pipeline/document/shown.ts";
import { coverage } from "../../../statistics/views/schemas/coverage.ts";

const templateName = z.strictObject({ id: id(), name: z.string() });

/** What the answer of a deployment shows of what is stored. */
export const deployedFields = stored.pick({
  id: true,
  instance_id: true,
  instance_name: true,
  is_deployed: true,
  deployment_date: true,
});

const streamProblem = z.strictObject({
  kind: z.enum(STREAM_PROBLEMS),
  stream_name: z.string(),
  text: z.string(),
  since: instant().nullable(),
});

export const instance = shown(
  "Instance",
  stored.extend({
    template: templateName,
    placeholders: z.array(bindingItem),
    placeholder_mappings: texts(),
    is_active: z.boolean().describe("Whether its template is active"),
    judging: z.boolean().describe("Deployed, and the data source answers and has all its streams"),
    problems: z.array(streamProblem).describe(
      "What is wrong with the streams that it is bound to, while it is deployed",
    ),
    left_out_rules: z.array(leftOutRule).describe(
      "Rules that are not evaluated, because an optional placeholder that they need is not bound",
    ),
    coverage: coverage.schema,
    upgraded_at: instant().nullable().describe("When it was upgraded to that version"),
  }),
  {
    id: 11,
    instance_id: "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
    instance_name: "Pump 1",
    template_id: 3,
    template: { id: 3, name: "Pump pressure" },
    plant_node_floc_id: "NORTH",
    placeholders: [
      { placeholder_name: "PUMP", stream_name: "Line1.Pump1.Pressure" },
      { placeholder_name: "LIMIT", value: 4 },
    ],
    placeholder_mappings: { PUMP: "Line1.Pump1.Pressure", LIMIT: "4" },
    is_active: true,
    is_deployed: false,
    judging: false,
    problems: [],
    left_out_rules: [],
    coverage: coverage.example,
    deployment_date: null,
    template_version: null,
    upgraded_at: null,
    created_at: "2026-01-31T08:05:00.000Z",
    created_by: "anna",
  },
);

export const deployedInstance = shown(
  "DeployedInstance",
  deployedFields.extend({
    template: templateName,
    placeholder_mappings: texts(),
    warnings: z.array(unitWarning).describe(
      "Windows that will hold too many samples, and conditions that compare streams of different units",
    ),
  }),
  {
    id: 11,
    instance_id: "ins_01KG9Z3F7M2V5T8Q1W4X6Y0DEF",
    instance_name: "Pump 1",
    is_deployed: true,
    deployment_date: "2026-01-31T08:10:00.000Z",
    template: { id: 3, name: "Pump pressure" },
    placeholder_mappings: { PUMP: "Line1.Pump1.Pressure", LIMIT: "4" },
    warnings: [],
  },
);

export const instanceExample = {
  template_id: 3,
  instance_name: "Pump 1",
  plant_node_floc_id: "NORTH",
  placeholders: [
    { placeholder_name: "PUMP", stream_name: "Line1.Pump1.Pressure" },
    { placeholder_name: "LIMIT", value: 4 },
  ],
};

const problems = z.array(issue.schema).optional();

export const bulkCreation = shown(
  "BulkCreation",
  z.strictObject({
    items: z.array(bulkItem),
    summary: z.strictObject({
      dry_run: z.boolean(),
      total: count(),
      created: count(),
      would_create: count(),
      exists: count(),
      ambiguous: count(),
      missing: count(),
      failed: count(),
    }),
  }),
  {
    items: [{
      instance_name: "Pump1",
      status: "created",
      instance_id: 12,
      plant_node_floc_id: "PUMP-1",
      placeholder_mappings: { PUMP: "Line1.Pump1.Pressure", LIMIT: "4" },
    }],
    summary: {
      dry_run: false,
      total: 1,
      created: 1,
      would_create: 0,
      exists: 0,
      ambiguous: 0,
      missing: 0,
      failed: 0,
    },
  },
);

const commandItem = (done: "deployed" | "undeployed") =>
  z.strictObject({
    id: z.int().min(1),
    instance_name: z.string().nullable(),
    status: z.enum([done, "already", "failed"]),
    problems,
  });

const itemExample = { id: 11, instance_name: "Pump 1" };

export const bulkDeployment = shown(
  "BulkDeployment",
  z.strictObject({
    items: z.array(commandItem("deployed")),
    summary: z.strictObject({ total: count(), deployed: count(), already: count(), failed: count() }),
  }),
  {
    items: [{ ...itemExample, status: "deployed" }],
    summary: { total: 1, deployed: 1, already: 0, failed: 0 },
  },
);

export const bulkUndeployment = shown(
  "BulkUndeployment",
  z.strictObject({
    items: z.array(commandItem("undeployed")),
    summary: z.strictObject({ total: count(), undeployed: count(), already: count(), failed: count() }),
  }),
  {
    items: [{ ...itemExample, status: "undeployed" }],
    summary: { total: 1, undeployed: 1, already: 0, failed: 0 },
  },
);

export const bulkDeletion = shown(
  "BulkDeletion",
  z.strictObject({
    items: z.array(z.strictObject({
      id: z.int().min(1),
      instance_name: z.string().nullable(),
      status: z.enum(["deleted", "failed"]),
      problems,
    })),
    summary: z.strictObject({ total: count(), deleted: count(), failed: count() }),
  }),
  {
    items: [{ ...itemExample, status: "deleted" }],
    summary: { total: 1, deleted: 1, failed: 0 },
  },
);
