import { bindingSizeIssues, type NamedBinding } from "../instance/binding.ts";
import type { Binding, InstanceRecord } from "../instance/types.ts";
import type { Placeholder, Rule } from "../rule/types.ts";
import { placeholderUses } from "../rule/uses.ts";
import type { Issue } from "../shared/refusal.ts";
import { issuesOfZod, lengthIssues } from "../shared/schema.ts";
import { changedPaths } from "./difference.ts";
import { instanceDocumentSchema, type InstanceInput } from "./schema.ts";
import type { ImportItem } from "./types.ts";

/** A template after the import, as the instances of the document will find it. */
export interface TemplateOfInstances {
  /** The placeholders that it declares, and those of them that stand for streams. */
  declared: ReadonlySet<string>;
  streams: ReadonlySet<string>;
  takesNew: boolean;
  /** Its stored instance with this name. */
  instance(name: string): InstanceRecord | undefined;
}

export interface InstanceContext {
  template(name: string): TemplateOfInstances | undefined;
  /** The id of the stream that has the name. */
  streamNamed(name: string): number | undefined;
  nodeExists(flocId: string): boolean;
}

/** The plan for importing one instance; `draft` is absent when it is refused. */
export interface PlannedInstanceImport {
  item: ImportItem;
  draft?: {
    instance_name: string;
    plant_node_floc_id: string | null;
    bindings: Record<string, Binding>;
  };
  stored?: InstanceRecord;
}

/** Placeholders of a template as instances need them. */
export function placeholdersFor(
  { rules, placeholders }: { rules: Rule[]; placeholders: Placeholder[] },
): Pick<TemplateOfInstances, "declared" | "streams"> {
  const declared = new Set(placeholders.map((one) => one.placeholder_name));
  return { declared, streams: placeholderUses(rules).streams };
}

/**
 * Compares the instances of a document with the stored ones, by name within their templates, one after the other.
 */
export class InstancePlanner {
  readonly #seen = new Set<string>();
  #count = 0;

  constructor(private readonly context: InstanceContext) {}

