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
  address?: string;
  desk?: string;
  desk_id?: number;
};

export interface AuditSource {
  nowMs: Ms;
  /** Numbers from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
}

/** An id greater than all previous ids of this isolate. */
export const newAuditId: (nowMs: Ms, random: () => number) => string = newUlid;

/** The complete entry of a draft. */
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
    ...(draft.address === undefined ? {} : { address: draft.address }),
    ...(draft.desk === undefined ? {} : { desk: draft.desk }),
    ...(draft.desk_id === undefined ? {} : { desk_id: draft.desk_id }),
  };
}

/** Writes the entry; belongs into the commit of the change. */
export function auditMutation(entry: AuditRecord): Mutation {
  return { type: "set", key: keys.audit(entry.id), value: entry };
}
