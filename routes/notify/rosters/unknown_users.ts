import type { Issue } from "../../../domain/shared/refusal.ts";
import type { Storage } from "../../../storage/contract.ts";

/**
 * The users in a list of ids who do not exist. A deleted user who was named before may stay, so that what was read can
 * be written. The schema reports what is no list of ids.
 */
export function unknownUsers(
  { access }: Pick<Storage, "access">,
  { ids, path, known }: { ids: unknown; path: string; known: readonly number[] },
): Issue[] {
  if (!Array.isArray(ids)) return [];
  return ids.flatMap((id: unknown, at) => {
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return [];
    if (known.includes(id) || access.user(id) !== undefined) return [];
    return [{ path: `${path}.${at}`, message: `User ${id} does not exist` }];
  });
}