  next(instance: unknown): PlannedInstanceImport {
    const path = `document.instances.${this.#count++}`;
    const tooLong = lengthIssues(instanceDocumentSchema, instance);
    const parsed = tooLong.length > 0 ? undefined : instanceDocumentSchema.safeParse(instance);
    if (parsed?.success !== true) {
      const issues = parsed === undefined ? tooLong : issuesOfZod(parsed.error);
      const problems = issues.map((issue) => ({ ...issue, path: joined(path, issue.path) }));
      return { item: refused({ name: path, problems }) };
    }
    return plan(parsed.data, { path, seen: this.#seen, context: this.context });
  }
}

interface ItemPosition {
  path: string;
  /** The instances earlier in the document. */
  seen: Set<string>;
  context: InstanceContext;
}

function plan(given: InstanceInput, place: ItemPosition): PlannedInstanceImport {
  const { path, seen, context } = place;
  const { template: templateName, instance_name: name, plant_node_floc_id } = given;
  const template = context.template(templateName);
  const named = { name, template: templateName };
  if (template === undefined) {
    const message = `The package has no template "${templateName}"`;
    return { item: refused({ ...named, problems: [{ path: `${path}.template`, message }] }) };
  }
  const key = JSON.stringify([templateName, name]), again = seen.has(key);
  seen.add(key);
  const stored = template.instance(name);
  const bindings = Object.fromEntries(
    given.placeholders.map(({ placeholder_name, ...one }) => [placeholder_name, found(one, context)]),
  );
  const problems = [
    ...problemsOf(given, { ...place, template, again, isNew: stored === undefined }),
    ...bindingSizeIssues(bindings, `${path}.placeholders`),
  ];
  if (problems.length > 0) return { item: refused({ ...named, problems }) };
  const draft = { instance_name: name, plant_node_floc_id, bindings };
  const base: Omit<ImportItem, "status"> = {
    type: "instance",
    ...named,
    changes: [],
    problems: unknownStreams(given, place),
  };
  if (stored === undefined) return { item: { ...base, status: "would_create" }, draft };
  const changes = changesOf(stored, draft);
  if (changes.length === 0) return { item: { ...base, status: "unchanged" }, draft, stored };
  if (!stored.is_deployed) return { item: { ...base, status: "would_update", changes }, draft, stored };
  const message = `Instance "${name}" is deployed; undeploy it first`;
  return {
    item: { ...refused({ ...named, problems: [{ path, message }] }), changes, error_code: "INSTANCE_IN_USE" },
  };
}

/** The binding to the stream that has the name; until there is one, to the name. */
function found(given: NamedBinding, { streamNamed }: InstanceContext): Binding {
  const stream = "stream_name" in given ? streamNamed(given.stream_name) : undefined;
  return stream === undefined ? given : { stream };
}

function refused(about: { name: string; template?: string; problems: Issue[] }): ImportItem {
  return { type: "instance", ...about, status: "refused", changes: [], error_code: "VALIDATION_FAILED" };
}

function changesOf(stored: InstanceRecord, draft: NonNullable<PlannedInstanceImport["draft"]>): string[] {
  return [
    ...changedPaths(stored.plant_node_floc_id, draft.plant_node_floc_id, "plant_node_floc_id"),
    ...new Set(changedPaths(stored.bindings, draft.bindings, "placeholders").map(inDocument)),
  ];
}

/** The path of a binding's stream as a document has it. */
function inDocument(path: string): string {
  return path.replace(/^(placeholders\.[^.]+\.stream)$/, "$1_name");
}

interface Problematic extends Omit<ItemPosition, "seen"> {
  template: TemplateOfInstances;
  isNew: boolean;
  /** An instance of the same name comes earlier in the document. */
  again: boolean;
}

function problemsOf(
  given: InstanceInput,
  { path, again, context, template, isNew }: Problematic,
): Issue[] {
  const issues: Issue[] = [];
  const { instance_name: name, plant_node_floc_id: node } = given;
  const report = (field: string, message: string) => issues.push({ path: `${path}.${field}`, message });
  if (again) report("instance_name", `An instance named "${name}" appears twice`);
  if (isNew && !template.takesNew) report("template", `Template "${given.template}" allows no new instances`);
  if (node !== null && !context.nodeExists(node)) {
    report("plant_node_floc_id", `Plant node "${node}" does not exist`);
  }
  const { declared, streams } = template;
  const bound = new Set<string>();
  given.placeholders.forEach((one, i) => {
    const { placeholder_name } = one;
    const field = `placeholders.${i}.placeholder_name`;
    if (!declared.has(placeholder_name)) {
      report(field, `The template declares no placeholder "${placeholder_name}"`);
    }
    if (bound.has(placeholder_name)) report(field, `Placeholder "${placeholder_name}" appears twice`);
    bound.add(placeholder_name);
    if ("value" in one && streams.has(placeholder_name)) {
      report(
        `placeholders.${i}.value`,
        `Placeholder "${placeholder_name}" stands for a stream; give a stream_name`,
      );
    }
  });
  return issues;
}

/** Unknown streams do not prevent the import, since a later discovery may find them. */
function unknownStreams(given: InstanceInput, { path, context }: ItemPosition): Issue[] {
  return given.placeholders.flatMap((one, i) => {
    if (!("stream_name" in one) || context.streamNamed(one.stream_name) !== undefined) return [];
    const message =
      `Stream "${one.stream_name}" is unknown; the instance cannot be deployed until a discovery finds it`;
    return [{ path: `${path}.placeholders.${i}.stream_name`, message }];
  });
}

function joined(path: string, inner: string): string {
  return inner === "" ? path : `${path}.${inner}`;
}
