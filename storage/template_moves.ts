import type { Check, Mutation } from "../domain/shared/commit.ts";
import { invalid, missing, nameTaken, validationRefusal } from "../domain/shared/refusal.ts";
import { type SizedTemplate, templateSizeIssues } from "../domain/template/size.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
import { keys } from "./keys.ts";
import { type NounContext, unchanged } from "./write.ts";

/** Checks and mutations for a new name or package of a template. */
export async function templateMoved(
  context: NounContext,
  { before, after }: { before: TemplateRecord; after: TemplateRecord },
): Promise<{ checks: Check[]; mutations: Mutation[] }> {
  const checks: Check[] = [], mutations: Mutation[] = [];
  if (before.package_id !== after.package_id) {
    checks.push(await requirePackage(context, after.package_id));
    mutations.push(
      { type: "sum", key: keys.packageTemplates(before.package_id), value: -1 },
      { type: "sum", key: keys.packageTemplates(after.package_id), value: 1 },
    );
  }
  if (mutations.length > 0 || before.name !== after.name) {
    checks.push(await templateNameIsFree(context, after));
    mutations.push(
      { type: "delete", key: keys.templateByName(before.package_id, before.name) },
      { type: "set", key: keys.templateByName(after.package_id, after.name), value: after.id },
    );
  }
  return { checks, mutations };
}

export async function requirePackage({ store }: NounContext, id: number): Promise<Check> {
  const entry = await store.get(keys.package(id));
  if (entry === undefined) throw invalid("package_id", missing("package", id));
  return unchanged(keys.package(id), entry);
}

export async function templateNameIsFree(
  { store }: NounContext,
  { package_id, name }: { package_id: number; name: string },
): Promise<Check> {
  const key = keys.templateByName(package_id, name);
  if (await store.get(key) === undefined) return unchanged(key, undefined);
  throw invalid("name", nameTaken("template", name));
}

export function refuseTooLarge(template: SizedTemplate): void {
  const [issue] = templateSizeIssues(template);
  if (issue !== undefined) throw validationRefusal([issue]);
}
