import type { Actor } from "../domain/access/types.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { PackageRecord } from "../domain/template/types.ts";
import type { Packages } from "./contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { inUse } from "./in_use.ts";
import { freshId, invalid, notFound, type NounContext, traces, unchanged, write } from "./write.ts";

type Draft = { name: string; description: string };

/** Template packages, read from memory. */
export class PackageStore implements Packages {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  list(): PackageRecord[] {
    return [...this.mirrors.packages.list()];
  }

  get(id: number): PackageRecord | undefined {
    return this.mirrors.packages.get(id);
  }

  create(draft: Draft, by: Actor): Promise<PackageRecord> {
    const { context } = this;
    const nextId = freshId(context, "package");
    return write(context, async () => {
      const nameKey = keys.packageByName(draft.name);
      if (await context.store.get(nameKey) !== undefined) throw nameTaken(draft.name);
      const id = await nextId();
      const record: PackageRecord = {
        v: 1,
        id,
        ...draft,
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      const { mutations, frames } = traces(context, {
        action: "created",
        type: "package",
        id,
        by,
        after: record,
      });
      const sets = [
        { type: "set" as const, key: keys.package(id), value: record },
        { type: "set" as const, key: nameKey, value: id },
      ];
      const checks = [unchanged(nameKey, undefined)];
      return { result: record, commit: { checks, mutations: [...sets, ...mutations], frames } };
    });
  }

  update(id: number, change: Partial<Draft>, by: Actor): Promise<PackageRecord> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const after: PackageRecord = { ...before, ...change };
      const renamed = before.name !== after.name;
      const newName = keys.packageByName(after.name);
      if (renamed && await context.store.get(newName) !== undefined) throw nameTaken(after.name);
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "package",
        id,
        by,
        before,
        after,
      });
      mutations.push({ type: "set", key: keys.package(id), value: after });
      const checks = [unchanged(keys.package(id), entry)];
      if (renamed) {
        checks.push(unchanged(newName, undefined));
        mutations.push({ type: "delete", key: keys.packageByName(before.name) });
        mutations.push({ type: "set", key: newName, value: id });
      }
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  /** Checks the counter of its templates, so that a template created meanwhile is never orphaned. */
  remove(id: number, by: Actor): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const counterKey = keys.packageTemplates(id);
      const counter = await context.store.get<number>(counterKey);
      if ((counter?.value ?? 0) > 0) {
        const templates = mirrors.templatesByPackage.of(id);
        throw inUse(
          `Package "${before.name}"`,
          templates.map((template) => ({ type: "template", id: template.id, name: template.name })),
        );
      }
      const { mutations, frames } = traces(context, { action: "deleted", type: "package", id, by, before });
      for (const key of [keys.package(id), keys.packageByName(before.name), counterKey]) {
        mutations.push({ type: "delete", key });
      }
      const checks = [unchanged(keys.package(id), entry), unchanged(counterKey, counter)];
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  async #read(id: number) {
    const entry = await this.context.store.get(keys.package(id));
    if (entry === undefined) throw notFound("package", id);
    return { entry, record: kinds.package.read(entry.value) };
  }
}

function nameTaken(name: string) {
  return invalid("name", `A package named "${name}" exists already; choose another name`);
}
