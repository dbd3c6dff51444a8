import type { z } from "@hono/zod-openapi";
import type { Actor } from "../domain/access/types.ts";
import {
  planInstanceImports,
  type PlannedInstanceImport,
  type TemplateOfInstances,
} from "../domain/package/instance_plan.ts";
import { IMPORT_ERRORS, type importSchema } from "../domain/package/schema.ts";
import { type PlannedTemplate, planTemplates } from "../domain/package/template_plan.ts";
import type { ImportItem, ImportStatus } from "../domain/package/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { PackageRecord, TemplateRecord } from "../domain/template/types.ts";
import type { Storage } from "../storage/contract.ts";
import { issuesOf } from "./errors.ts";

type ImportBody = z.infer<typeof importSchema>;

export interface ImportResult {
  /** Null if a dry run would create the package. */
  package_id: number | null;
  items: ImportItem[];
}

/** Compares a document with what is stored and, unless `dry_run`, applies it item by item. */
export async function importPackage(
  storage: Storage,
  { given, by }: { given: ImportBody; by: Actor },
): Promise<ImportResult> {
  const run = new ImportRun(storage, { given, by });
  await run.package();
  await run.templates();
  if (given.instances) await run.instances();
  return { package_id: run.packageId, items: run.items };
}

class ImportRun {
  readonly items: ImportItem[] = [];
  readonly #templates = new Map<string, { planned: PlannedTemplate; record?: TemplateRecord }>();
  #package: PackageRecord | undefined;

  constructor(readonly storage: Storage, readonly options: { given: ImportBody; by: Actor }) {}

  get packageId(): number | null {
    return this.#package?.id ?? null;
  }

  async package(): Promise<void> {
    const { packages } = this.storage;
    const { document } = this.options.given;
    const { name, description } = document.package;
    this.#package = packages.list().find((one) => one.name === name);
    const before = this.#package;
    const changes = before === undefined || before.description === description ? [] : ["description"];
    const status = before === undefined ? "would_create" : changes.length > 0 ? "would_update" : "unchanged";
    const item: ImportItem = { type: "package", name, status, changes, problems: [] };
    const done = await this.#apply(item, async () => {
      this.#package = before === undefined
        ? await packages.create({ name, description }, this.options.by)
        : await packages.update(before.id, { description }, this.options.by);
    });
    this.items.push(done);
  }

  async templates(): Promise<void> {
    const { storage, options } = this;
    const stored = new Map(this.#storedTemplates().map((template) => [template.name, template]));
    const planned = planTemplates(options.given.document.templates, {
      byName: (name) => stored.get(name),
      deployedInstances: (id) => storage.instances.list({ template_id: id, is_deployed: true }).length,
    });
    for (const one of planned) {
      let record = one.stored;
      const item = await this.#apply(one.item, async () => record = await this.#writeTemplate(one));
      this.items.push(item);
      if (item.status !== "refused") this.#templates.set(one.item.name, { planned: one, record });
    }
    for (const [name, record] of stored) {
      if (!this.#templates.has(name)) this.#templates.set(name, { planned: asStored(record), record });
    }
  }

  async instances(): Promise<void> {
    const { assets, plant } = this.storage;
    const templates = new Map(
      [...this.#templates].map(([name, one]) => [name, this.#templateOfInstances(one)]),
    );
    const planned = planInstanceImports(this.options.given.document.instances ?? [], {
      template: (name) => templates.get(name),
      streamExists: (name) => assets.streamByName(name) !== undefined,
      nodeExists: (flocId) => plant.get(flocId) !== undefined,
    });
    const created = await this.#createInstances(planned);
    for (const one of planned) {
      const item = created.get(one) ?? await this.#apply(one.item, () => this.#updateInstance(one));
      this.items.push(item);
    }
  }

  #storedTemplates(): TemplateRecord[] {
    const id = this.packageId;
    return id === null ? [] : this.storage.templates.list({ package_id: id });
  }

  async #writeTemplate({ given, stored }: PlannedTemplate): Promise<TemplateRecord | undefined> {
    const { templates } = this.storage;
    if (given === undefined || this.#package === undefined) throw noPackage();
    if (stored !== undefined) return await templates.update(stored.id, given, this.options.by);
    return await templates.create({ ...given, package_id: this.#package.id }, this.options.by);
  }

  /** A template that this import creates accepts the document's instances, even if it allows no new ones. */
  #templateOfInstances({ planned, record }: { planned: PlannedTemplate; record?: TemplateRecord }) {
    const { rules, placeholders } = planned.given ?? record ?? { rules: [], placeholders: [] };
    const stored = record === undefined ? [] : this.storage.instances.list({ template_id: record.id });
    const byName = new Map(stored.map((instance) => [instance.instance_name, instance]));
    const allows = planned.given?.allow_instances ?? record?.allow_instances ?? true;
    const found: TemplateOfInstances = {
      rules,
      placeholders,
      takesNew: allows || planned.stored === undefined,
      instance: (name) => byName.get(name),
    };
    return found;
  }

  /** Creates the new instances, many in one commit. */
  async #createInstances(planned: PlannedInstanceImport[]): Promise<Map<PlannedInstanceImport, ImportItem>> {
    const items = new Map<PlannedInstanceImport, ImportItem>();
    if (this.options.given.dry_run) return items;
    const fresh = planned.filter(({ item }) => item.status === "would_create");
    for (const [name, some] of Map.groupBy(fresh, ({ item }) => item.template ?? "")) {
      const template = this.#templates.get(name);
      if (template?.record === undefined) continue;
      const made = await this.storage.instances.createMany({
        templateId: template.record.id,
        drafts: some.flatMap(({ draft }) => draft === undefined ? [] : [draft]),
        by: this.options.by,
        evenClosed: template.planned.stored === undefined,
      });
      some.forEach((one, i) => {
        const outcome = made[i];
        const done: ImportItem = { ...one.item, status: "created" };
        items.set(one, "record" in outcome ? done : refusedItem(one.item, outcome.refusal));
      });
    }
    return items;
  }

  async #updateInstance({ draft, stored }: PlannedInstanceImport): Promise<void> {
    if (draft === undefined || stored === undefined) throw noPackage();
    const { plant_node_floc_id, bindings } = draft;
    await this.storage.instances.update(stored.id, { plant_node_floc_id, bindings }, this.options.by);
  }

  /** Applies an item unless this is a dry run, and returns its result. */
  async #apply(item: ImportItem, write: () => Promise<unknown>): Promise<ImportItem> {
    const done = DONE[item.status];
    if (this.options.given.dry_run || done === undefined) return item;
    try {
      await write();
      return { ...item, status: done };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refusedItem(item, error);
    }
  }
}

const DONE: Partial<Record<ImportStatus, ImportStatus>> = {
  would_create: "created",
  would_update: "updated",
};

function refusedItem(item: ImportItem, refusal: Refusal): ImportItem {
  const error_code = IMPORT_ERRORS.find((code) => code === refusal.code);
  if (error_code === undefined) throw refusal;
  return { ...item, status: "refused", problems: issuesOf(refusal), error_code };
}

function noPackage(): Refusal {
  return new Refusal("VALIDATION_FAILED", "Its package or template was not imported");
}

/** A template of the package that the document does not change. */
function asStored(record: TemplateRecord): PlannedTemplate {
  const item: ImportItem = {
    type: "template",
    name: record.name,
    status: "unchanged",
    changes: [],
    problems: [],
  };
  return { item, stored: record };
}
