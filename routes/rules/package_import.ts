import type { z } from "@hono/zod-openapi";
import { timeSlices } from "../../concurrency/time_slices.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { DocumentItems } from "../../domain/package/document_items.ts";
import {
  InstancePlanner,
  placeholdersFor,
  type PlannedInstanceImport,
  type TemplateOfInstances,
} from "../../domain/package/instance_plan.ts";
import { IMPORT_ERRORS, type importSchema } from "../../domain/package/schema.ts";
import { type PlannedTemplate, TemplatePlanner } from "../../domain/package/template_plan.ts";
import { BoundedItems } from "../../domain/package/bounded_items.ts";
import type { ImportItem, ImportStatus } from "../../domain/package/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { PackageRecord, TemplateRecord } from "../../domain/template/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { issuesOf } from "../pipeline/errors.ts";

/** Instances that are planned and written at a time. */
const BATCH = 500;

/** The body of an import, whose templates and instances are numbers of items. */
export interface ImportOrder {
  given: z.infer<typeof importSchema>;
  items: DocumentItems;
  by: Actor;
}

export interface ImportResult {
  /** Null if a dry run would create the package. */
  package_id: number | null;
  items: ImportItem[];
}

/**
 * Compares a document with what is stored and, unless `dry_run`, applies it item by item. Yields to the event loop
 * between the items.
 */
export async function importPackage(storage: Storage, order: ImportOrder): Promise<ImportResult> {
  const run = new ImportRun(storage, order);
  await run.package();
  await run.templates();
  if (order.given.instances) await run.instances();
  return { package_id: run.packageId, items: run.results.items };
}

/** A template of the package after the import. */
interface ImportedTemplate extends TemplateOfInstances {
  /** Undefined if a dry run would create it. */
  id: number | undefined;
  isNew: boolean;
}

class ImportRun {
  readonly results = new BoundedItems();
  readonly #templates = new Map<string, ImportedTemplate>();
  readonly #pause = timeSlices();
  #package: PackageRecord | undefined;

  constructor(private readonly storage: Storage, private readonly order: ImportOrder) {}

  get packageId(): number | null {
    return this.#package?.id ?? null;
  }

  async package(): Promise<void> {
    const { packages } = this.storage;
    const { given: { document }, by } = this.order;
    const { name, description } = document.package;
    this.#package = packages.list().find((one) => one.name === name);
    const before = this.#package;
    const changes = before === undefined || before.description === description ? [] : ["description"];
    const status = before === undefined ? "would_create" : changes.length > 0 ? "would_update" : "unchanged";
    const item: ImportItem = { type: "package", name, status, changes, problems: [] };
    const done = await this.#apply(item, async () => {
      this.#package = before === undefined
        ? await packages.create({ name, description }, by)
        : await packages.update(before.id, { description }, by);
    });
    this.results.add(done);
  }

  async templates(): Promise<void> {
    const { instances } = this.storage;
    const stored = new Map(this.#storedTemplates().map((template) => [template.name, template]));
    const planner = new TemplatePlanner({
      byName: (name) => stored.get(name),
      deployedInstances: (id) => instances.list({ template_id: id, is_deployed: true }).length,
    });
    for (const number of this.order.given.document.templates) {
      const planned = planner.next(this.#parsed(number));
      let record = planned.stored;
      const item = await this.#apply(planned.item, async () => record = await this.#writeTemplate(planned));
      this.results.add(item);
      if (item.status !== "refused") this.#remember(planned, record);
      await this.#pause();
    }
    for (const [name, record] of stored) {
      if (!this.#templates.has(name)) this.#remember(asStored(record), record);
    }
  }

  async instances(): Promise<void> {
    const { assets, plant } = this.storage;
    const planner = new InstancePlanner({
      template: (name) => this.#templates.get(name),
      streamNamed: (name) => assets.streamByName(name)?.id,
      nodeExists: (flocId) => plant.get(flocId) !== undefined,
    });
    const numbers = this.order.given.document.instances ?? [];
    for (let from = 0; from < numbers.length; from += BATCH) {
      const planned: PlannedInstanceImport[] = [];
      for (const number of numbers.slice(from, from + BATCH)) {
        planned.push(planner.next(this.#parsed(number)));
        await this.#pause();
      }
      const created = await this.#createInstances(planned);
      for (const one of planned) {
        this.results.add(created.get(one) ?? await this.#apply(one.item, () => this.#updateInstance(one)));
        await this.#pause();
      }
    }
  }

  #parsed(number: unknown): unknown {
    return this.order.items.parse(Number(number));
  }

  #storedTemplates(): TemplateRecord[] {
    const id = this.packageId;
    return id === null ? [] : this.storage.templates.list({ package_id: id });
  }

  async #writeTemplate({ given, stored }: PlannedTemplate): Promise<TemplateRecord | undefined> {
    const { templates } = this.storage, { by } = this.order;
    if (given === undefined || this.#package === undefined) throw noPackage();
    if (stored !== undefined) return await templates.update(stored.id, given, by);
    return await templates.create({ ...given, package_id: this.#package.id }, by);
  }

  /** A template that this import creates accepts the document's instances, even if it allows no new ones. */
  #remember({ item, given, stored }: PlannedTemplate, record: TemplateRecord | undefined): void {
    const allows = given?.allow_instances ?? record?.allow_instances ?? true;
    let byName: Map<string, InstanceRecord> | undefined;
    this.#templates.set(item.name, {
      id: record?.id,
      isNew: stored === undefined,
      ...placeholdersFor(given ?? record ?? { rules: [], placeholders: [] }),
      takesNew: allows || stored === undefined,
      instance: (name) => (byName ??= this.#instancesByName(stored)).get(name),
    });
  }

  #instancesByName(template: TemplateRecord | undefined): Map<string, InstanceRecord> {
    const stored = template === undefined ? [] : this.storage.instances.list({ template_id: template.id });
    return new Map(stored.map((instance) => [instance.instance_name, instance]));
  }

  /** Creates the new instances, many in one commit. */
  async #createInstances(planned: PlannedInstanceImport[]): Promise<Map<PlannedInstanceImport, ImportItem>> {
    const items = new Map<PlannedInstanceImport, ImportItem>(), { given, by } = this.order;
    if (given.dry_run) return items;
    const fresh = planned.filter(({ item }) => item.status === "would_create");
    for (const [name, some] of Map.groupBy(fresh, ({ item }) => item.template ?? "")) {
      const template = this.#templates.get(name);
      if (template?.id === undefined) continue;
      const made = await this.storage.instances.createMany({
        templateId: template.id,
        drafts: some.flatMap(({ draft }) => draft === undefined ? [] : [draft]),
        by,
        evenClosed: template.isNew,
      });
      some.forEach((one, i) => {
        const outcome = made[i]!;
        const done: ImportItem = { ...one.item, status: "created" };
        items.set(one, "record" in outcome ? done : refusedItem(one.item, outcome.refusal));
      });
    }
    return items;
  }

  async #updateInstance({ draft, stored }: PlannedInstanceImport): Promise<void> {
    if (draft === undefined || stored === undefined) throw noPackage();
    const { plant_node_floc_id, bindings } = draft;
    await this.storage.instances.update(stored.id, { plant_node_floc_id, bindings }, this.order.by);
  }

  /** Applies an item unless this is a dry run, and returns its result. */
  async #apply(item: ImportItem, write: () => Promise<unknown>): Promise<ImportItem> {
    const done = DONE[item.status];
    if (this.order.given.dry_run || done === undefined) return item;
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
