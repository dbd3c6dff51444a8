import { type AreaGrant, type Granted, type Role, ROLES } from "./types.ts";

/** Each role has the permissions of the roles before it. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The highest role, in the whole plant or in an area. */
export function highestRole({ role, grants }: Granted): Role {
  return highest([role, ...grants.map((grant) => grant.role)]);
}

/** The role at a place that belongs to these areas. */
export function roleIn({ role, grants }: Granted, areaIds: readonly number[]): Role {
  const there = grants.filter(({ area_ids }) => area_ids.some((id) => areaIds.includes(id)));
  return highest([role, ...there.map((grant) => grant.role)]);
}

/** The grants that allow more than the role in the whole plant: one for each role, with each area once. */
export function simplified({ role, grants }: Granted): AreaGrant[] {
  const roleOf = new Map<number, Role>();
  for (const grant of grants) {
    for (const id of grant.area_ids) roleOf.set(id, highest([grant.role, roleOf.get(id) ?? role]));
  }
  return ROLES.filter((one) => one !== role).flatMap((one) => {
    const area_ids = [...roleOf].filter(([, own]) => own === one).map(([id]) => id).sort((a, b) => a - b);
    return area_ids.length === 0 ? [] : [{ role: one, area_ids }];
  });
}

/** What two sets of grants both allow: the lower role of each area, and of the whole plant. */
export function both(a: Granted, b: Granted): Granted {
  const role = lower(a.role, b.role);
  const ids = new Set([...a.grants, ...b.grants].flatMap(({ area_ids }) => area_ids));
  const grants = [...ids].map((id) => ({ role: lower(roleIn(a, [id]), roleIn(b, [id])), area_ids: [id] }));
  return { role, grants: simplified({ role, grants }) };
}

function highest(roles: readonly Role[]): Role {
  return ROLES.findLast((role) => roles.includes(role)) ?? ROLES[0];
}

function lower(a: Role, b: Role): Role {
  return isAtLeast(a, b) ? b : a;
}
