import { highestRole, isAtLeast, roleIn } from "../../domain/access/grants.ts";
import type { Granted, Role } from "../../domain/access/types.ts";
import { PERMISSIONS, PLACES } from "../generated/permissions.ts";

/** An API call in the server's permission table: `POST /api/rule-events/:id/close`. */
export type Call = keyof typeof PERMISSIONS;

const PLACE_OF: Readonly<Partial<Record<Call, string>>> = PLACES;

/**
 * Whether somebody may make a call, at least about things in some area. The console hides what is not allowed; the
 * server enforces it.
 */
export function may(user: Granted | null, call: Call): boolean {
  const needed = PERMISSIONS[call];
  if (needed === "public") return true;
  if (user === null) return false;
  const isEverywhere = (PLACE_OF[call] ?? "plant") === "plant";
  return isAtLeast(isEverywhere ? user.role : highestRole(user), needed);
}

/** Whether somebody may make a call about a thing in these areas; none: in no area. */
export function mayIn(user: Granted, { call, areaIds }: { call: Call; areaIds: readonly number[] }): boolean {
  const needed = PERMISSIONS[call];
  return needed === "public" || isAtLeast(roleIn(user, areaIds), needed);
}

/** Each role includes the previous ones. */
export function hasRole(role: Role, needed: Role): boolean {
  return isAtLeast(role, needed);
}
