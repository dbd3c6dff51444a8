import type { Actor } from "../../domain/access/types.ts";
import { OWN_NAME } from "../../domain/event/own_event.ts";

/** Who the audit log names for what the plant watch stores. */
export const BY: Actor = { name: OWN_NAME, role: "admin" };
