import type {
  ProviderChange,
  ProviderDraft,
  ProviderRecord,
  ProviderTrial,
} from "../domain/provider/schema.ts";
import type { ProviderSettings } from "../domain/provider/types.ts";
import { baseUrlOf, VENDORS, windowTokensOf } from "../domain/provider/vendor.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { invalid, type Issue, missing, validationRefusal } from "../domain/shared/refusal.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type Writes } from "./named_records.ts";
import { notFound } from "./noun_refusals.ts";
import { nouns } from "./nouns.ts";
import type { Secrets } from "./secrets.ts";
import { type NounContext, unchanged } from "./write.ts";

const PURPOSE = "ai_provider.api_key";

/** AI providers. Their keys are encrypted; only `settings()` decrypts them. */
export class AiProviders extends NamedRecords<ProviderRecord, ProviderDraft, ProviderChange> {
  protected readonly noun = nouns.aiProvider;

  constructor(context: NounContext, mirrors: Mirrors, private readonly secrets: Secrets) {
    super(context, mirrors);
  }

  /**
   * With the decrypted key; VALIDATION_FAILED (path `api_key`) when a required key is missing. `trial`: settings in
   * place of stored ones; the stored key counts only for its own address and type.
   */
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

  protected async made(
    { api_key, ...draft }: ProviderDraft,
    { v, id, ...created }: NamedRecord,
  ): Promise<ProviderRecord> {
    return { v, id, ...draft, sealed_api_key: await this.#sealed(api_key ?? null), ...created };
  }

  /** A stored key is never sent to another host or vendor than the one it was entered for. */
  protected override async changed(
    before: ProviderRecord,
    { api_key, ...change }: ProviderChange,
  ): Promise<ProviderRecord> {
    const after: ProviderRecord = { ...before, ...change };
    const formerKey = isSameHost(before, after) ? before.sealed_api_key : null;
    return { ...after, sealed_api_key: api_key === undefined ? formerKey : await this.#sealed(api_key) };
  }

  protected override issues(after: ProviderRecord): Issue[] {
    return baseUrlOf(after) === null ? [noAddress(after)] : [];
  }

  /** The next retention run removes the logs of a provider that is removed. */
  protected override async along(
    { before, after }: { before?: ProviderRecord; after?: ProviderRecord },
    { checks, mutations }: Writes,
  ): Promise<void> {
    const from = before?.assistant_type_id ?? null, to = after?.assistant_type_id ?? null;
    if (from === to) return;
    if (to !== null) checks.push(await this.#requireType(to));
    mutations.push(...usesOf(from, -1), ...usesOf(to, 1));
  }

  protected override shown(record: ProviderRecord, before?: ProviderRecord): Record<string, unknown> {
    const { sealed_api_key: sealed, ...rest } = record;
    const api_key = before && (before.sealed_api_key === sealed ? "unchanged" : "changed");
    return { ...rest, has_api_key: sealed !== null, ...api_key && { api_key } };
  }

  async #sealed(key: string | null): Promise<string | null> {
    return key === null ? null : await this.secrets.seal(key, PURPOSE);
  }

  /** The assistant type that a provider names must still exist when this commits. */
  async #requireType(id: number): Promise<Check> {
    const key = keys.assistantType(id);
    const entry = await this.context.store.get(key);
    if (entry === undefined) throw invalid("assistant_type_id", missing("assistant type", id));
    return unchanged(key, entry);
  }
}

function isSameHost(a: ProviderRecord, b: ProviderRecord): boolean {
  return a.base_url === b.base_url && a.provider_type === b.provider_type;
}

function addressOf(record: ProviderRecord): string {
  const url = baseUrlOf(record);
  if (url === null) throw validationRefusal([noAddress(record)]);
  return url;
}

function noAddress({ provider_type }: ProviderRecord): Issue {
  return { path: "base_url", message: `The type ${provider_type} has no default address; enter one` };
}

function usesOf(assistantTypeId: number | null, by: 1 | -1): Mutation[] {
  if (assistantTypeId === null) return [];
  return [{ type: "sum", key: keys.assistantTypeUses(assistantTypeId), value: by }];
}
