import type { Actor } from "../domain/access/types.ts";
import { receiverOf, secretIssues } from "../domain/contact_point/kinds.ts";
import type {
  ContactPointChange,
  ContactPointDraft,
  ContactPointRecord,
  ContactPointTest,
  UnsavedTest,
} from "../domain/contact_point/schema.ts";
import type {
  ContactPointConfig,
  ContactPointSecrets,
  OpenedContactPoint,
} from "../domain/contact_point/types.ts";
import { isAlike } from "../domain/template/difference.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import { invalid, missing, validationRefusal } from "../domain/shared/refusal.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, nothing, type RecordChange, type Writes } from "./named_records.ts";
import { notFound } from "./noun_refusals.ts";
import { nouns } from "./nouns.ts";
import type { Secrets } from "./secrets.ts";
import { UnsavedTests } from "./unsaved_tests.ts";
import { type NounContext, traces, write } from "./write.ts";

const PURPOSE = "contact_point.secrets";

type GivenSecrets = Readonly<Record<string, string | null>>;

/**
 * Contact points. Their secrets are encrypted; only `opened()` decrypts them. VALIDATION_FAILED for secrets that do not fit.
 * Another receiver clears the stored secrets that a change does not name. Changed settings clear the last test, unless they
 * were tested before. A new fallback takes the mark from the one before.
 */
export class ContactPoints extends NamedRecords<ContactPointRecord, ContactPointDraft, ContactPointChange> {
  protected readonly noun = nouns.contactPoint;
  /** Tests of settings that are not stored; they count for a contact point that is stored with exactly these. */
  readonly unsavedTests: UnsavedTests;

  constructor(context: NounContext, mirrors: Mirrors, private readonly secrets: Secrets) {
    super(context, mirrors);
    this.unsavedTests = new UnsavedTests(context.random);
  }

  /** The one that is told when nobody else is. */
  fallback(): ContactPointRecord | undefined {
    return this.list().find(({ fallback }) => fallback);
  }

