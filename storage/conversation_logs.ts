import type { Actor } from "../domain/access/types.ts";
import type { LogEntry, LogKind, TokenUsage } from "../domain/conversation/types.ts";
import type { Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Page, PageRequest } from "./page.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { LIMITS } from "./store/size.ts";
import { counted } from "./template_reads.ts";
import { audit, type NounContext, unchanged } from "./write.ts";
import { ALL, sessionScope, USAGE_FIELDS } from "./writes/conversation.ts";
import { ulidFloor } from "./writes/ulid.ts";
import { invalid } from "../domain/shared/refusal.ts";

export interface LogQuery {
  kinds: readonly LogKind[];
  /** The owner of the entries (see `ownerText`); all owners when absent. */
  owner?: string;
  /** The caller has checked that the session is the owner's. */
  sessionId?: string;
  /** Both inclusive. */
  fromMs?: Ms;
  toMs?: Ms;
  descending: boolean;
  fits?: (entry: LogEntry) => boolean;
}

/** The usage of a provider on a UTC day. */
export interface UsageDay extends TokenUsage {
  date: string;
  requests: number;
}

/** The most entries that one request may scan. */
export const MOST_SCANNED_ENTRIES = 20_000;
const READ_AT_ONCE = 500;
const REMOVED_AT_ONCE = 60;

interface Old {
  kinds: readonly LogKind[];
  /** Infinity: all. */
  beforeMs: Ms;
  /** The provider is removed: its counters are deleted too. */
  isLast?: boolean;
}

type Stored = { id: string; entry: LogEntry };

/** The logs of providers: conversations, function calls, usage. The provider actors write them. */
export class ConversationLogs {
  #removing: Promise<unknown> = Promise.resolve();

  constructor(private readonly context: NounContext) {}

  /** In order of time. VALIDATION_FAILED when more than 20,000 entries would have to be scanned. */
  async list(providerId: number, query: LogQuery, page: PageRequest): Promise<Page<LogEntry>> {
    const plain = query.fits === undefined && query.fromMs === undefined && query.toMs === undefined;
    const [kind] = query.kinds;
    if (plain && kind !== undefined && query.kinds.length === 1 && query.sessionId === undefined) {
      const scope = query.owner ?? ALL;
      const total = counted(await this.context.store.get(keys.aiLogCount(providerId, kind, scope)));
      if (page.offset >= total) return { rows: [], total };
      const rows = await this.#page(providerId, query, page);
      return { rows: rows.map(({ entry }) => entry), total: Math.max(total, page.offset + rows.length) };
    }
    return await this.#searched(providerId, query, page);
  }

  /** Oldest day first. */
  async usageByDay(providerId: number, owner: string | undefined): Promise<UsageDay[]> {
    const prefix = keys.aiUsageDay(providerId, { scope: owner ?? ALL, day: "" }, "").slice(0, 3);
    const days = new Map<string, UsageDay>();
    for (const { key, value } of await this.context.store.list<number>({ prefix })) {
      const date = String(key[3]);
      const day = days.get(date) ??
        { date, requests: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
      for (const field of USAGE_FIELDS) if (key[4] === field) day[field] = value;
      days.set(date, day);
    }
    return [...days.values()];
  }

  /**
   * Removes the conversation entries and the sessions; returns how many entries. One written meanwhile is removed or
   * stays.
   */
  async clear(providerId: number, by: Actor): Promise<number> {
    const { context } = this;
    const removed = await this.remove(providerId, { kinds: ["conversation"], beforeMs: Infinity });
    await this.#removeKeys(keys.aiSession(providerId, "").slice(0, 2));
    const after = { conversation_entries: removed };
    const entry = audit(context, { action: "logs_cleared", type: "ai_provider", id: providerId, by, after });
    await context.store.commit({ mutations: [entry] }, MAIN_LANE);
    return removed;
  }

  /** Removes entries older than an instant; one removal at a time, so that no entry is counted twice. */
  remove(providerId: number, old: Old): Promise<number> {
    const done = this.#removing.then(() => this.#remove(providerId, old));
    this.#removing = done.catch(() => {});
    return done;
  }

  /** Every provider with entries, even a removed one. */
  async providers(): Promise<number[]> {
    const counters = await this.context.store.list({ prefix: keys.aiLogCount(0, "", "").slice(0, 1) });
    return [...new Set(counters.map(({ key }) => Number(key[1])))];
  }

  /** Removes the usage of days before an instant, and conversations not used since. */
  async forget(providerId: number, beforeMs: Ms): Promise<void> {
    const { store } = this.context;
    const before = beforeMs === Infinity ? "~" : new Date(beforeMs).toISOString();
    const days = await store.list({
      prefix: keys.aiUsageDay(providerId, { scope: "", day: "" }, "").slice(0, 2),
    });
    await this.#delete(days.filter(({ key }) => String(key[3]) < before.slice(0, 10)));
    const sessions = await store.list({ prefix: keys.aiSession(providerId, "").slice(0, 2) });
    await this.#deleteUnchanged(
      sessions.filter(({ value }) => kinds.aiSession.read(value).last_used_at < before),
    );
  }

