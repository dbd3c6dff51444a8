import type { ResourceType } from "../push/types.ts";

export type AuditedResource = ResourceType | "rule_event" | "session";

/** One change of one resource, written in the transaction that made the change. */
export interface AuditRecord {
  v: 1;
  /** A ULID: its order is the order of time. */
  id: string;
  at: string;
  /** The user name, or `Andon` for what the product did by itself. */
  who: string;
  /** `created`, `updated`, `deleted`, `deployed`, `undeployed`, `closed`, `acknowledged` … */
  action: string;
  resource_type: AuditedResource;
  resource_id: string;
  before: unknown;
  after: unknown;
}
