import type { Resource } from "./signups.ts";

/** The contents of one signup: resources by id in lower case. */
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
  /** For each signup that stays, the resources to add and to remove. */
  remaining: SignupChange[];
  /** The resources of each signup to be created. */
  fresh: string[][];
  /** Signups to be deleted, without any required resource. */
  spare: string[];
}

/**
 * Distributes the required resources over signups of at most `size`. Resources stay in their signup, so that no feed is
 * restarted; the others fill free space, then new signups. At least one signup always remains.
 */
export function planSignups(
  holdings: readonly Holding[],
  { required, size }: { required: readonly string[]; size: number },
): SignupPlan {
  const open = new Map(required.map((id) => [id.toLowerCase(), id]));
  const remaining = holdings.map(({ signupId, resources }) => {
    const stays: string[] = [], remove: string[] = [];
    for (const [lower, { id }] of resources) {
      if (stays.length < size && open.delete(lower)) stays.push(lower);
      else remove.push(id);
    }
    return { signupId, room: size - stays.length, held: stays.length, add: [] as string[], remove };
  });
  const rest = [...open.values()];
  const fullestFirst = [...remaining].sort((a, b) => a.room - b.room);
  for (const one of fullestFirst) one.add = rest.splice(0, one.room);
  const fresh: string[][] = [];
  while (rest.length > 0) fresh.push(rest.splice(0, size));
  const used = remaining.filter((one) => one.held + one.add.length > 0);
  const staying = used.length > 0 || fresh.length > 0 ? used : remaining.slice(0, 1);
  if (staying.length === 0 && fresh.length === 0) fresh.push([]);
  return {
    remaining: staying.map(({ signupId, add, remove }) => ({ signupId, add, remove })),
    fresh,
    spare: remaining.filter((one) => !staying.includes(one)).map((one) => one.signupId),
  };
}
