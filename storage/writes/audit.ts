import type { AuditRecord } from "../../domain/audit/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { newUlid } from "./ulid.ts";

export type AuditDraft = Pick<AuditRecord, "who" | "action" | "resource_type"> & {
  resource_id: number | string;
  /** Absent: null. */
  before?: unknown;
  after?: unknown;
};

export interface AuditSource {
  nowMs: Ms;
  /** Numbers from 0 up to, not including, 1. */
  random: () => number;
}

/** The id of an entry: above all that this isolate has made. */
export const newAuditId: (nowMs: Ms, random: () => number) => string = newUlid;

/** A complete entry. */
export function newAudit(draft: AuditDraft, { nowMs, random }: AuditSource): AuditRecord {
  return {
    v: 1,
    id: newAuditId(nowMs, random),
    at: isoFromMs(nowMs),
    who: draft.who,
    action: draft.action,
    resource_type: draft.resource_type,
    resource_id: String(draft.resource_id),
    before: draft.before ?? null,
    after: draft.after ?? null,
  };
}

/** Writes the entry in the transaction that makes the change. */
export function auditMutation(entry: AuditRecord): Mutation {
  return { type: "set", key: keys.audit(entry.id), value: entry };
}
