import type { AuditRecord } from "./types.ts";

/** Changes by users and API keys, changes by Andon itself, and refused requests. */
export const AUDIT_KINDS = ["people", "engine", "refusals"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who the entries of Andon itself name. */
const ENGINE = "Andon";

/** A user can have the same name as the engine, but no request of the engine comes from an address. */
export function auditKind(
  { who, resource_type, address }: Pick<AuditRecord, "who" | "resource_type" | "address">,
): AuditKind {
  if (resource_type === "refusal") return "refusals";
  return who === ENGINE && address === undefined ? "engine" : "people";
}
