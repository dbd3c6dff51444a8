import type { Actor } from "../domain/access/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Commit, Mutation } from "../domain/shared/commit.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { valueBytes } from "./store/size.ts";
import { readTemplate, refuseDeployed, type TemplateReads } from "./template_reads.ts";
import { readOthers } from "./template_version_reads.ts";
import { type Decision, type NounContext, traces, unchanged, write } from "./write.ts";
import { dropInstance, removeInstance } from "./writes/instance.ts";

/** Instances and bytes per commit, well below an atomic's limits. */
const INSTANCES_AT_ONCE = 100;
const BYTES_AT_ONCE = 200_000;

type Removal = Required<Omit<Commit, "notices">>;

/**
 * Removes a template with its undeployed instances. Many instances take several commits, each of which fails
 * once one of them is deployed, created or changed; the last one removes the template.
 */
export async function removeTemplate(
  context: NounContext,
  options: { id: number; by: Actor },
): Promise<void> {
  let isLast = false;
  while (!isLast) isLast = await write(context, () => nextStep(context, options));
}

/** One commit; its result says whether it is the last. */
async function nextStep(
  context: NounContext,
  { id, by }: { id: number; by: Actor },
): Promise<Decision<boolean>> {
  const template = await readTemplate(context, id);
  refuseDeployed(template);
  const counterKey = keys.templateInstances(id);
  const counter = await context.store.get<number>(counterKey);
  const { instances, isAll } = await someInstances(context, id);
  const versionsKey = keys.templateVersions(id);
  const versions = await context.store.get(versionsKey);
  const checks = [
    ...template.checks,
    unchanged(counterKey, counter),
    unchanged(versionsKey, versions),
  ];
  const mutations = instances.flatMap((instance) =>
    isAll ? dropInstance(instance) : removeInstance(instance)
  );
  const commit: Removal = { checks, mutations: merged(mutations), frames: [] };
  for (const before of instances) {
    add(commit, traces(context, { action: "deleted", type: "instance", id: before.id, by, before }));
  }
  if (isAll) {
    addTemplate(context, { commit, template, by });
    commit.mutations.push(...await commandMarks(context, id), ...await versionKeys(context, id));
  }
  return { commit, result: isAll };
}

function addTemplate(
  context: NounContext,
  { commit, template: { record }, by }: { commit: Removal; template: TemplateReads; by: Actor },
): void {
  add(commit, traces(context, { action: "deleted", type: "template", id: record.id, by, before: record }));
  commit.mutations.push(...templateKeys(record).map((key): Mutation => ({ type: "delete", key })), {
    type: "sum",
    key: keys.packageTemplates(record.package_id),
    value: -1,
  });
}

/** Deletes the marks of the shards that deployed instances of the template. */
async function commandMarks({ store }: NounContext, id: number): Promise<Mutation[]> {
  const marks = await store.list({ prefix: keys.templateCommands(id, 0).slice(0, 2) });
  return marks.map(({ key }) => ({ type: "delete", key }));
}

/** Deletes the other versions; adding one meanwhile fails the checks. */
async function versionKeys(context: NounContext, id: number): Promise<Mutation[]> {
  const others = await readOthers(context, id);
  return others.map(({ version }) => ({ type: "delete", key: keys.templateVersion(id, version) }));
}

function templateKeys(template: TemplateRecord) {
  return [
    keys.template(template.id),
    keys.templateByName(template.package_id, template.name),
    keys.templateVersions(template.id),
    keys.templateDeployments(template.id),
    keys.templateInstances(template.id),
  ];
}

function add(commit: Removal, more: Required<Pick<Commit, "mutations" | "frames">>): void {
  commit.mutations.push(...more.mutations);
  commit.frames.push(...more.frames);
}

/** Some of the template's instances, read from the store itself, since the checks apply to these. */
async function someInstances(
  { store }: NounContext,
  templateId: number,
): Promise<{ instances: InstanceRecord[]; isAll: boolean }> {
  const prefix = keys.instanceByName(templateId, "").slice(0, 2);
  const names = await store.list<number>({ prefix, limit: INSTANCES_AT_ONCE + 1 });
  const entries = await store.getMany(
    names.slice(0, INSTANCES_AT_ONCE).map(({ value }) => keys.instance(value)),
  );
  const found = entries.flatMap((entry) => entry === undefined ? [] : [kinds.instance.read(entry.value)]);
  const instances = found.slice(0, fitting(found));
  return { instances, isAll: names.length <= INSTANCES_AT_ONCE && instances.length === found.length };
}

/** How many of the records, at least one, fit the bytes of one commit. */
function fitting(records: InstanceRecord[]): number {
  let bytes = 0;
  const over = records.findIndex((record) => (bytes += valueBytes(record)) > BYTES_AT_ONCE);
  return over === -1 ? records.length : Math.max(1, over);
}

/** Combines the sums on one key, so that a commit of many instances stays small. */
function merged(mutations: Mutation[]): Mutation[] {
  const sums = new Map<string, Extract<Mutation, { type: "sum" }>>();
  const others: Mutation[] = [];
  for (const mutation of mutations) {
    if (mutation.type !== "sum") others.push(mutation);
    else {
      const text = mutation.key.join("\u0000");
      sums.set(text, { ...mutation, value: mutation.value + (sums.get(text)?.value ?? 0) });
    }
  }
  return [...others, ...sums.values()];
}
