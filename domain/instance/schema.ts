import { z } from "zod";
import type { Actor } from "../access/types.ts";
import { RULE_LIMITS } from "../rule/limits.ts";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  issue,
  limitedMap,
  limitedText,
  nameText,
  plainValue,
  storedFields,
  texts,
} from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { type Binding, MAX_BINDING_BYTES } from "./binding.ts";
import { MOST_ONE_BY_ONE } from "../shared/bulk.ts";
import { MOST_AT_ONCE } from "./bulk.ts";

export const literalSchema = z.union(
  [limitedText({ max: TEXT_LIMITS.description }), z.number(), z.boolean()],
  {
    error: `Must be a text of at most ${TEXT_LIMITS.description} characters, a number, true or false`,
  },
);

/**
 * One placeholder's binding: a stream's name (or a constant as text), or a value that is always a constant.
 */
const placeholderItem = z.strictObject({
  placeholder_name: limitedText({ max: RULE_LIMITS.placeholderNameLength }),
  stream_name: limitedText({ max: TEXT_LIMITS.description }).nullable().optional(),
  value: literalSchema.nullable().optional(),
}).refine((item) => (item.stream_name ?? null) === null || (item.value ?? null) === null, {
  path: ["value"],
  message: "Give stream_name or value, not both",
});

export interface PlaceholderItem extends z.infer<typeof placeholderItem> {}

const MAX_ITEMS = RULE_LIMITS.placeholders;

const SIZE = { description: `Together at most ${MAX_BINDING_BYTES / 1024} KiB as JSON` };

/** A binding as it is read: a stream by its name, or a constant. */
export const bindingItem = z.union([
  z.strictObject({ placeholder_name: z.string(), stream_name: z.string() }),
  z.strictObject({ placeholder_name: z.string(), value: plainValue() }),
]).meta({ id: "Binding" });

/** The two forms in which a body may give bindings. */
export const bindingForms = {
  placeholders: z.array(placeholderItem).max(MAX_ITEMS).optional().meta(SIZE),
  placeholder_mappings: byPlaceholder(literalSchema.nullable()).optional().meta(SIZE),
};

export type BindingForms = z.infer<z.ZodObject<typeof bindingForms>>;

function byPlaceholder<V extends z.ZodType>(value: V) {
  const limits = { most: MAX_ITEMS, keyMax: RULE_LIMITS.placeholderNameLength, noun: "placeholders" };
  return limitedMap(value, limits);
}

const flocId = limitedText({ max: TEXT_LIMITS.flocId }).nullable();

const named = { instance_name: nameText(), plant_node_floc_id: flocId.default(null) };

/** What of an instance is stored and read alike. */
export const instance = z.strictObject({
  id: id(),
  instance_id: z.string().regex(/^ins_/),
  template_id: id(),
  ...storedFields(named),
  is_deployed: z.boolean(),
  deployment_date: instant().nullable(),
  template_version: z.int().min(1).nullable().describe(
    "The version of its template that it runs on or last ran on",
  ),
  created_at: instant(),
  created_by: z.string(),
});

/** When a deployed instance was upgraded to another version of its template, and from which one. */
export interface InstanceUpgrade {
  at: string;
  from_version: number;
}

/**
 * A template instance as it is stored. `deployment` counts its deployments (0: never deployed), so that a
 * deployment never uses the state of an earlier one. `recent_activations`: by rule_id, the times (ticks) of the
 * last two activations before an undeployment, for the chattering flag.
 */
export interface InstanceRecord extends z.infer<typeof instance> {
  v: 1;
  bindings: Record<string, Binding>;
  /** The streams that the rules of its last deployment name directly: their ids by these names. Absent: none. */
  named_streams?: Record<string, number>;
  /** The source of the streams of its last deployment; absent: `default`. */
  source_id?: number;
  deployment: number;
  recent_activations: Record<string, number[]>;
  /** The newest upgrades of the present deployment, oldest first; absent before the first. */
  upgrades?: InstanceUpgrade[];
  /** The rules that an upgrade added, by rule_id, with the time since which they are evaluated. */
  rules_since?: Record<string, string>;
  /** Its ended deployments, oldest first; absent if there is none. */
  past_deployments?: { from: string; to: string }[];
  /** Who undeploys it, while this takes more than one commit, so that a restore can finish it. */
  undeploying_by?: Actor;
}

/** What a read of an instance shows. */
const READ = [
  ...Object.keys(instance.shape),
  ...["template", "is_active", "judging", "problems", "left_out_rules", "coverage", "upgraded_at"] as const,
];

/** Body of POST /api/instances and POST /api/template-instances. */
export const instanceSchema = ignoring(
  READ,
  z.strictObject({ template_id: idNumber(), ...named, ...bindingForms }),
);

/** Body of PUT /api/instances/{id}. The template of an instance never changes. */
export const instanceChangeSchema = ignoring(
  READ,
  z.strictObject({ ...changeFields(named), ...bindingForms }),
);

/**
 * Body of POST /api/instances/bulk. A `*` in a text matches any text within one dotted part of a stream's
 * name.
 */
export const bulkInstanceSchema = z.strictObject({
  template_id: idNumber(),
  instance_name: nameText(),
  plant_node_floc_id: limitedText({ max: TEXT_LIMITS.description }).nullable().optional().describe(
    "Absent: each instance gets the plant node that the asset of its stream is named like; null: no location",
  ),
  placeholders: byPlaceholder(literalSchema),
  exclude: z.array(limitedText({ max: TEXT_LIMITS.description })).max(MOST_AT_ONCE).default([]),
  dry_run: z.boolean().default(false),
});

export const BULK_STATUSES = ["created", "would_create", "exists", "ambiguous", "missing", "failed"] as const;

/** The result for one instance of a bulk creation. */
export const bulkItem = z.strictObject({
  instance_name: z.string(),
  status: z.enum(BULK_STATUSES),
  instance_id: id().optional().describe("The integer id of an existing instance"),
  plant_node_floc_id: z.string().nullable().describe(
    "The location that the instance has or gets; null: none",
  ),
  placeholder_mappings: texts(),
  problems: z.array(issue).optional(),
});

export interface BulkItem extends z.infer<typeof bulkItem> {}

/** Body of POST /api/instances/bulk-delete. */
export const bulkDeletionSchema = z.strictObject({
  instance_ids: z.array(idNumber()).min(1).max(MOST_ONE_BY_ONE),
});

/** Body of POST /api/instances/bulk-deploy and bulk-undeploy. Has exactly one of the two fields. */
export const bulkCommandSchema = z.strictObject({
  instance_ids: z.array(idNumber()).min(1).max(MOST_AT_ONCE).optional(),
  template_id: idNumber().optional(),
}).refine((body) => (body.instance_ids === undefined) !== (body.template_id === undefined), {
  path: ["instance_ids"],
  message: "Give instance_ids or template_id, one of the two",
});

/** A condition that compares streams of different units. */
export const unitWarning = z.strictObject({ rule_id: z.string(), text: z.string() });

export interface UnitWarning extends z.infer<typeof unitWarning> {}
