export type { AuditedResource, AuditRecord } from "./schema.ts";
