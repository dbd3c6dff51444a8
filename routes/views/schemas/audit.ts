import { auditEntry as entry } from "../../../domain/audit/schema.ts";
import { shown } from "../../document/shown.ts";

export const auditEntry = shown(
  "AuditEntry",
  entry,
  {
    id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
    at: "2026-01-31T08:15:02.123Z",
    who: "anna",
    action: "updated",
    resource_type: "package",
    resource_id: "1",
    before: { name: "Utilites" },
    after: { name: "Utilities" },
    address: "192.0.2.7",
  },
);
