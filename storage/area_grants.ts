import type { AreaGrant } from "../domain/access/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { invalid, type NounContext, unchanged, type User } from "./write.ts";

/** A part of what is granted: roles in areas, or in the whole plant. */
type Given = readonly { area_ids: readonly number[] | null }[];

/**
 * The check and the mark of a commit that writes grants: it fails once an area changes, and a removal of an area that
 * runs at the same time fails at the mark. VALIDATION_FAILED for an area that does not exist.
 */
export async function granting(
  { store }: NounContext,
  { grants, mirrors }: { grants: Given; mirrors: Mirrors },
): Promise<{ checks: Check[]; mutations: Mutation[] }> {
  if (grants.every(({ area_ids }) => area_ids === null)) return { checks: [], mutations: [] };
  const key = keys.areas();
  const entry = await store.get(key);
  await store.settled();
  const [first] = unknownAreas(grants, (id) => mirrors.areas.get(id));
  if (first !== undefined) throw invalid(first.path, first.message);
  return {
    checks: [unchanged(key, entry)],
    mutations: [{ type: "sum", key: keys.areaGrants(), value: 0 }],
  };
}

/** The areas in grants that do not exist. */
export function unknownAreas(grants: Given, find: (id: number) => unknown) {
  return grants.flatMap(({ area_ids }, i) =>
    (area_ids ?? []).flatMap((id, j) =>
      find(id) === undefined
        ? [{ path: `grants.${i}.area_ids.${j}`, message: `Area ${id} does not exist` }]
        : []
    )
  );
}

/** The check of the mark that `granting` writes; those in memory are complete. */
export async function grantsMark({ store }: NounContext): Promise<Check> {
  const key = keys.areaGrants();
  const entry = await store.get(key);
  await store.settled();
  return unchanged(key, entry);
}

/**
 * What names an area in a grant. Not the users of identity providers: their grants are a copy of the mapping, renewed
 * at each sign-in and check.
 */
export function areaUsers(areaId: number, { users, apiKeys, identityProviders }: Mirrors): User[] {
  const names = (grants: Given | undefined) =>
    grants?.some(({ area_ids }) => area_ids?.includes(areaId) === true) === true;
  return [
    ...users.list().filter(({ grants, identity }) => identity === undefined && names(grants))
      .map(({ id, username }): User => ({ type: "user", id, name: username })),
    ...apiKeys.list().filter(({ grants }) => names(grants))
      .map(({ id, name }): User => ({ type: "key", id, name })),
    ...identityProviders.list().filter(({ grants }) => names(grants))
      .map(({ id, name }): User => ({ type: "identity_provider", id, name })),
  ];
}

/** Whether two lists of grants are the same, item by item. */
export function sameGrants(a: readonly AreaGrant[] = [], b: readonly AreaGrant[] = []): boolean {
  return a.length === b.length &&
    a.every(({ role, area_ids }, i) =>
      role === b[i].role && area_ids.length === b[i].area_ids.length &&
      area_ids.every((id, j) => id === b[i].area_ids[j])
    );
}
