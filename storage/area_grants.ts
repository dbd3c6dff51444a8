import type { AreaGrant } from "../domain/access/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { validationRefusal } from "../domain/shared/refusal.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NounContext, unchangedMark } from "./write.ts";
import { missingIn, type User } from "./noun_refusals.ts";

/** A part of what is granted: roles in areas, or in the whole plant. */
type Given = readonly { area_ids: readonly number[] | null }[];

/** The checks and the mark of a commit. */
interface Naming {
  checks: Check[];
  mutations: Mutation[];
}

/**
 * The check and the mark of a commit that writes grants: it fails once an area changes, and a removal of an area that
 * runs at the same time fails at the mark. VALIDATION_FAILED for an area that does not exist.
 */
export function granting(
  context: NounContext,
  { grants, mirrors }: { grants: Given; mirrors: Mirrors },
): Promise<Naming> {
  if (grants.every(({ area_ids }) => area_ids === null)) return Promise.resolve(NOTHING);
  const lists = grants.map(({ area_ids }, i) => ({ path: `grants.${i}.area_ids`, ids: area_ids ?? [] }));
  return naming(context, { lists, mirrors });
}

/** The same for a record that names areas without a role. */
export function namingAreas(
  context: NounContext,
  { areas, mirrors }: { areas: readonly number[]; mirrors: Mirrors },
): Promise<Naming> {
  if (areas.length === 0) return Promise.resolve(NOTHING);
  return naming(context, { lists: [{ path: "areas", ids: areas }], mirrors });
}

const NOTHING: Naming = { checks: [], mutations: [] };

async function naming(
  context: NounContext,
  { lists, mirrors }: { lists: readonly { path: string; ids: readonly number[] }[]; mirrors: Mirrors },
): Promise<Naming> {
  const check = await unchangedMark(context, keys.areas());
  const exists = (id: number) => mirrors.areas.get(id) !== undefined;
  const [first] = lists.flatMap(({ path, ids }) => missingIn("area", ids, { path, exists }));
  if (first !== undefined) throw validationRefusal([first]);
  return { checks: [check], mutations: [{ type: "sum", key: keys.areaGrants(), value: 0 }] };
}

/**
 * What names an area: grants and wall screens. Not the users of identity providers: their grants are a copy of the mapping, renewed
 * at each sign-in and check.
 */
export function areaUsers(areaId: number, { users, apiKeys, identityProviders, screens }: Mirrors): User[] {
  const names = (grants: Given | undefined) =>
    grants?.some(({ area_ids }) => area_ids?.includes(areaId) === true) === true;
  return [
    ...users.list().filter(({ grants, identity }) => identity === undefined && names(grants))
      .map(({ id, username }): User => ({ type: "user", id, name: username })),
    ...apiKeys.list().filter(({ grants }) => names(grants))
      .map(({ id, name }): User => ({ type: "key", id, name })),
    ...identityProviders.list().filter(({ grants }) => names(grants))
      .map(({ id, name }): User => ({ type: "identity_provider", id, name })),
    ...screens.list().filter(({ areas }) => areas.includes(areaId))
      .map(({ id, name }): User => ({ type: "screen", id, name })),
  ];
}

/** Whether two lists of grants are the same, item by item. */
export function sameGrants(a: readonly AreaGrant[] = [], b: readonly AreaGrant[] = []): boolean {
  return a.length === b.length &&
    a.every(({ role, area_ids }, i) =>
      role === b[i]!.role && area_ids.length === b[i]!.area_ids.length &&
      area_ids.every((id, j) => id === b[i]!.area_ids[j])
    );
}
