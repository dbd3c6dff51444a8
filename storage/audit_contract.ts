import type { AuditKind } from "../domain/audit/kind.ts";
import type { RefusalKind, RefusedRequest } from "../domain/audit/refusal_folding.ts";
import type { AuditProblemKind, AuditRecord } from "../domain/audit/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { HeadState } from "./audit_seals/block.ts";
import type { Page, PageRequest } from "./page.ts";
import type { After } from "./upkeep_contract.ts";

export type { HeadState } from "./audit_seals/block.ts";

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

/** The last block of the audit log, as it is now. */
export interface AuditHead {
  block: number;
  /** How many entries the block holds. */
  entries: number;
  /** Hexadecimal, like the other bytes. */
  hash: string;
  sealed_at: string;
  signature: string;
  public_key: string;
  /** A short name of the public key. */
  key_fingerprint: string;
  /** Entries that wait to be sealed. */
  unsealed: number;
  /** The head as one text, to be kept elsewhere. */
  head: string;
}

export interface AuditProblem {
  /** The block that does not fit; of an inserted entry the block beside which it stands. */
  block: number;
  /** Null for a problem of the block itself. */
  entry_id: string | null;
  problem: AuditProblemKind;
}

export interface AuditVerification {
  is_whole: boolean;
  /** The first block that does not fit; null if all fit. */
  first_block: number | null;
  /** By block; at most 100. */
  problems: AuditProblem[];
  blocks: number;
  /** Sealed entries, those that retention has removed included. */
  entries: number;
  /** Sealed entries that retention has removed. */
  expired: number;
  /** Entries that wait to be sealed. */
  unsealed: number;
  /** As text; null without blocks. */
  head: string | null;
}

/** The seals of the audit log. */
export interface AuditSeals {
  head(): Promise<AuditHead>;
  /** Reads the whole log; one run at a time, others wait for it. */
  verify(options: { keptHead?: HeadState; signal?: AbortSignal }): Promise<AuditVerification>;
  /** The log as JSON lines, block by block; throws the signal's reason when it aborts. */
  export(signal: AbortSignal): AsyncGenerator<string>;
  /** Seals what waits now. */
  sealAll(): Promise<void>;
  /** Seals every 4 s, until the storage closes. */
  startSealing(after?: After): void;
}
