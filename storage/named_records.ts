import type { Actor } from "../domain/access/types.ts";
import type { ResourceType } from "../domain/push/types.ts";
import type { Commit, Key, Mutation } from "../domain/shared/commit.ts";
import { type Issue, nameTaken, validationRefusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { Mirrors } from "./mirrors.ts";
import { inUse, limitReached } from "./noun_refusals.ts";
import type { Noun } from "./nouns.ts";
import { counted } from "./template_reads.ts";
import { freshId, type NounContext, readToChange, traces, unchanged, write } from "./write.ts";

/** What every record of a noun begins with. */
export interface NamedRecord {
  v: 1;
  id: number;
  created_at: string;
  created_by: string;
}

/** What is committed. */
export type Writes = Required<Omit<Commit, "notices">>;

/** A change of a record: `before` is absent for a new one, `after` for one that is removed. */
export interface RecordChange<T, Given> {
  action: string;
  id: number;
  by: Actor;
  before?: T;
  after?: T;
  /** The draft or the change as it was given. */
  given?: Given;
}

/**
 * The records of a noun, read from memory; each change checks, in one atomic, the unique name, the limit and the uses that
 * `nouns` tells. Refusals: VALIDATION_FAILED for a taken name or beyond the limit, NOT_FOUND, RESOURCE_IN_USE. A store
 * adds what its noun has beyond that.
 */
export abstract class NamedRecords<
  T extends NamedRecord,
  Draft extends object,
  Change extends object = Partial<Draft>,
> {
  protected abstract readonly noun: Noun<T>;

  constructor(protected readonly context: NounContext, protected readonly mirrors: Mirrors) {}

  /** By ascending id. */
  list(): readonly T[] {
    return this.noun.mirror(this.mirrors).list();
  }

  get(id: number): T | undefined {
    return this.noun.mirror(this.mirrors).get(id);
  }

  /** Whatever the case of its letters. */
  byName(name: string): T | undefined {
    const { of } = this.noun.name, lowerName = name.toLowerCase();
    return this.list().find((one) => of(one).toLowerCase() === lowerName);
  }

  create(draft: Draft, by: Actor, nextId = this.newId()): Promise<T> {
    const { context } = this;
    return write(context, async () => {
      const commit = await this.begun();
      this.requireRoom();
      const id = await nextId(), created_at = isoFromMs(context.now());
      const after = await this.made(draft, { v: 1, id, created_at, created_by: by.name });
      return await this.#saved({ action: "created", id, by, after, given: draft }, commit);
    });
  }

  update(id: number, given: Change, by: Actor): Promise<T> {
    return write(this.context, async () => {
      const commit = await this.begun();
      const before = await this.read(id, commit);
      const after = await this.changed(before, given);
      return await this.#saved({ action: "updated", id, by, before, after, given }, commit);
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { name, marks, uses } = this.noun;
    return write(this.context, async () => {
      const commit = nothing();
      await this.#watch([...marks, ...uses?.marks ?? []], commit);
      const before = await this.read(id, commit);
      await this.#requireUnused(before, commit);
      const change = { action: this.removed, id, by, before };
      await this.along(change, commit);
      if (name.index !== undefined) commit.mutations.push(deletion(name.index(name.of(before))));
      this.trace(change, commit);
      return { result: undefined, commit };
    });
  }

  /** The record of a draft. */
  protected abstract made(draft: Draft, created: NamedRecord): T | Promise<T>;

  /** The record with a change. */
  protected changed(before: T, change: Change): T | Promise<T> {
    return { ...before, ...change };
  }

  /** What is wrong with a record, whatever its name. */
  protected issues(_after: T, _before: T | undefined): Issue[] {
    return [];
  }

  /** Adds what is committed beside the record. */
  protected along(_change: RecordChange<T, Draft | Change>, _commit: Writes): Promise<void> | void {}

  /** The fields that the audit log may contain; `after`: with how it differs from the one before. */
  protected shown(record: T, _before?: T): unknown {
    return record;
  }

  /** What the audit log calls a removal. */
  protected readonly removed: string = "deleted";

  /** What the audit log and the push frames call it. */
  protected typeOf(_id: number): ResourceType {
    return this.noun.type;
  }

  /** One id for all attempts of a write. */
  protected newId(): () => Promise<number> {
    return freshId(this.context, this.noun.type);
  }

  protected requireRoom(): void {
    const { most = Infinity, what } = this.noun;
    if (this.list().length >= most) throw limitReached(what, most);
  }

  /** Reads a record that is to be changed, and adds the check that it has not changed since. */
  protected read(id: number, { checks }: Writes): Promise<T> {
    const { key, kind, what } = this.noun;
    return readToChange(this.context, { key: key(id), kind, what, id }, checks);
  }

  /** Adds the record, or its removal, with the audit entry and the push frame. */
  protected trace({ action, id, by, before, after }: RecordChange<T, unknown>, commit: Writes): void {
    const { key } = this.noun;
    const { mutations, frames } = traces(this.context, {
      ...{ action, type: this.typeOf(id), id, by },
      before: before && this.shown(before),
      after: after && this.shown(after, before),
    });
    commit.mutations.push(
      after ? { type: "set", key: key(id), value: after } : deletion(key(id)),
      ...mutations,
    );
    commit.frames.push(...frames);
  }

  /** A commit that checks that all records, and what they name, are in memory. */
  protected async begun(): Promise<Writes> {
    const { marks, naming = [] } = this.noun, commit = nothing();
    await this.#watch(marks, commit, naming);
    return commit;
  }

  /** Checks marks and rewrites them; `others` are only checked. */
  async #watch(marks: readonly Key[], commit: Writes, others: readonly Key[] = []): Promise<void> {
    const { store } = this.context, watched = [...marks, ...others];
    if (watched.length === 0) return;
    const entries = await store.getMany(watched);
    await store.caughtUp();
    commit.checks.push(...watched.map((key, at) => unchanged(key, entries[at])));
    commit.mutations.push(...marks.map((key): Mutation => ({ type: "sum", key, value: 0 })));
  }

  async #saved(change: RecordChange<T, Draft | Change> & { after: T }, commit: Writes) {
    const { before, after } = change;
    const issues = [...await this.#nameIssues(change, commit), ...this.issues(after, before)];
    if (issues.length > 0) throw validationRefusal(issues);
    await this.along(change, commit);
    this.trace(change, commit);
    return { result: after, commit };
  }

  /** That another one has the name; else an index of names gets it. */
  async #nameIssues(
    { id, before, after }: { id: number; before?: T; after: T },
    commit: Writes,
  ): Promise<Issue[]> {
    const { what, name: { of, path = "name", index } } = this.noun, name = of(after);
    if (index === undefined) {
      const other = this.byName(name);
      return other === undefined || other.id === id ? [] : [{ path, message: nameTaken(what, of(other)) }];
    }
    const former = before && of(before), key = index(name);
    if (former === name) return [];
    if (await this.context.store.get(key) !== undefined) return [{ path, message: nameTaken(what, name) }];
    commit.checks.push(unchanged(key, undefined));
    if (former !== undefined) commit.mutations.push(deletion(index(former)));
    commit.mutations.push({ type: "set", key, value: id });
    return [];
  }

  async #requireUnused(record: T, { checks, mutations }: Writes): Promise<void> {
    const { what, name, uses } = this.noun;
    if (uses === undefined) return;
    const counter = uses.counter?.(record.id), count = counter && await this.context.store.get(counter);
    const by = uses.by(record.id, this.mirrors);
    if (counter === undefined ? by.length > 0 : counted(count) > 0) {
      throw inUse(`${what} "${name.of(record)}"`, by);
    }
    if (counter === undefined) return;
    checks.push(unchanged(counter, count));
    mutations.push(deletion(counter));
  }
}

export function nothing(): Writes {
  return { checks: [], mutations: [], frames: [] };
}

function deletion(key: Key): Mutation {
  return { type: "delete", key };
}
