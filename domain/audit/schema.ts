import { z } from "zod";
import { RESOURCE_TYPES } from "../push/types.ts";
import { instant } from "../shared/schema.ts";

const snapshot = () => z.record(z.string(), z.unknown()).nullable();

/** One change of one resource, written in the same transaction as the change. */
export const auditEntry = z.strictObject({
  id: z.string().meta({ description: "A ULID; the order of ids is the order of time" }),
  at: instant(),
  who: z.string().meta({ description: "A user name, `key:<name>`, or `Andon` itself" }),
  action: z.string(),
  resource_type: z.enum([...RESOURCE_TYPES, "rule_event", "session"]),
  resource_id: z.string(),
  before: snapshot().meta({ description: "Null for a creation" }),
  after: snapshot().meta({ description: "Null for a deletion" }),
});

/** `action` is `created`, `updated`, `deleted`, `deployed`, `undeployed`, `closed`, `acknowledged` … */
export interface AuditRecord extends Omit<z.infer<typeof auditEntry>, "before" | "after"> {
  v: 1;
  before: unknown;
  after: unknown;
}

export type AuditedResource = AuditRecord["resource_type"];