  /** With the decrypted secrets; NOT_FOUND for an unknown one. */
  async opened(id: number): Promise<OpenedContactPoint> {
    const record = this.get(id);
    if (record === undefined) throw notFound("contact point", id);
    const { name, config } = record;
    return { id, name, config, secrets: await this.#clear(record) };
  }

  /** The same for settings that are not stored, with the stored secrets that may be used for them. */
  async openedUnsaved({ id, config, secrets }: UnsavedTest): Promise<OpenedContactPoint> {
    const stored = id === null ? undefined : this.get(id);
    if (id !== null && stored === undefined) throw invalid("id", missing("contact point", id));
    const clear = await this.#merged(stored, { config, given: secrets ?? {} });
    return { id, name: stored?.name ?? "Test", config, secrets: clear };
  }

  /** Stores a test's result, unless the settings have changed since `tested` was opened. */
  keepTest(
    tested: Pick<ContactPointRecord, "id" | "config" | "sealed_secrets">,
    result: ContactPointTest,
    by: Actor,
  ): Promise<ContactPointRecord> {
    const { context } = this;
    const { id } = tested;
    return write(context, async () => {
      const commit = nothing();
      const before = await this.read(id, commit);
      const isSame = before.sealed_secrets === tested.sealed_secrets &&
        isAlike(before.config, tested.config);
      if (!isSame) return { result: before };
      const after: ContactPointRecord = { ...before, last_test: result };
      const { passed, outcome, status } = result;
      const { mutations, frames } = traces(context, {
        ...{ action: "tested", type: "contact_point", id, by },
        after: { name: before.name, passed, outcome, status },
      });
      mutations.push(
        { type: "set", key: keys.contactPoint(id), value: after },
        { type: "sum", key: keys.contactPoints(), value: 0 },
      );
      return { result: after, commit: { ...commit, mutations, frames } };
    });
  }

  protected async made(
    { secrets = {}, ...draft }: ContactPointDraft,
    { v, id, ...created }: NamedRecord,
  ): Promise<ContactPointRecord> {
    const clear = await this.#merged(undefined, { config: draft.config, given: secrets });
    return {
      v,
      id,
      ...draft,
      receiver: receiverOf(draft.config, clear),
      stored_secrets: Object.keys(clear).sort(),
      sealed_secrets: await this.#sealed(clear),
      last_test: this.unsavedTests.of({ config: draft.config, secrets: clear }),
      ...created,
    };
  }

  protected override async changed(
    before: ContactPointRecord,
    { secrets, ...change }: ContactPointChange,
  ): Promise<ContactPointRecord> {
    const config = change.config ?? before.config;
    const clear = await this.#merged(before, { config, given: secrets ?? {} });
    const hasNewSecrets = !isAlike(clear, await this.#clear(before));
    const isSame = !hasNewSecrets && isAlike(config, before.config);
    return {
      ...before,
      ...change,
      receiver: receiverOf(config, clear),
      stored_secrets: Object.keys(clear).sort(),
      sealed_secrets: hasNewSecrets ? await this.#sealed(clear) : before.sealed_secrets,
      last_test: this.#lastTest({ config, secrets: clear }, isSame ? before.last_test : null),
    };
  }

  protected override async along(
    { id, by, before, after }: RecordChange<ContactPointRecord, unknown>,
    commit: Writes,
  ): Promise<void> {
    const ended = after === undefined ? [keys.pointDelivery(id)] : [];
    if (before !== undefined && (after?.heartbeat_minutes ?? null) === null) {
      ended.push(keys.sentHeartbeat(id));
    }
    commit.mutations.push(...ended.map((key): Mutation => ({ type: "delete", key })));
    if (after?.fallback && !before?.fallback) await this.#clearOthers(id, { by, commit });
  }

  protected override shown(record: ContactPointRecord, before?: ContactPointRecord): Record<string, unknown> {
    const { sealed_secrets: sealed, ...rest } = record;
    const secrets = before && (before.sealed_secrets === sealed ? "unchanged" : "changed");
    return { ...rest, ...secrets && { secrets } };
  }

  /** The last test of these settings: one of them as they are stored, or one before they were. */
  #lastTest(
    settings: Pick<OpenedContactPoint, "config" | "secrets">,
    stored: ContactPointTest | null,
  ): ContactPointTest | null {
    const unsaved = this.unsavedTests.of(settings);
    return stored === null || unsaved !== null && unsaved.at > stored.at ? unsaved : stored;
  }

  /** Only one contact point is the fallback: clears it at the others. */
  async #clearOthers(id: number, { by, commit }: { by: Actor; commit: Writes }): Promise<void> {
    for (const other of this.list()) {
      if (!other.fallback || other.id === id) continue;
      const before = await this.read(other.id, commit);
      this.trace(
        { action: "updated", id: other.id, by, before, after: { ...before, fallback: false } },
        commit,
      );
    }
  }

  /** The stored secrets that the settings may use, with the given ones; VALIDATION_FAILED if they do not fit. */
  async #merged(
    stored: ContactPointRecord | undefined,
    { config, given }: { config: ContactPointConfig; given: GivenSecrets },
  ): Promise<ContactPointSecrets> {
    const former = stored === undefined ? {} : await this.#clear(stored);
    const merge = (from: ContactPointSecrets): ContactPointSecrets =>
      Object.fromEntries(
        Object.entries({ ...from, ...given }).filter((entry): entry is [string, string] => entry[1] !== null),
      );
    const whole = merge(former);
    const isSameKind = stored?.config.kind === config.kind;
    // A channel's receiver is in its secret, so it is compared before the new secret is put in.
    const mayKeep = isSameKind && receiverOf(config, former) === stored?.receiver;
    const merged = mayKeep ? whole : merge({});
    const issues = secretIssues(config, merged);
    if (issues.length > 0) throw validationRefusal(issues);
    return merged;
  }

  async #clear({ sealed_secrets: sealed }: ContactPointRecord): Promise<ContactPointSecrets> {
    return sealed === null ? {} : JSON.parse(await this.secrets.unseal(sealed, PURPOSE));
  }

  async #sealed(secrets: ContactPointSecrets): Promise<string | null> {
    return Object.keys(secrets).length === 0
      ? null
      : await this.secrets.seal(JSON.stringify(secrets), PURPOSE);
  }
}
