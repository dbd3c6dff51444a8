import type { Actor } from "../domain/access/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
import type { TemplateChange, TemplateDraft, TemplateFilter, Templates } from "./contract.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { readTemplate, refuseDeployed } from "./template_reads.ts";
import { removeTemplate } from "./template_removal.ts";
import { validationRefusal } from "../domain/shared/refusal.ts";
import { templateSizeIssues } from "../domain/template/size.ts";
import { freshId, invalid, type NounContext, textId, traces, unchanged, write } from "./write.ts";

/** Rule templates, read from memory. A write of one fails, under race too, while instances are deployed. */
export class TemplateStore implements Templates {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  list(filter: TemplateFilter): TemplateRecord[] {
    const { templates, templatesByPackage } = this.mirrors;
    const all = filter.package_id === undefined ? templates.list() : templatesByPackage.of(filter.package_id);
    return all.filter((template) => this.#matches(template, filter));
  }

  get(id: number): TemplateRecord | undefined {
    return this.mirrors.templates.get(id);
  }

  create(draft: TemplateDraft, by: Actor): Promise<TemplateRecord> {
    const { context } = this;
    const nextId = freshId(context, "template");
    const template_id = textId(context, "tpl");
    return write(context, async () => {
      const checks = [
        await this.#packageStands(draft.package_id),
        await this.#nameIsFree(draft.package_id, draft.name),
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

  update(id: number, change: TemplateChange, by: Actor): Promise<TemplateRecord> {
    const { context } = this;
    return write(context, async () => {
      const reads = await readTemplate(context, id);
      const before = reads.record;
      const after: TemplateRecord = {
        ...before,
        ...change,
        updated_at: isoFromMs(context.now()),
        version: before.version + 1,
      };
      const moved = await this.#moved(before, after);
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
      return { result: after, commit: { checks: [...reads.checks, ...moved.checks], mutations, frames } };
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    return removeTemplate(this.context, { id, by });
  }

  #matches(template: TemplateRecord, { category, is_active, has_instances }: TemplateFilter): boolean {
    const has = () => this.mirrors.instancesByTemplate.of(template.id).length > 0;
    return (category === undefined || template.category === category) &&
      (is_active === undefined || template.is_active === is_active) &&
      (has_instances === undefined || has() === has_instances);
  }

  /** What a new name or another package asks for. */
  async #moved(
    before: TemplateRecord,
    after: TemplateRecord,
  ): Promise<{ checks: Check[]; mutations: Mutation[] }> {
    const checks: Check[] = [], mutations: Mutation[] = [];
    if (before.package_id !== after.package_id) {
      checks.push(await this.#packageStands(after.package_id));
      mutations.push(
        { type: "sum", key: keys.packageTemplates(before.package_id), value: -1 },
        { type: "sum", key: keys.packageTemplates(after.package_id), value: 1 },
      );
    }
    if (mutations.length > 0 || before.name !== after.name) {
      checks.push(await this.#nameIsFree(after.package_id, after.name));
      mutations.push(
        { type: "delete", key: keys.templateByName(before.package_id, before.name) },
        { type: "set", key: keys.templateByName(after.package_id, after.name), value: after.id },
      );
    }
    return { checks, mutations };
  }

  async #packageStands(id: number): Promise<Check> {
    const entry = await this.context.store.get(keys.package(id));
    if (entry === undefined) throw invalid("package_id", `There is no package ${id}`);
    return unchanged(keys.package(id), entry);
  }

  async #nameIsFree(packageId: number, name: string): Promise<Check> {
    const key = keys.templateByName(packageId, name);
    if (await this.context.store.get(key) === undefined) return unchanged(key, undefined);
    throw invalid("name", `The package has a template named "${name}" already; choose another name`);
  }
}

function refuseTooLarge(template: TemplateRecord): void {
  const [issue] = templateSizeIssues(template);
  if (issue !== undefined) throw validationRefusal([issue]);
}
