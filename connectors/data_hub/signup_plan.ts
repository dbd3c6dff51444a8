import type { Resource } from "./signups.ts";

/** What one signup holds: resources by their ids in lower case. */
export interface Holding {
  signupId: string;
  resources: ReadonlyMap<string, Resource>;
}

export interface SignupChange {
  signupId: string;
  add: string[];
  remove: string[];
}

export interface SignupPlan {
  /** For each signup that stays, what it takes in and lets go. */
  kept: SignupChange[];
  /** The resources of each signup to be made. */
  fresh: string[][];
  /** Signups that nothing wanted is left in. */
  spare: string[];
}

/**
 * Spreads the wanted resources over signups of `size` at most. What a signup holds stays there, so that nothing is
 * fed anew; the rest fills what room there is, then new signups. One signup is always left, however little is wanted.
 */
export function planSignups(
  holdings: readonly Holding[],
  { wanted, size }: { wanted: readonly string[]; size: number },
): SignupPlan {
  const open = new Map(wanted.map((id) => [id.toLowerCase(), id]));
  const kept = holdings.map(({ signupId, resources }) => {
    const stays: string[] = [], remove: string[] = [];
    for (const [lower, { id }] of resources) {
      if (stays.length < size && open.delete(lower)) stays.push(lower);
      else remove.push(id);
    }
    return { signupId, room: size - stays.length, held: stays.length, add: [] as string[], remove };
  });
  const rest = [...open.values()];
  const fullestFirst = [...kept].sort((a, b) => a.room - b.room);
  for (const one of fullestFirst) one.add = rest.splice(0, one.room);
  const fresh: string[][] = [];
  while (rest.length > 0) fresh.push(rest.splice(0, size));
  const used = kept.filter((one) => one.held + one.add.length > 0);
  const staying = used.length > 0 || fresh.length > 0 ? used : kept.slice(0, 1);
  if (staying.length === 0 && fresh.length === 0) fresh.push([]);
  return {
    kept: staying.map(({ signupId, add, remove }) => ({ signupId, add, remove })),
    fresh,
    spare: kept.filter((one) => !staying.includes(one)).map((one) => one.signupId),
  };
}
