import { z } from "zod";
import { RESOURCE_TYPES } from "../push/types.ts";
import { instant } from "../shared/schema.ts";

const snapshot = () => z.record(z.string(), z.unknown()).nullable();

/**
 * One change of one resource, written in the same transaction as the change; or refused requests, of the resource
 * type `refusal`. Entries are never changed.
 */
export const auditEntry = z.strictObject({
  id: z.string().describe("A ULID; the order of ids is the order of time"),
  at: instant(),
  who: z.string().describe(
    "A user name, `key:<name>`, `screen:<name>`, `Andon` itself, or `(unknown)` for a refused request of nobody",
  ),
  action: z.string().describe(
    "`created`, `updated`, `deployed`, …; of refused requests `sign_in_refused`, `key_refused`, " +
      "`access_refused`, or `more_refused` for those beyond 50 different ones a minute or 500 an hour",
  ),
  resource_type: z.enum([...RESOURCE_TYPES, "rule_event", "session", "refusal", "secrets", "store"]).describe(
    "`store`: the whole store, restored from a backup. `refusal`: refused requests. The first of an action, name and address in a minute is an " +
      "entry, its repetitions are another one at the end of the minute",
  ),
  resource_id: z.string().describe("Of refused requests: the name that was tried, of at most 100 characters"),
  before: snapshot().describe("Null for a creation"),
  after: snapshot().describe(
    "Null for a deletion. Of refused requests: `reason`, `route`, `user_agent` (at most 200 " +
      "characters), `count`, and of repeated ones `from` and `until`",
  ),
  address: z.string().nullable().describe(
    "The IP address of the client whose request it was; null for what no request made",
  ),
  desk: z.string().nullable().describe(
    "The user name of the shared desk at which `who` confirmed the action; null: done elsewhere",
  ),
  desk_id: z.int().nullable().describe(
    "The user id of the shared desk; null: done elsewhere, or by a version that stored the name only",
  ),
});

/** `address` is absent for what no request made, `desk` for what was not done at a shared desk. */
export interface AuditRecord
  extends Omit<z.infer<typeof auditEntry>, "before" | "after" | "address" | "desk" | "desk_id"> {
  v: 1;
  before: unknown;
  after: unknown;
  address?: string;
  desk?: string;
  /** Absent in entries of versions that stored the name only. */
  desk_id?: number;
}

export type AuditedResource = AuditRecord["resource_type"];

/** What does not fit in a sealed audit log. */
export const AUDIT_PROBLEMS = [
  "changed",
  "removed",
  "inserted",
  "chain",
  "signature",
  "missing_block",
  "kept_head",
  "undecodable",
  "head",
  "key",
] as const;

export type AuditProblemKind = (typeof AUDIT_PROBLEMS)[number];
