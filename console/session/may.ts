import { type Role, ROLES } from "../../domain/access/types.ts";
import { PERMISSIONS } from "../generated/permissions.ts";

/** A line of the server's table of permissions: `POST /api/rule-events/:id/close`. */
export type Call = keyof typeof PERMISSIONS;

/** Whether a role may make a call. What it may not do is not offered; the server refuses it all the same. */
export function roleMay(role: Role | undefined, call: Call): boolean {
  const needed = PERMISSIONS[call];
  return needed === "public" || (role !== undefined && hasRole(role, needed));
}

/** Each role has all of the ones before it. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
