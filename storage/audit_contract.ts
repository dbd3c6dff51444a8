import type { AuditKind } from "../domain/audit/kind.ts";
import type { RefusalKind, RefusedRequest } from "../domain/audit/refusal_folding.ts";
import type { AuditRecord } from "../domain/audit/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Page, PageRequest } from "./page.ts";

/** Entries of one kind of resource, or of one resource, since an instant. */
export interface AuditFilter {
  resourceType?: string;
  resourceId?: string;
  who?: string;
  action?: string;
  kind?: AuditKind;
  fromMs?: Ms;
  /** Entries before it. */
  toMs?: Ms;
}

export interface AuditLog {
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** Filtered. VALIDATION_FAILED when more than 100,000 entries would have to be scanned. */
  find(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>;
  /** Calls back for each entry once it is committed, in the order of commits. Returns what ends that. */
  onWritten(listener: (entry: AuditRecord) => void): () => void;
}

/** Refused requests in the audit log. */
export interface Refusals {
  /** Counts a refusal; the first of its kind, name and address in a minute is written at once. Never throws. */
  record(refusal: RefusedRequest): void;
  /** Refusals since the start, by kind. */
  readonly counts: Readonly<Record<RefusalKind, number>>;
}
