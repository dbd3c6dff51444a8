export type { AuditedResource, AuditProblemKind, AuditRecord } from "./schema.ts";
