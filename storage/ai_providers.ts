import type { Actor } from "../domain/access/types.ts";
import type { ProviderChange, ProviderDraft, ProviderTrial } from "../domain/provider/schema.ts";
import type { ProviderRecord } from "../domain/provider/schema.ts";
import type { ProviderSettings } from "../domain/provider/types.ts";
import { baseUrlOf, VENDORS, windowTokensOf } from "../domain/provider/vendor.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { AiProviders } from "./ai_contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Secrets } from "./secrets.ts";
import { freshId, invalid, notFound, type NounContext, traces, unchanged, write } from "./write.ts";

const PURPOSE = "ai_provider.api_key";

/** AI providers, read from memory. Their keys are encrypted; only `settings()` decrypts them. */
export class AiProviderStore implements AiProviders {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors, readonly secrets: Secrets) {}

  list(): ProviderRecord[] {
    return [...this.mirrors.aiProviders.list()];
  }

  get(id: number): ProviderRecord | undefined {
    return this.mirrors.aiProviders.get(id);
  }

  async settings(id: number, { api_key: key, ...trial }: ProviderTrial = {}): Promise<ProviderSettings> {
    const stored = this.get(id);
    if (stored === undefined) throw notFound("AI provider", id);
    const record = { ...stored, ...trial };
    const sealed = key === undefined && isSameHost(stored, record) ? stored.sealed_api_key : null;
    if (sealed === null && (key ?? null) === null && VENDORS[record.provider_type].needsKey) {
      throw invalid(
        "api_key",
        `No api_key is stored for "${record.display_name}"; save the provider with one`,
      );
    }
    return {
      id,
      type: record.provider_type,
      model: record.model_name,
      apiKey: sealed === null ? key ?? null : await this.secrets.unseal(sealed, PURPOSE),
      baseUrl: addressOf(record),
      windowTokens: windowTokensOf(record),
    };
  }

  create({ api_key, ...draft }: ProviderDraft, by: Actor): Promise<ProviderRecord> {
    const { context } = this;
    const nextId = freshId(context, "ai_provider");
    return write(context, async () => {
      const id = await nextId();
      const created_at = isoFromMs(context.now());
      const sealed_api_key = await this.#sealed(api_key ?? null);
      const record: ProviderRecord = { v: 1, id, ...draft, sealed_api_key, created_at, created_by: by.name };
      addressOf(record);
      const checks = [await this.#nameIsFree(record.display_name), ...await this.#requireType(record)];
      const change = { action: "created", type: "ai_provider", id, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "set", key: keys.aiProvider(id), value: record },
        { type: "set", key: keys.aiProviderByName(record.display_name), value: id },
        ...usesOf(record.assistant_type_id, 1),
      );
      return { result: record, commit: { checks, mutations, frames } };
    });
  }

  update(id: number, { api_key, ...change }: ProviderChange, by: Actor): Promise<ProviderRecord> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const bare: ProviderRecord = { ...before, ...change };
      const after = { ...bare, sealed_api_key: await this.#key(api_key, { before, bare }) };
      addressOf(after);
      const checks = [unchanged(keys.aiProvider(id), entry)];
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "ai_provider",
        id,
        by,
        before: shown(before),
        after: { ...shown(after), api_key: keyChange(before, after) },
      });
      mutations.push({ type: "set", key: keys.aiProvider(id), value: after });
      if (before.assistant_type_id !== after.assistant_type_id) {
        checks.push(...await this.#requireType(after));
        mutations.push(...usesOf(before.assistant_type_id, -1), ...usesOf(after.assistant_type_id, 1));
      }
      if (before.display_name !== after.display_name) {
        checks.push(await this.#nameIsFree(after.display_name));
        mutations.push({ type: "delete", key: keys.aiProviderByName(before.display_name) });
        mutations.push({ type: "set", key: keys.aiProviderByName(after.display_name), value: id });
      }
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  /** The next retention run removes its logs. */
  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const change = { action: "deleted", type: "ai_provider", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push(
        { type: "delete", key: keys.aiProvider(id) },
        { type: "delete", key: keys.aiProviderByName(before.display_name) },
        ...usesOf(before.assistant_type_id, -1),
      );
      const checks = [unchanged(keys.aiProvider(id), entry)];
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** A stored key is never sent to another host or vendor than the one it was entered for. */
  async #key(
    given: string | null | undefined,
    { before, bare }: { before: ProviderRecord; bare: ProviderRecord },
  ): Promise<string | null> {
    if (given !== undefined) return await this.#sealed(given);
    return isSameHost(before, bare) ? before.sealed_api_key : null;
  }

  async #sealed(key: string | null): Promise<string | null> {
    return key === null ? null : await this.secrets.seal(key, PURPOSE);
  }

  async #nameIsFree(name: string): Promise<Check> {
    const key = keys.aiProviderByName(name);
    if (await this.context.store.get(key) === undefined) return unchanged(key, undefined);
    throw invalid("display_name", `A provider named "${name}" exists already; choose another name`);
  }

  /** The assistant type that a provider names must still exist when this commits. */
  async #requireType({ assistant_type_id: id }: ProviderRecord): Promise<Check[]> {
    if (id === null) return [];
    const key = keys.assistantType(id);
    const entry = await this.context.store.get(key);
    if (entry === undefined) throw invalid("assistant_type_id", `There is no assistant type ${id}`);
    return [unchanged(key, entry)];
  }

  async #read(id: number) {
    const entry = await this.context.store.get(keys.aiProvider(id));
    if (entry === undefined) throw notFound("AI provider", id);
    return { entry, record: kinds.aiProvider.read(entry.value) };
  }
}

function isSameHost(a: ProviderRecord, b: ProviderRecord): boolean {
  return a.base_url === b.base_url && a.provider_type === b.provider_type;
}

function addressOf(record: ProviderRecord): string {
  const url = baseUrlOf(record);
  if (url !== null) return url;
  throw invalid("base_url", `The type ${record.provider_type} has no default address; enter one`);
}

function usesOf(assistantTypeId: number | null, by: 1 | -1): Mutation[] {
  if (assistantTypeId === null) return [];
  return [{ type: "sum", key: keys.assistantTypeUses(assistantTypeId), value: by }];
}

/** The fields that the audit log may contain. */
function shown({ sealed_api_key: sealed, ...rest }: ProviderRecord): Record<string, unknown> {
  return { ...rest, has_api_key: sealed !== null };
}

function keyChange(before: ProviderRecord, after: ProviderRecord): string {
  return before.sealed_api_key === after.sealed_api_key ? "unchanged" : "changed";
}
