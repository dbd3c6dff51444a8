import type { z } from "@hono/zod-openapi";
import { inTimeSlices } from "../../concurrency/time_slices.ts";
import type { Actor } from "../../domain/access/types.ts";
import { UNASSIGNED_ASSET } from "../../domain/asset/unassigned.ts";
import {
  bindConstants,
  excludeCandidates,
  findCandidates,
  MOST_AT_ONCE,
  MOST_FOUND,
  readPatterns,
} from "../../domain/instance/bulk.ts";
import { planInstances, type PlannedInstance } from "../../domain/instance/bulk_plan.ts";
import { BULK_STATUSES, bulkInstanceSchema, type BulkItem } from "../../domain/instance/schema.ts";
import { AssetLocations } from "../../domain/plant/asset_locations.ts";
import { BoundedProblems, type Issue, Refusal, validationRefusal } from "../../domain/shared/refusal.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { answerItems } from "../pipeline/answer.ts";
import { refusalFor } from "./bulk_dispatch.ts";
import { counted, countedBy } from "../pipeline/counts.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, requireAt } from "../pipeline/env.ts";
import { issuesOf } from "../pipeline/errors.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, newRoutes } from "../pipeline/route.ts";
import { bulkCreation } from "./views/schemas/instance.ts";
import type { MadeInstance } from "../../storage/instance_batch.ts";

type BulkCreation = z.infer<typeof bulkCreation.schema>;
type BulkBody = z.infer<typeof bulkInstanceSchema>;

/** The route that creates instances from patterns over the discovered streams. */
export function bulkCreationRoutes({ storage }: AppDeps) {
  return newRoutes("Instances").handle("POST /api/instances/bulk", {
    may: { role: "engineer", at: "items" },
    limit: "heavy",
    description:
      "Creates an instance of a template for each match of patterns over the discovered streams. In a " +
      "pattern * stands for one or more characters within one dotted part of a stream's name; streams of one " +
      "instance match the same text with their *, which replaces * in instance_name and plant_node_floc_id, in order. " +
      "Without plant_node_floc_id each instance gets the plant node that its stream's asset is named like. " +
      "All patterns with * have the same number of *; a text without * is the same stream or constant for all instances. " +
      "Instances that have one of the names in exclude, or use one of the streams in it, are left out; an entry that " +
      `matches none is a 400. At most ${MOST_AT_ONCE} instances, matches of a pattern, and entries of exclude, in one ` +
      `request; ${MOST_FOUND} instances before exclude. With dry_run nothing is created. Each item has a status: ` +
      "created, would_create, exists (the template has an instance of that name), ambiguous (several streams match), " +
      "missing (a required placeholder has no stream), failed.",
    request: {
      body: body(bulkInstanceSchema, {
        template_id: 3,
        instance_name: "*",
        placeholders: { PUMP: "Line1.*.Pressure", LIMIT: 4 },
        exclude: ["Pump7"],
      }),
    },
    operationId: "createInstances",
    responses: answers("One item for each instance, and the number of items of each status", {
      data: bulkCreation,
      message: ({ summary }: Pick<BulkCreation, "summary">) =>
        summary.dry_run
          ? `Will create ${counted(summary.would_create, "instance")}`
          : `Created ${counted(summary.created, "instance")}`,
    }),
  }, async (c, message) => {
    const given = c.req.valid("json");
    const { template, planned: all } = await inTimeSlices(plan(storage, given));
    const planned = all.map((one) => allowed(one, (node) => requireAt(c, node)));
    const problems = new BoundedProblems();
    const outcomes = given.dry_run
      ? planned.map(({ item }) => item)
      : await create(storage, { template, planned, by: actorOf(c) });
    const items = outcomes.map((item) =>
      item.problems === undefined ? item : { ...item, problems: problems.of(item.problems) }
    );
    const data = { items, summary: { dry_run: given.dry_run, ...countedBy(items, BULK_STATUSES) } };
    return answerItems(c, { message: message(data), data });
  });
}

interface Plan {
  template: TemplateRecord;
  planned: PlannedInstance[];
}