  async #remove(providerId: number, { kinds, beforeMs, isLast = false }: Old): Promise<number> {
    let removed = 0;
    for (const kind of kinds) {
      const prefix: Key = keys.aiLog(providerId, kind, "", "").slice(0, 3);
      for (const scope of await this.#scopes(prefix)) {
        const count = isCounted(scope) ? keys.aiLogCount(providerId, kind, scope) : undefined;
        const removedHere = await this.#removeScope([...prefix, scope], { beforeMs, count, isLast });
        if (scope === ALL) removed += removedHere;
      }
    }
    return removed;
  }

  async #removeScope(
    prefix: Key,
    { beforeMs, count, isLast }: { beforeMs: Ms; count: Key | undefined; isLast: boolean },
  ): Promise<number> {
    const { store } = this.context;
    const end = beforeMs === Infinity ? undefined : [...prefix, ulidFloor(beforeMs)];
    let removed = 0;
    for (;;) {
      const counter = isLast && count !== undefined ? await store.get(count) : undefined;
      const old = await store.list({ prefix, end, limit: REMOVED_AT_ONCE });
      if (old.length === 0) {
        if (counter !== undefined) await this.#deleteUnchanged([counter]);
        return removed;
      }
      const mutations = old.map(({ key }): Mutation => ({ type: "delete", key }));
      if (count !== undefined) mutations.push({ type: "sum", key: count, value: -old.length });
      await store.commit({ mutations }, MAIN_LANE);
      removed += old.length;
    }
  }

  /** The scopes with entries, with one read per scope whatever its size. */
  async #scopes(prefix: Key): Promise<string[]> {
    const scopes: string[] = [];
    for (;;) {
      const last = scopes.at(-1);
      const start = last === undefined ? undefined : [...prefix, `${last}\u0000`];
      const [next] = await this.context.store.list({ prefix, start, limit: 1 });
      if (next === undefined) return scopes;
      scopes.push(String(next.key[prefix.length]));
    }
  }

  async #removeKeys(prefix: Key): Promise<void> {
    await this.#delete(await this.context.store.list({ prefix }));
  }

  async #delete(entries: Entry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += REMOVED_AT_ONCE) {
      const mutations = entries.slice(at, at + REMOVED_AT_ONCE)
        .map(({ key }): Mutation => ({ type: "delete", key }));
      await this.context.store.commit({ mutations }, MAIN_LANE);
    }
  }

  /** What changes meanwhile stays, with the others of its commit, for the next run. */
  async #deleteUnchanged(entries: Entry[]): Promise<void> {
    for (let at = 0; at < entries.length; at += LIMITS.guardChecks) {
      const some = entries.slice(at, at + LIMITS.guardChecks);
      const mutations = some.map(({ key }): Mutation => ({ type: "delete", key }));
      const checks = some.map((entry) => unchanged(entry.key, entry));
      await this.context.store.commit({ checks, mutations }, MAIN_LANE);
    }
  }

  async #page(providerId: number, query: LogQuery, { limit, offset }: PageRequest): Promise<Stored[]> {
    if (offset + limit > MOST_SCANNED_ENTRIES) throw tooMany("offset");
    const rows: Stored[] = [];
    let passed = 0;
    for await (const stored of this.#entries(providerId, query.kinds[0]!, query)) {
      if (passed++ < offset) continue;
      rows.push(stored);
      if (rows.length === limit) break;
    }
    return rows;
  }

  async #searched(
    providerId: number,
    query: LogQuery,
    { limit, offset }: PageRequest,
  ): Promise<Page<LogEntry>> {
    const lists = query.kinds.map((kind) => this.#entries(providerId, kind, query));
    const rows: LogEntry[] = [];
    let total = 0;
    let scanned = 0;
    for await (const { entry } of merged(lists, query.descending)) {
      if (++scanned > MOST_SCANNED_ENTRIES) throw tooMany("from");
      if (query.fits?.(entry) === false) continue;
      if (total >= offset && rows.length < limit) rows.push(entry);
      total++;
    }
    return { rows, total };
  }

  async *#entries(providerId: number, kind: LogKind, query: LogQuery): AsyncGenerator<Stored> {
    const { descending, fromMs, toMs, sessionId, owner } = query;
    const scope = sessionId === undefined ? owner ?? ALL : sessionScope(sessionId);
    const prefix = keys.aiLog(providerId, kind, scope, "").slice(0, 4);
    let start: Key | undefined = fromMs === undefined ? undefined : [...prefix, ulidFloor(fromMs)];
    let end: Key | undefined = toMs === undefined ? undefined : [...prefix, ulidFloor(toMs + 1)];
    for (;;) {
      const page: Entry[] = await this.context.store.list({
        prefix,
        start,
        end,
        limit: READ_AT_ONCE,
        reverse: descending,
      });
      for (const { key, value } of page) yield { id: String(key[4]), entry: kinds.aiLog.read(value) };
      const last = page.at(READ_AT_ONCE - 1);
      if (last === undefined) return;
      if (descending) end = last.key;
      else start = [...last.key.slice(0, -1), `${last.key.at(-1)}\u0000`];
    }
  }
}

function isCounted(scope: string): boolean {
  return !scope.startsWith(sessionScope(""));
}

/** Merges sorted lists. */
async function* merged(lists: AsyncGenerator<Stored>[], descending: boolean): AsyncGenerator<Stored> {
  const heads = await Promise.all(lists.map((list) => list.next()));
  for (;;) {
    let best = -1;
    for (const [at, head] of heads.entries()) {
      if (head.done) continue;
      const other = best < 0 ? undefined : heads[best]!.value;
      if (other === undefined || (head.value.id < other.id) !== descending) best = at;
    }
    if (best < 0) return;
    yield heads[best]!.value;
    heads[best] = await lists[best]!.next();
  }
}

function tooMany(path: string): Error {
  const most = MOST_SCANNED_ENTRIES.toLocaleString("en");
  return invalid(
    path,
    `More than ${most} entries would have to be scanned; narrow the query with from and to, or with a session_id`,
  );
}
