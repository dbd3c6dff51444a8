import { type Api, type Schemas, told } from "../../api/client.ts";
import { packageBriefs } from "../../parts/shared_resources.ts";
import { draftOf } from "../../rules/template_body.ts";
import { newTemplate } from "../../rules/presets.ts";
import type { TemplateDraft } from "../../rules/draft.ts";

export type Template = Schemas["Template"];
export type TemplateInstance = Pick<
  Schemas["Instance"],
  "id" | "instance_name" | "is_deployed" | "placeholder_mappings"
>;

/** What the editor stands on. `template` is absent for one that is still to be made. */
export interface TemplateReading {
  template?: Template;
  /** The same as the editor holds it. */
  stored?: TemplateDraft;
  /** Where the editor begins. */
  draft: TemplateDraft;
  packages: readonly { id: number; name: string }[];
  instances: readonly TemplateInstance[];
}

interface Wish {
  /** Absent: a new one. */
  id?: number;
  /** Of a new one: its package, and the template that it begins as. */
  packageId: number | null;
  copyOf: number | null;
  signal: AbortSignal;
}

export async function readTemplate(
  api: Api,
  { id, packageId, copyOf, signal }: Wish,
): Promise<TemplateReading> {
  const [template, packages, instances] = await Promise.all([
    templateOf(api, { id: id ?? copyOf ?? undefined, signal }),
    packageBriefs(api, signal),
    instancesOf(api, { id, signal }),
  ]);
  const common = { packages, instances };
  if (id !== undefined && template !== undefined) {
    const stored = draftOf(template);
    return { ...common, template, stored, draft: stored };
  }
  if (template !== undefined) return { ...common, draft: copyDraft(draftOf(template)) };
  return { ...common, draft: newTemplate(packageId ?? packages[0]?.id ?? null) };
}

interface Reading {
  id: number | undefined;
  signal: AbortSignal;
}

async function templateOf(api: Api, { id, signal }: Reading): Promise<Template | undefined> {
  if (id === undefined) return undefined;
  return (await told(api.GET("/api/templates/{id}", { params: { path: { id } }, signal }))).data;
}

async function instancesOf(api: Api, { id, signal }: Reading): Promise<readonly TemplateInstance[]> {
  if (id === undefined) return [];
  const params = { path: { template_id: id } };
  return (await told(api.GET("/api/template-instances/{template_id}", { params, signal }))).data;
}

export function copyDraft(draft: TemplateDraft): TemplateDraft {
  return { ...draft, name: `${draft.name} (copy)`, is_active: true, allow_instances: true };
}