/** The instances that the patterns find. Throws VALIDATION_FAILED with all issues of the body. */
function* plan(storage: Storage, given: BulkBody): Generator<void, Plan> {
  const template = storage.templates.get(given.template_id);
  const read = readPatterns(given);
  const bound = template && bindConstants(read, {
    rules: template.rules,
    placeholders: template.placeholders,
    streamNamed: (name) => storage.assets.streamByName(name)?.id,
  });
  const issues = [...templateIssues(template, given), ...read.issues, ...bound?.issues ?? []];
  if (template === undefined || bound === undefined || issues.length > 0) throw validationRefusal(issues);
  const names = storage.assets.streams().flatMap((one) => one.is_active ? [one.stream_name] : []);
  const found = yield* findCandidates(given, { patterns: read.patterns, names });
  const { left: candidates, issues: unmatched } = yield* excludeCandidates(found, given.exclude);
  if (unmatched.length > 0) throw validationRefusal(unmatched);
  if (candidates.length > MOST_AT_ONCE) throw tooMany(candidates.length);
  const existing = new Map(
    storage.instances.list({ template_id: template.id }).map((one) => [one.instance_name, one]),
  );
  const planned = yield* planInstances(candidates, {
    template,
    constants: bound.bindings,
    streamNamed: (name) => storage.assets.streamByName(name),
    stream: (id) => storage.assets.stream(id),
    existing: (name) => existing.get(name),
    locationOf: given.plant_node_floc_id === undefined ? streamLocations(storage) : () => null,
    nodeExists: (id) => storage.plant.get(id) !== undefined,
  });
  return { template, planned };
}

/** The plant node of each stream, found once for each asset. */
function streamLocations({ assets, plant }: Storage): (stream: string) => string | null {
  const locations = new AssetLocations(plant.tree());
  const names = new Map(assets.assets().map(({ asset_id, display_name }) => [asset_id, display_name]));
  const byAsset = new Map<string, string | null>(
    [...names].map(([asset_id, name]) => [asset_id, locations.of(name)]),
  );
  return (stream) => {
    const id = assets.streamByName(stream)?.asset_id ?? "";
    const asset = names.get(id);
    return asset === UNASSIGNED_ASSET ? locations.ofStream({ asset, stream }) : byAsset.get(id) ?? null;
  };
}

/** A planned instance, which fails at a plant node where the caller may not act. */
function allowed(planned: PlannedInstance, require: (node: string | null) => void): PlannedInstance {
  const { draft, item } = planned;
  const refusal = draft && refusalFor(() => require(draft.plant_node_floc_id));
  if (refusal === undefined) return planned;
  return { item: { ...item, status: "failed", problems: issuesOf(refusal) } };
}

function templateIssues(template: TemplateRecord | undefined, { template_id }: BulkBody): Issue[] {
  const path = "template_id";
  if (template === undefined) return [{ path, message: `Template ${template_id} does not exist` }];
  if (template.allow_instances) return [];
  return [{ path, message: `Template "${template.name}" allows no new instances` }];
}

function tooMany(matched: number): Refusal {
  const message =
    `The patterns match ${matched} instances; at most ${MOST_AT_ONCE} are created in one request`;
  const issues = [{ path: "placeholders", message }];
  return new Refusal("VALIDATION_FAILED", message, { issues, matched, limit: MOST_AT_ONCE });
}

interface Creation {
  template: TemplateRecord;
  planned: PlannedInstance[];
  by: Actor;
}

async function create(storage: Storage, { template, planned, by }: Creation): Promise<BulkItem[]> {
  const drafts = planned.flatMap(({ draft }) => draft === undefined ? [] : [draft]);
  const made = await storage.instances.createMany({ templateId: template.id, drafts, by });
  let next = 0;
  return planned.map(({ item, draft }) =>
    draft === undefined ? item : { ...item, ...outcomeOf(made[next++]!) }
  );
}

function outcomeOf(made: MadeInstance): Pick<BulkItem, "status" | "instance_id" | "problems"> {
  if ("record" in made) return { status: "created", instance_id: made.record.id };
  if (made.existing !== undefined) return { status: "exists", instance_id: made.existing };
  return { status: "failed", problems: issuesOf(made.refusal) };
}
