import type { Issue } from "../shared/refusal.ts";
import { issuesOfZod, lengthIssues } from "../shared/schema.ts";
import { templateIssues } from "../template/check.ts";
import { templateDocumentSchema, type TemplateInput } from "../template/schema.ts";
import type { TemplateRecord } from "../template/types.ts";
import { changedPaths } from "./difference.ts";
import { templateDocument } from "./document.ts";
import type { ImportItem } from "./types.ts";
import { isMap } from "../shared/objects.ts";

/** The plan for importing one template; `given` is absent when it is refused. */
export interface PlannedTemplate {
  item: ImportItem;
  given?: TemplateInput;
  stored?: TemplateRecord;
}

export interface StoredTemplates {
  byName(name: string): TemplateRecord | undefined;
  deployedInstances(id: number): number;
}

/** Compares the templates of a document with the stored ones, by name, one after the other. */
export class TemplatePlanner {
  readonly #seen = new Set<string>();
  #count = 0;

  constructor(private readonly stored: StoredTemplates) {}

  next(template: unknown): PlannedTemplate {
    const path = `document.templates.${this.#count++}`;
    return planTemplate(template, path, { stored: this.stored, seen: this.#seen });
  }
}

function planTemplate(
  template: unknown,
  path: string,
  { stored, seen }: { stored: StoredTemplates; seen: Set<string> },
): PlannedTemplate {
  const { given, issues } = read(template, path);
  const name = given?.name ?? nameOf(template, path);
  if (seen.has(name)) {
    issues.push({ path: `${path}.name`, message: `A template named "${name}" appears twice` });
  }
  seen.add(name);
  const base: Omit<ImportItem, "status"> = { type: "template", name, changes: [], problems: issues };
  if (given === undefined || issues.length > 0) {
    return { item: { ...base, status: "refused", error_code: "VALIDATION_FAILED" } };
  }
  const before = stored.byName(name);
  if (before === undefined) return { item: { ...base, status: "would_create" }, given };
  const changes = changesOf(before, given);
  if (changes.length === 0) return { item: { ...base, status: "unchanged" }, given, stored: before };
  const deployed = stored.deployedInstances(before.id);
  if (deployed === 0) return { item: { ...base, status: "would_update", changes }, given, stored: before };
  const message = `Template "${name}" has ${deployed} deployed instances; undeploy them first`;
  const problems = [{ path, message }];
  return { item: { ...base, status: "refused", changes, problems, error_code: "TEMPLATE_IN_USE" } };
}

function read(template: unknown, path: string): { given?: TemplateInput; issues: Issue[] } {
  const tooLong = lengthIssues(templateDocumentSchema, template);
  if (tooLong.length > 0) return { issues: placedAt(path, tooLong) };
  const parsed = templateDocumentSchema.safeParse(template);
  const shape = parsed.success ? [] : issuesOfZod(parsed.error);
  const fields: Record<string, unknown> = isMap(template) ? template : {};
  const { name, description = "", rules = [], placeholders = [] } = fields;
  const beyond = templateIssues({ name, description, rules, placeholders });
  const seen = new Set(shape.map((issue) => `${issue.path} ${issue.message}`));
  const all = [...shape, ...beyond.filter((issue) => !seen.has(`${issue.path} ${issue.message}`))];
  return { given: parsed.success ? parsed.data : undefined, issues: placedAt(path, all) };
}

function placedAt(path: string, issues: Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: issue.path === "" ? path : `${path}.${issue.path}` }));
}

/** Switches that the document omits stay unchanged. */
function changesOf(before: TemplateRecord, given: TemplateInput): string[] {
  const { is_active, allow_instances } = before;
  return changedPaths(templateDocument(before), { is_active, allow_instances, ...given });
}

/** The name of an item of a document, or its path when it has none. */
function nameOf(given: unknown, path: string): string {
  return isMap(given) && typeof given.name === "string" ? given.name : path;
}
