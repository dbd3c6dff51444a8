import type { ResourceType } from "../domain/push/types.ts";
import { type Issue, Refusal, validationRefusal } from "../domain/shared/refusal.ts";

/** A resource that uses another one. */
export interface User {
  type: ResourceType;
  id: number | string;
  name: string;
}

/** The most entries in `details.used_by`. */
const NAMED_USERS = 100;

/** What is said of a thing that is named and does not exist; `what`: its noun, `contact point`. */
export function missing(what: string, id: number | string): string {
  return `${capital(what)} ${typeof id === "number" ? id : `"${id}"`} does not exist`;
}

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

/** The issue of a name that another one has; `within`: the resource that its name is unique in, else it is in all. */
export function nameTaken(
  what: string,
  { path = "name", name, within }: { path?: string; name: string; within?: string },
): Issue {
  const article = /^[aeio]/i.test(what) ? "An" : "A";
  const where = within === undefined ? "" : ` in the ${within}`;
  return { path, message: `${article} ${what} named "${name}" exists already${where}; choose another name` };
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

/** A refusal with one issue. */
export function invalid(path: string, message: string): Refusal {
  return validationRefusal([{ path, message }]);
}

function capital(what: string): string {
  return what.charAt(0).toUpperCase() + what.slice(1);
}
