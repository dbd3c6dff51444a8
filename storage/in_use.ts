import type { ResourceType } from "../domain/push/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";

/** A resource that uses another one. */
export interface User {
  type: ResourceType;
  id: number | string;
  name: string;
}

/** The most entries in `details.used_by`. */
const NAMED_USERS = 100;

/** The refusal to remove what is in use. */
export function inUse(what: string, usedBy: User[]): Refusal {
  const first = usedBy[0];
  const by = first === undefined ? "something else" : `${first.type} "${first.name}"`;
  const more = usedBy.length > 1 ? ` and ${usedBy.length - 1} more` : "";
  const text = `${what} is in use by ${by}${more}; remove that first`;
  return new Refusal("RESOURCE_IN_USE", text, { used_by: usedBy.slice(0, NAMED_USERS) });
}
