import type { Actor } from "../domain/access/types.ts";
import { receiverOf, secretIssues } from "../domain/contact_point/kinds.ts";
import { CONTACT_POINT_LIMITS } from "../domain/contact_point/limits.ts";
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
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { validationRefusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { ContactPoints, ContactPointUses } from "./contact_points_contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Secrets } from "./secrets.ts";
import { UnsavedTests } from "./unsaved_tests.ts";
import { inUse, type User } from "./in_use.ts";
import {
  freshId,
  invalid,
  notFound,
  type NounContext,
  readToChange,
  traces,
  unchangedMark,
  write,
} from "./write.ts";

const PURPOSE = "contact_point.secrets";

type GivenSecrets = Readonly<Record<string, string | null>>;

/** Contact points, read from memory. Their secrets are encrypted; only `opened()` decrypts them. */
export class ContactPointStore implements ContactPoints {
  readonly unsavedTests: UnsavedTests;
  readonly #uses: ContactPointUses[] = [];

  constructor(readonly context: NounContext, readonly mirrors: Mirrors, readonly secrets: Secrets) {
    this.unsavedTests = new UnsavedTests(context.random);
  }

  list(): readonly ContactPointRecord[] {
    return this.mirrors.contactPoints.list();
  }

  get(id: number): ContactPointRecord | undefined {
    return this.mirrors.contactPoints.get(id);
  }

  fallback(): ContactPointRecord | undefined {
    return this.list().find(({ fallback }) => fallback);
  }

  addUses(uses: ContactPointUses): void {
    this.#uses.push(uses);
  }

  async opened(id: number): Promise<OpenedContactPoint> {
    const record = this.get(id);
    if (record === undefined) throw notFound("contact point", id);
    const { name, config } = record;
    return { id, name, config, secrets: await this.#clear(record) };
  }

  async openedUnsaved({ id, config, secrets }: UnsavedTest): Promise<OpenedContactPoint> {
    const stored = id === null ? undefined : this.get(id);
    if (id !== null && stored === undefined) throw invalid("id", `Contact point ${id} does not exist`);
    const clear = await this.#merged(stored, { config, given: secrets ?? {} });
    return { id, name: stored?.name ?? "Test", config, secrets: clear };
  }

  create({ secrets = {}, ...draft }: ContactPointDraft, by: Actor): Promise<ContactPointRecord> {
    const { context } = this;
    const nextId = freshId(context, "contact_point");
    return write(context, async () => {
      const checks = [await this.#allUnchanged()];
      if (this.list().length >= CONTACT_POINT_LIMITS.points) throw tooMany();
      const clear = await this.#merged(undefined, { config: draft.config, given: secrets });
      const id = await nextId();
      const record: ContactPointRecord = {
        v: 1,
        id,
        ...draft,
        receiver: receiverOf(draft.config, clear),
        stored_secrets: Object.keys(clear).sort(),
        sealed_secrets: await this.#sealed(clear),
        last_test: this.unsavedTests.of({ config: draft.config, secrets: clear }),
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      this.#requireUniqueName(record);
      const { mutations, frames } = traces(context, {
        action: "created",
        type: "contact_point",
        id,
        by,
        after: shown(record),
      });
      mutations.push({ type: "set", key: keys.contactPoint(id), value: record }, CHANGED);
      const unmarked = record.fallback ? await this.#unmarked(id, { by, checks }) : NOTHING;
      return {
        result: record,
        commit: {
          checks,
          mutations: [...mutations, ...unmarked.mutations],
          frames: [...frames, ...unmarked.frames],
        },
      };
    });
  }

  update(id: number, { secrets, ...change }: ContactPointChange, by: Actor): Promise<ContactPointRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks = [await this.#allUnchanged()];
      const before = await this.#read(id, checks);
      const config = change.config ?? before.config;
      const clear = await this.#merged(before, { config, given: secrets ?? {} });
      const hasNewSecrets = !isAlike(clear, await this.#clear(before));
      const isSame = !hasNewSecrets && isAlike(config, before.config);
      const after: ContactPointRecord = {
        ...before,
        ...change,
        receiver: receiverOf(config, clear),
        stored_secrets: Object.keys(clear).sort(),
        sealed_secrets: hasNewSecrets ? await this.#sealed(clear) : before.sealed_secrets,
        last_test: this.#lastTest({ config, secrets: clear }, isSame ? before.last_test : null),
      };
      this.#requireUniqueName(after);
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "contact_point",
        id,
        by,
        before: shown(before),
        after: { ...shown(after), secrets: hasNewSecrets ? "changed" : "unchanged" },
      });
      mutations.push({ type: "set", key: keys.contactPoint(id), value: after }, CHANGED);
      if (after.heartbeat_minutes === null) mutations.push({ type: "delete", key: keys.sentHeartbeat(id) });
      const isNew = after.fallback && !before.fallback;
      const unmarked = isNew ? await this.#unmarked(id, { by, checks }) : NOTHING;
      return {
        result: after,
        commit: {
          checks,
          mutations: [...mutations, ...unmarked.mutations],
          frames: [...frames, ...unmarked.frames],
        },
      };
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(id, checks);
      const users: User[] = [], marks: Mutation[] = [];
      for (const uses of this.#uses) {
        const found = await uses(id);
        users.push(...found.users);
        checks.push(...found.checks);
        marks.push(...found.mutations);
      }
      if (users.length > 0) throw inUse(`Contact point "${before.name}"`, users);
      const change = { action: "deleted", type: "contact_point", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      const owned = [keys.contactPoint(id), keys.pointDelivery(id), keys.sentHeartbeat(id)];
      mutations.push(...owned.map((key): Mutation => ({ type: "delete", key })), CHANGED, ...marks);
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  keepTest(
    tested: Pick<ContactPointRecord, "id" | "config" | "sealed_secrets">,
    result: ContactPointTest,
    by: Actor,
  ): Promise<ContactPointRecord> {
    const { context } = this;
    const { id } = tested;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(id, checks);
      const isSame = before.sealed_secrets === tested.sealed_secrets &&
        isAlike(before.config, tested.config);
      if (!isSame) return { result: before };
      const after: ContactPointRecord = { ...before, last_test: result };
      const { passed, outcome, status } = result;
      const { mutations, frames } = traces(context, {
        action: "tested",
        type: "contact_point",
        id,
        by,
        after: { name: before.name, passed, outcome, status },
      });
      mutations.push({ type: "set", key: keys.contactPoint(id), value: after }, CHANGED);
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  /** The check fails once any contact point changes, so those in memory are complete. */
  #allUnchanged(): Promise<Check> {
    return unchangedMark(this.context, keys.contactPoints());
  }

  #read(id: number, checks: Check[]): Promise<ContactPointRecord> {
    const stored = { key: keys.contactPoint(id), kind: kinds.contactPoint, what: "contact point", id };
    return readToChange(this.context, stored, checks);
  }

  /** The last test of these settings: one of them as they are stored, or one before they were. */
  #lastTest(
    settings: Pick<OpenedContactPoint, "config" | "secrets">,
    stored: ContactPointTest | null,
  ): ContactPointTest | null {
    const unsaved = this.unsavedTests.of(settings);
    return stored === null || unsaved !== null && unsaved.at > stored.at ? unsaved : stored;
  }

  /** Takes the mark from all other contact points. */
  async #unmarked(id: number, { by, checks }: { by: Actor; checks: Check[] }) {
    const marked = this.list().filter((other) => other.fallback && other.id !== id);
    const changes = await Promise.all(marked.map(async (other) => {
      const before = await this.#read(other.id, checks);
      const after: ContactPointRecord = { ...before, fallback: false };
      const change = traces(this.context, {
        action: "updated",
        type: "contact_point",
        id: other.id,
        by,
        before: shown(before),
        after: shown(after),
      });
      change.mutations.push({ type: "set", key: keys.contactPoint(other.id), value: after });
      return change;
    }));
    return {
      mutations: changes.flatMap(({ mutations }) => mutations),
      frames: changes.flatMap(({ frames }) => frames),
    };
  }

  /** The stored secrets that the settings may use, with the given ones; VALIDATION_FAILED if they do not fit. */
  async #merged(
    stored: ContactPointRecord | undefined,
    { config, given }: { config: ContactPointConfig; given: GivenSecrets },
  ): Promise<ContactPointSecrets> {
    const kept = stored === undefined ? {} : await this.#clear(stored);
    const merge = (from: ContactPointSecrets): ContactPointSecrets =>
      Object.fromEntries(
        Object.entries({ ...from, ...given }).filter((entry): entry is [string, string] => entry[1] !== null),
      );
    const whole = merge(kept);
    const isSameKind = stored?.config.kind === config.kind;
    // A channel's receiver is in its secret, so it is compared before the new secret is put in.
    const mayKeep = isSameKind && receiverOf(config, kept) === stored?.receiver;
    const merged = mayKeep ? whole : merge({});
    const issues = secretIssues(config, merged);
    if (issues.length > 0) throw validationRefusal(issues);
    return merged;
  }

  #requireUniqueName({ id, name }: ContactPointRecord): void {
    const same = this.list().find((other) =>
      other.id !== id && other.name.toLowerCase() === name.toLowerCase()
    );
    if (same !== undefined) {
      throw invalid("name", `A contact point named "${same.name}" exists already; choose another name`);
    }
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

const CHANGED: Mutation = { type: "sum", key: keys.contactPoints(), value: 0 };
const NOTHING = { mutations: [], frames: [] };

function tooMany() {
  const { points } = CONTACT_POINT_LIMITS;
  return invalid("", `${points} contact points exist already, the most that are possible; delete one first`);
}

/** The fields that the audit log may contain. */
function shown({ sealed_secrets: _, ...rest }: ContactPointRecord): Record<string, unknown> {
  return rest;
}
