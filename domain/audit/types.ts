import type { ResourceType } from "../push/types.ts";

export type AuditedResource = ResourceType | "rule_event" | "session";

/** One change of one resource, written in the same transaction as the change. */
export interface AuditRecord {
  v: 1;
  /** A ULID: sorts by time. */
  id: string;
  at: string;
  /** The user name, or `Andon` for what Andon does without a user. */
  who: string;
  /** `created`, `updated`, `deleted`, `deployed`, `undeployed`, `closed`, `acknowledged` … */
  action: string;
  resource_type: AuditedResource;
  resource_id: string;
  before: unknown;
  after: unknown;
}
