import type { Actor } from "../domain/access/types.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { contentAs, type DeployedAs } from "./stream_uses.ts";
import { readTemplate, refuseDeployed } from "./template_reads.ts";
import { removeTemplate } from "./template_removal.ts";
import { atVersion, originByUpdate } from "../domain/template/versions.ts";
import { refuseTooLarge, requirePackage, templateMoved, templateNameIsFree } from "./template_moves.ts";
import { readVersions } from "./template_version_reads.ts";
import { TemplateVersions } from "./template_versions.ts";
import { freshId, type NounContext, textId, traces, write } from "./write.ts";
import type { TemplateInput } from "../domain/template/schema.ts";

/** The switches of a new template are on unless it says otherwise. */
export interface TemplateDraft extends TemplateInput {
  package_id: number;
}

export type TemplateChange = Partial<TemplateDraft>;

export interface TemplateFilter {
  package_id?: number;
  category?: string;
  is_active?: boolean;
  has_instances?: boolean;
}

/** Rule templates, read from memory. A write fails while instances are deployed, even ones deployed concurrently. */
export class Templates {
  readonly versions: TemplateVersions;

  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {
    this.versions = new TemplateVersions(context);
  }

  list(filter: TemplateFilter = {}): TemplateRecord[] {
    const { templates, templatesByPackage } = this.mirrors;
    const all = filter.package_id === undefined ? templates.list() : templatesByPackage.of(filter.package_id);
    return all.filter((template) => this.#matches(template, filter));
  }

  get(id: number): TemplateRecord | undefined {
    return this.mirrors.templates.get(id);
  }

  /** The template of an instance: the version it is deployed with, else the current one. */
  deployedAs(instance: DeployedAs): TemplateRecord | undefined {
    const current = this.get(instance.template_id), content = contentAs(this.mirrors, instance);
    if (current === undefined || content === undefined || content === current) return current;
    return atVersion(current, content);
  }

  create(draft: TemplateDraft, by: Actor): Promise<TemplateRecord> {
    const { context } = this;
    const nextId = freshId(context, "template");
    const template_id = textId(context, "tpl");
    return write(context, async () => {
      const checks = [
        await requirePackage(context, draft.package_id),
        await templateNameIsFree(context, draft),
      ];
      const at = isoFromMs(context.now());
      const record: TemplateRecord = {
        v: 1,
        id: await nextId(),
        template_id,
        ...draft,
        is_active: draft.is_active ?? true,
        allow_instances: draft.allow_instances ?? true,
        created_at: at,
        created_by: by.name,
        updated_at: at,
        version: 1,
      };
      refuseTooLarge(record);
      const change = { action: "created", type: "template", id: record.id, by, after: record } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.template(record.id), value: record },
        { type: "set", key: keys.templateByName(record.package_id, record.name), value: record.id },
        { type: "sum", key: keys.packageTemplates(record.package_id), value: 1 },
      );
      return { result: record, commit: { checks, mutations, frames } };
    });
  }

  /** TEMPLATE_IN_USE while instances are deployed, even when one is deployed concurrently. */
  update(id: number, change: TemplateChange, by: Actor): Promise<TemplateRecord> {
    const { context } = this;
    return write(context, async () => {
      const reads = await readTemplate(context, id);
      const { versions, areKnown, checks } = await readVersions(context, id);
      const before = reads.record;
      const after: TemplateRecord = {
        ...before,
        ...change,
        updated_at: isoFromMs(context.now()),
        version: versions.newest + 1,
      };
      const moved = await templateMoved(context, { before, after });
      refuseTooLarge(after);
      refuseDeployed(reads);
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "template",
        id,
        by,
        before,
        after,
      });
      mutations.push({ type: "set", key: keys.template(id), value: after }, ...moved.mutations);
      if (areKnown) {
        const value = { v: 1, newest: after.version, current: originByUpdate(after, by.name) };
        mutations.push({ type: "set", key: keys.templateVersions(id), value });
      }
      return {
        result: after,
        commit: { checks: [...reads.checks, ...checks, ...moved.checks], mutations, frames },
      };
    });
  }

  /** Removes the undeployed instances too; TEMPLATE_IN_USE while instances are deployed. */
  remove(id: number, by: Actor): Promise<void> {
    return removeTemplate(this.context, { id, by });
  }

  #matches(template: TemplateRecord, { category, is_active, has_instances }: TemplateFilter): boolean {
    const has = () => this.mirrors.instancesByTemplate.of(template.id).length > 0;
    return (category === undefined || template.category === category) &&
      (is_active === undefined || template.is_active === is_active) &&
      (has_instances === undefined || has() === has_instances);
  }
}
