import type { Actor } from "../domain/access/types.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { AssistantTypeDraft, AssistantTypes } from "./ai_contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { counted } from "./template_reads.ts";
import { inUse } from "./in_use.ts";
import { freshId, invalid, notFound, type NounContext, traces, unchanged, write } from "./write.ts";

/** Assistant types, read from memory. Each counts the providers that use it. */
export class AssistantTypeStore implements AssistantTypes {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  list(): AssistantTypeRecord[] {
    return [...this.mirrors.assistantTypes.list()];
  }

  get(id: number): AssistantTypeRecord | undefined {
    return this.mirrors.assistantTypes.get(id);
  }

  create(draft: AssistantTypeDraft, by: Actor): Promise<AssistantTypeRecord> {
    const { context } = this;
    const nextId = freshId(context, "assistant_type");
    return write(context, async () => {
      const free = await this.#nameIsFree(draft.name);
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const record: AssistantTypeRecord = { v: 1, id, ...draft, created_at, created_by: by.name };
      const change = { action: "created", type: "assistant_type", id, by, after: record } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.assistantType(id), value: record },
        { type: "set", key: keys.assistantTypeByName(draft.name), value: id },
      );
      return { result: record, commit: { checks: [free], mutations, frames } };
    });
  }

  update(id: number, change: Partial<AssistantTypeDraft>, by: Actor): Promise<AssistantTypeRecord> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const after: AssistantTypeRecord = { ...before, ...change };
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "assistant_type",
        id,
        by,
        before,
        after,
      });
      mutations.push({ type: "set", key: keys.assistantType(id), value: after });
      const checks = [unchanged(keys.assistantType(id), entry)];
      if (before.name !== after.name) {
        checks.push(await this.#nameIsFree(after.name));
        mutations.push({ type: "delete", key: keys.assistantTypeByName(before.name) });
        mutations.push({ type: "set", key: keys.assistantTypeByName(after.name), value: id });
      }
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  /** Checks the counter of its providers, so that a provider created meanwhile never uses a removed type. */
  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const usesKey = keys.assistantTypeUses(id);
      const uses = await context.store.get<number>(usesKey);
      if (counted(uses) > 0) throw inUse(`Assistant type "${before.name}"`, this.#users(id));
      const change = { action: "deleted", type: "assistant_type", id, by, before } as const;
      const { mutations, frames } = traces(context, change);
      for (const key of [keys.assistantType(id), keys.assistantTypeByName(before.name), usesKey]) {
        mutations.push({ type: "delete", key });
      }
      const checks = [unchanged(keys.assistantType(id), entry), unchanged(usesKey, uses)];
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  #users(id: number) {
    return this.mirrors.aiProviders.list().filter((provider) => provider.assistant_type_id === id)
      .map((provider) => ({ type: "ai_provider" as const, id: provider.id, name: provider.display_name }));
  }

  async #nameIsFree(name: string) {
    const key = keys.assistantTypeByName(name);
    if (await this.context.store.get(key) === undefined) return unchanged(key, undefined);
    throw invalid("name", `An assistant type named "${name}" exists already; choose another name`);
  }

  async #read(id: number) {
    const entry = await this.context.store.get(keys.assistantType(id));
    if (entry === undefined) throw notFound("assistant type", id);
    return { entry, record: kinds.assistantType.read(entry.value) };
  }
}
