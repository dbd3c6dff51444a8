import type { Actor } from "../domain/access/types.ts";
import { sourceOfStream } from "../domain/asset/address.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import { invalid, missing, validationRefusal } from "../domain/shared/refusal.ts";
import type { SourceChange, SourceDraft, SourceRecord, SourceTest } from "../domain/source/schema.ts";
import {
  DEFAULT_SOURCE,
  DEFAULT_SOURCE_NAME,
  SOURCE_DEFAULTS,
  type SourceConfig,
  type SourceReading,
  type SourceSecrets,
  type SourceSettings,
} from "../domain/source/types.ts";
import { picked } from "../domain/shared/picked.ts";
import { isAlike } from "../domain/template/difference.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type Writes } from "./named_records.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import { nouns } from "./nouns.ts";
import type { Secrets } from "./secrets.ts";
import type { SourceKinds } from "./source_kinds.ts";
import type { NounContext } from "./write.ts";

const PURPOSE = "source.secrets";

type GivenSecrets = NonNullable<SourceDraft["secrets"]>;

/** Secrets that are not stored because the settings name another receiver, and what is missing then. */
interface Merged {
  secrets: SourceSecrets;
  issues: Issue[];
}

/**
 * The data sources. Their secrets are encrypted; only `settings` decrypts them. A stored secret is never sent to another
 * receiver than the one it was entered for.
 */
export class Sources extends NamedRecords<SourceRecord, SourceDraft, SourceChange> {
  protected readonly noun = nouns.source;

  constructor(
    context: NounContext,
    mirrors: Mirrors,
    private readonly given: { secrets: Secrets; kinds: Omit<SourceKinds, "sourceId" | "goOn"> },
  ) {
    super(context, mirrors);
  }

  /** The one of `/api/configuration`. */
  default(): SourceRecord | undefined {
    return this.get(DEFAULT_SOURCE);
  }

  /** The plant of a stored source, see `plantText`; undefined: there is none. */
  plant(id: number = DEFAULT_SOURCE): string | undefined {
    const record = this.get(id);
    return record && this.given.kinds.plantOf(record.kind, record.config);
  }

  /** The plant of the source that has a stream. */
  plantOfStream(stream: { source_id?: number }): string | undefined {
    return this.plant(sourceOfStream(stream));
  }

  /** Whether it is read: active, with all the secrets that it needs. */
  isRead(id: number): boolean {
    const record = this.get(id);
    if (record?.is_active !== true) return false;
    const stored = Object.fromEntries(record.stored_secrets.map((name) => [name, ""]));
    return this.given.kinds.missingSecrets(record.kind, stored).length === 0;
  }

  /** Removed sources of which something may be left. */
  async removedIds(): Promise<number[]> {
    const entries = await this.context.store.list({ prefix: keys.removedSource(0).slice(0, 1) });
    return entries.map(({ key }) => Number(key[1]));
  }

  /** All that a removed source had is deleted. */
  async allRemoved(id: number): Promise<void> {
    const mutations: Mutation[] = [{ type: "delete", key: keys.removedSource(id) }];
    await this.context.store.commit({ mutations }, MAIN_LANE);
  }

  /** With the decrypted secrets; VALIDATION_FAILED when one is missing. Undefined: there is none. */
  async settings(id: number = DEFAULT_SOURCE): Promise<SourceSettings | undefined> {
    const record = this.get(id);
    if (record === undefined) return undefined;
    const secrets = await this.#clear(record);
    const [name] = this.given.kinds.missingSecrets(record.kind, secrets);
    if (name !== undefined) {
      throw invalid(name, `No ${name} is stored for this source; save the configuration with one`);
    }
    return this.#settingsOf(record, secrets);
  }

