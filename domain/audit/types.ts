import type { ResourceType } from "../push/types.ts";

export type AuditedResource = ResourceType | "rule_event" | "session" | "refusal";

/**
 * One change of one resource, written in the same transaction as the change; or refused requests, of the resource
 * type `refusal`. Entries are never changed.
 */
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
  /** The IP address of the client whose request it was; absent for what no request made. */
  address?: string;
}
