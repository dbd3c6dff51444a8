import type { ResourceType } from "../domain/push/types.ts";
import { capital, invalid, type Issue, missing, Refusal } from "../domain/shared/refusal.ts";

/** A resource that uses another one. */
export interface User {
  type: ResourceType;
  id: number | string;
  name: string;
}

/** The most entries in `details.used_by`. */
const NAMED_USERS = 100;

/** The issues of ids in a list that do not exist. */
export function missingIn<Id extends number | string>(
  what: string,
  ids: readonly Id[],
  { path, exists }: { path: string; exists: (id: Id) => boolean },
): Issue[] {
  return ids.flatMap((id, at) => exists(id) ? [] : [{ path: `${path}.${at}`, message: missing(what, id) }]);
}

/** The refusal for a missing resource. */
export function notFound(what: string, id: number | string): Refusal {
  return new Refusal("NOT_FOUND", missing(what, id));
}

/** The refusal of one more than there may be. */
export function limitReached(what: string, most: number): Refusal {
  const plural = what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`;
  return invalid("", `${most} ${plural} exist already, the most that are possible; delete one first`);
}

/** The refusal to remove what is in use; `what`: `team "North"`. */
export function inUse(what: string, usedBy: readonly User[]): Refusal {
  const [first] = usedBy;
  const by = first === undefined ? "something else" : `${first.type} "${first.name}"`;
  const more = usedBy.length > 1 ? ` and ${usedBy.length - 1} more` : "";
  const text = `${capital(what)} is in use by ${by}${more}; remove that first`;
  return new Refusal("RESOURCE_IN_USE", text, { used_by: usedBy.slice(0, NAMED_USERS) });
}