  /**
   * The settings of a draft, without storing it, with the stored secrets that may be used for it. `secretPath`: where the
   * body has its secrets, for issues.
   */
  async settingsOf(
    { id, secrets = {}, ...draft }: SourceTest & Partial<SourceReading>,
    secretPath = "secrets.",
  ): Promise<SourceSettings> {
    const stored = id === null ? undefined : this.get(id);
    if (id !== null && stored === undefined) throw invalid("id", missing("source", id));
    const merged = await this.#merged(stored, { ...draft, given: secrets, secretPath });
    if (merged.issues.length > 0) throw validationRefusal(merged.issues);
    const record = { ...this.#reading(draft), id: id ?? 0, name: stored?.name ?? "test", ...draft };
    return this.#settingsOf(record, merged.secrets);
  }

  /**
   * Stores the source `default`. Other than with other sources, another receiver without a secret is stored: the source
   * then pauses until there is one.
   */
  saveDefault(draft: Omit<SourceDraft, "name">, by: Actor): Promise<SourceRecord> {
    const named = { ...SOURCE_DEFAULTS, ...draft, name: DEFAULT_SOURCE_NAME };
    return this.default() === undefined
      ? this.create(named, by, () => Promise.resolve(DEFAULT_SOURCE))
      : this.update(DEFAULT_SOURCE, named, by);
  }

  protected async made(draft: SourceDraft, { v, id, ...created }: NamedRecord): Promise<SourceRecord> {
    const { name, kind, config, secrets: given = {}, is_active = true } = draft;
    const { secrets, issues } = await this.#merged(undefined, { kind, config, given });
    if (issues.length > 0) throw validationRefusal(issues);
    return {
      ...{ v, id, name, kind, config, is_active },
      ...this.#reading(draft),
      ...await this.#sealed(secrets),
      ...created,
    };
  }

  protected override async changed(
    before: SourceRecord,
    { secrets: given = {}, ...change }: SourceChange,
  ): Promise<SourceRecord> {
    const after = { ...before, ...change };
    const { secrets, issues } = await this.#merged(before, { ...after, given });
    if (issues.length > 0 && before.id !== DEFAULT_SOURCE) throw validationRefusal(issues);
    return isAlike(secrets, await this.#clear(before)) ? after : { ...after, ...await this.#sealed(secrets) };
  }

  /** What is left of a removed source is deleted later, see `removedIds`. */
  protected override along({ id, after }: { id: number; after?: SourceRecord }, { mutations }: Writes): void {
    if (after === undefined) mutations.push({ type: "set", key: keys.removedSource(id), value: { v: 1 } });
  }

  /** 1 is that of the source `default`. */
  protected override newId(): () => Promise<number> {
    const next = super.newId();
    let id: Promise<number> | undefined;
    return () => id ??= next().then((first) => first === DEFAULT_SOURCE ? super.newId()() : first);
  }

  protected override issues({ id, name }: SourceRecord): Issue[] {
    const isDefault = name.toLowerCase() === DEFAULT_SOURCE_NAME;
    if (isDefault === (id === DEFAULT_SOURCE)) return [];
    const message = isDefault
      ? `"${DEFAULT_SOURCE_NAME}" is the source of /api/configuration; choose another name`
      : `The source of /api/configuration is called "${DEFAULT_SOURCE_NAME}"`;
    return [{ path: "name", message }];
  }

  protected override typeOf(id: number) {
    return id === DEFAULT_SOURCE ? "configuration" : this.noun.type;
  }

  protected override shown(record: SourceRecord, before?: SourceRecord): Record<string, unknown> {
    const { sealed_secrets: sealed, ...rest } = record;
    const secrets = (before?.sealed_secrets ?? null) === sealed ? "unchanged" : "changed";
    return { ...rest, ...before !== undefined && { secrets } };
  }

  #settingsOf(
    record: SourceReading & Pick<SourceSettings, "id" | "name" | "kind" | "config">,
    secrets: SourceSecrets,
  ): SourceSettings {
    const { id, name, kind, config } = record;
    const reading = this.given.kinds.readingOf(
      kind,
      config,
      picked(SOURCE_DEFAULTS, record) as SourceReading,
    );
    return {
      ...{ id, name, kind, config, secrets },
      waitSeconds: reading.wait_seconds,
      pollSeconds: reading.poll_seconds,
      changeFeed: reading.change_feed,
      maxAgeSeconds: reading.max_age_seconds,
      sourceLostSeconds: reading.source_lost_seconds,
      correctionHorizonHours: reading.correction_horizon_hours,
      requestsPerMinute: reading.requests_per_minute,
    };
  }

  /** How it is read: as given, else as its kind is read. */
  #reading(draft: { kind: string } & Partial<SourceReading>): SourceReading {
    const defaults = { ...SOURCE_DEFAULTS, ...this.given.kinds.defaultsOf(draft.kind) };
    return picked(SOURCE_DEFAULTS, { ...defaults, ...draft }) as SourceReading;
  }

  /** The stored secrets that the settings may use, with the given ones, and those that are missing. */
  async #merged(
    stored: SourceRecord | undefined,
    { kind, config, given, secretPath = "secrets." }: {
      kind: string;
      config: SourceConfig;
      given: GivenSecrets;
      secretPath?: string;
    },
  ): Promise<Merged> {
    const { kinds } = this.given;
    const mayKeep = stored?.kind === kind &&
      kinds.receiverOf(kind, config) === kinds.receiverOf(kind, stored.config);
    const all = { ...mayKeep && await this.#clear(stored), ...given };
    const secrets = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    const message = stored === undefined
      ? "Is required"
      : "Enter it again: the stored one was entered for another receiver";
    const issues = kinds.missingSecrets(kind, secrets).map((name) => ({
      path: `${secretPath}${name}`,
      message,
    }));
    for (const name of Object.keys(secrets).filter((name) => !kinds.takesSecret(kind, name))) {
      issues.push({ path: `${secretPath}${name}`, message: `${kind} takes no secret of this name` });
    }
    return { secrets, issues };
  }

  async #sealed(secrets: SourceSecrets): Promise<Pick<SourceRecord, "stored_secrets" | "sealed_secrets">> {
    const names = Object.keys(secrets).sort(), text = JSON.stringify(secrets);
    return {
      stored_secrets: names,
      sealed_secrets: names.length === 0 ? null : await this.given.secrets.seal(text, PURPOSE),
    };
  }

  async #clear({ sealed_secrets: sealed }: SourceRecord): Promise<SourceSecrets> {
    return sealed === null ? {} : JSON.parse(await this.given.secrets.unseal(sealed, PURPOSE));
  }
}
