import { type AuditLine, BulkFolding } from "../domain/audit/bulk.ts";
import { type AuditKind, auditKind } from "../domain/audit/kind.ts";
import { hasWords } from "../domain/audit/text_search.ts";
import type { AuditRecord } from "../domain/audit/types.ts";
import type { Key } from "../domain/shared/commit.ts";
import type { Page, PageRequest } from "./page.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { findPosition, type HierarchicalCounts, stepsSince } from "./hierarchical_counts.ts";
import type { KvStore } from "./store/store.ts";
import { counted } from "./template_reads.ts";
import { type NounContext } from "./write.ts";
import { AUDIT_LEVELS_MS } from "./writes/audit_index.ts";
import { ulidFloor } from "./writes/ulid.ts";
import type { Ms } from "../domain/shared/time.ts";
import { invalid } from "../domain/shared/refusal.ts";

/** Entries of one kind of resource, or of one resource, since an instant. */
export interface AuditFilter {
  resourceType?: string;
  resourceId?: string;
  who?: string;
  action?: string;
  kind?: AuditKind;
  /** Confirmed at the shared desk with this user id; `username` finds entries that have its name only. */
  desk?: { id: number; username: string | undefined };
  fromMs?: Ms;
  /** Entries before it. */
  toMs?: Ms;
  /** Entries that have all of the words. */
  text?: Parameters<typeof hasWords>[1];
}

/** The audit log. Each entry is committed with its change; the store counts the entries. */
export class AuditLog {
  /** `most`: how many entries `find` may scan. */
  constructor(private readonly context: NounContext, private readonly most = 100_000) {}

  /** Newest first. A page deep in the log is found by hierarchical counts of the entries' times. */
  list(page: PageRequest): Promise<Page<AuditRecord>> {
    return this.context.store.readLocked("audit", () => this.#list(page));
  }

  /** Filtered. VALIDATION_FAILED when more than 100,000 entries would have to be scanned. */
  async find(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>> {
    const found: AuditRecord[] = [];
    for await (const entry of this.#meant(filter)) found.push(entry);
    return pageOf(found, page);
  }

  /** The same, with what one person did in one go as one line. */
  async lines(filter: AuditFilter, page: PageRequest): Promise<Page<AuditLine>> {
    const folding = new BulkFolding();
    for await (const entry of this.#meant(filter)) folding.add(entry);
    return pageOf(folding.lines(), page);
  }

  async *#meant(filter: AuditFilter): AsyncGenerator<AuditRecord> {
    for await (const entry of this.#within(filter)) if (isMeant(entry, filter)) yield entry;
  }

  /** Calls back for each entry once it is committed, in the order of commits. Returns what ends that. */
  onWritten(listener: (entry: AuditRecord) => void): () => void {
    return this.context.store.onCommit((mutations) => {
      for (const mutation of mutations) {
        if (mutation.type === "set" && mutation.key[0] === "audit") {
          listener(kinds.audit.read(mutation.value));
        }
      }
    });
  }

  /** Newest first. */
  async *#within({ fromMs, toMs }: AuditFilter): AsyncGenerator<AuditRecord> {
    const { store } = this.context, prefix = keys.audit("").slice(0, 1);
    const start = fromMs === undefined ? undefined : keys.audit(ulidFloor(fromMs));
    let end: Key | undefined = toMs === undefined ? undefined : keys.audit(ulidFloor(toMs)), passed = 0;
    for (;;) {
      const entries = await store.list({ prefix, start, end, reverse: true, limit: AT_ONCE });
      passed += entries.length;
      if (passed > this.most) throw invalid("from", tooMany(this.most));
      for (const { value } of entries) yield kinds.audit.read(value);
      if (entries.length < AT_ONCE) return;
      end = entries[entries.length - 1]!.key;
    }
  }

  async #list({ limit, offset }: PageRequest): Promise<Page<AuditRecord>> {
    const { store } = this.context;
    const total = counted(await store.get(keys.count("audit")));
    if (offset >= total) return { rows: [], total };
    const { beforeMs, skip } = await this.#position(offset);
    const prefix = keys.audit("").slice(0, 1);
    const end = beforeMs === Infinity ? undefined : keys.audit(ulidFloor(beforeMs));
    const entries = await store.list({ prefix, end, reverse: true, limit: skip + limit });
    return { rows: entries.slice(skip).map(({ value }) => kinds.audit.read(value)), total };
  }

  /** Where a page begins; a page near the newest entry is found without counts. */
  async #position(offset: number): Promise<{ beforeMs: number; skip: number }> {
    if (offset <= NEAR) return { beforeMs: Infinity, skip: offset };
    const hierarchy = auditHierarchy(this.context.store);
    const steps = await stepsSince(hierarchy, -Infinity);
    return await findPosition(hierarchy, { steps, startsMs: [], offset });
  }
}

function pageOf<T>(all: readonly T[], { limit, offset }: PageRequest): Page<T> {
  return { rows: all.slice(offset, offset + limit), total: all.length };
}

/** Entries read at once. */
const AT_ONCE = 1_000;

function tooMany(most: number): string {
  return `More than ${most.toLocaleString("en")} entries would have to be scanned; give a later time`;
}

function isMeant(
  entry: AuditRecord,
  { resourceType, resourceId, who, action, kind, desk, text }: AuditFilter,
): boolean {
  return (resourceType ?? entry.resource_type) === entry.resource_type &&
    (resourceId ?? entry.resource_id) === entry.resource_id &&
    (who ?? entry.who) === entry.who &&
    (action ?? entry.action) === entry.action &&
    (kind === undefined || kind === auditKind(entry)) &&
    (desk === undefined || isAtDesk(entry, desk)) &&
    (text === undefined || hasWords(entry, text));
}

function isAtDesk(entry: AuditRecord, { id, username }: NonNullable<AuditFilter["desk"]>): boolean {
  if (entry.desk === undefined) return false;
  return entry.desk_id === undefined ? entry.desk === username : entry.desk_id === id;
}

/** Up to this offset, skipping entries is faster than counting them. */
const NEAR = 500;

function auditHierarchy(store: KvStore): HierarchicalCounts {
  return {
    widthsMs: AUDIT_LEVELS_MS,
    async read(level, { fromMs, toMs }) {
      const prefix = keys.auditCount(level, 0).slice(0, 2);
      const range = { start: [...prefix, fromMs], end: [...prefix, toMs] };
      const counters = await store.list<number>({ prefix, ...range, reverse: true });
      return counters.filter(({ value }) => value !== 0)
        .map(({ key, value }) => ({ startMs: Number(key[2]), count: value }));
    },
  };
}
