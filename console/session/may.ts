import { type Role, ROLES } from "../../domain/access/types.ts";
import { PERMISSIONS } from "../generated/permissions.ts";

/** An API call in the server's permission table: `POST /api/rule-events/:id/close`. */
export type Call = keyof typeof PERMISSIONS;

/** Whether a role may make a call. The console hides what is not allowed; the server enforces it. */
export function roleMay(role: Role | undefined, call: Call): boolean {
  const needed = PERMISSIONS[call];
  return needed === "public" || (role !== undefined && hasRole(role, needed));
}

/** Each role includes the previous ones. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
