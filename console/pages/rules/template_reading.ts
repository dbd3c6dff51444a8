import { TEMPLATE_SWITCHES } from "../../../domain/template/defaults.ts";
import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import { packageBriefs, templateBriefs } from "../../parts/shared_resources.ts";
import { draftOf } from "../../rules/template_body.ts";
import { newTemplate } from "../../rules/presets.ts";
import { NEW_PACKAGE, templateOnStream } from "../../rules/rule_on_stream.ts";
import type { Stream } from "../../streams/stream_index.ts";
import type { TemplateDraft } from "../../rules/draft.ts";

export type Template = Schemas["Template"];
export type TemplateInstance = Pick<
  Schemas["Instance"],
  "id" | "instance_name" | "is_deployed" | "placeholder_mappings" | "plant_node_floc_id"
>;

/** The data of the editor. `template` is undefined for a new one. */
export interface TemplateReading {
  template?: Template;
  /** The stored template as a draft. */
  stored?: TemplateDraft;
  /** The initial draft of the editor. */
  draft: TemplateDraft;
  packages: readonly { id: number; name: string }[];
  instances: readonly TemplateInstance[];
  /** The stream that a new rule begins with. */
  stream?: Stream;
}

interface TemplateOptions {
  /** Undefined for a new template. */
  id?: number;
  /** For a new template: its package, and the template that it copies. */
  packageId: number | null;
  copyOf: number | null;
  /** The stream that a new rule begins with. */
  streamId: number | null;
  signal: AbortSignal;
}

export async function readTemplate(
  api: Api,
  { id, packageId, copyOf, streamId, signal }: TemplateOptions,
): Promise<TemplateReading> {
  const [template, packages, instances, stream] = await Promise.all([
    templateOf(api, { id: id ?? copyOf ?? undefined, signal }),
    packageBriefs(api, signal),
    instancesOf(api, { id, signal }),
    streamOf(api, { id: streamId ?? undefined, signal }),
  ]);
  const common = { packages, instances, ...stream !== undefined && { stream } };
  if (id !== undefined && template !== undefined) {
    const stored = draftOf(template);
    return { ...common, template, stored, draft: stored };
  }
  if (template !== undefined) return { ...common, draft: copyDraft(draftOf(template)) };
  const package_id = packageId ?? packages[0]?.id ?? null;
  const draft = stream === undefined
    ? newTemplate(package_id)
    : templateOnStream(stream, { package_id, taken: await templateNames(api, signal) });
  return { ...common, draft: packages.length > 0 ? draft : { ...draft, new_package: NEW_PACKAGE } };
}

async function templateNames(api: Api, signal: AbortSignal): Promise<string[]> {
  return (await templateBriefs(api, signal)).map(({ name }) => name);
}

async function streamOf(api: Api, { id, signal }: ReadOptions): Promise<Stream | undefined> {
  if (id === undefined) return undefined;
  return (await unwrap(api.GET("/api/streams/{id}", { params: { path: { id } }, signal }))).data;
}

interface ReadOptions {
  id: number | undefined;
  signal: AbortSignal;
}

async function templateOf(api: Api, { id, signal }: ReadOptions): Promise<Template | undefined> {
  if (id === undefined) return undefined;
  return (await unwrap(api.GET("/api/templates/{id}", { params: { path: { id } }, signal }))).data;
}

async function instancesOf(api: Api, { id, signal }: ReadOptions): Promise<readonly TemplateInstance[]> {
  if (id === undefined) return [];
  const params = { path: { template_id: id } };
  return (await unwrap(api.GET("/api/template-instances/{template_id}", { params, signal }))).data;
}

export function copyDraft(draft: TemplateDraft): TemplateDraft {
  return { ...draft, name: `${draft.name} (copy)`, ...TEMPLATE_SWITCHES };
}
