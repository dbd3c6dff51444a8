import { hasOwnReceiver } from "../domain/contact_point/kinds.ts";
import type { Recipient } from "../domain/notification/types.ts";
import type { PolicyRecord } from "../domain/notification_policy/schema.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import type { Mirrors } from "./mirrors.ts";

/** Something that a policy names, with the path in the policy. */
interface Reference {
  path: string;
  /** Such as `Team 3`. */
  name: string;
  exists(mirrors: Mirrors): boolean;
}

/** Which mirror says whether a recipient exists. */
const RECIPIENTS: Record<Recipient["kind"], (id: number, mirrors: Mirrors) => boolean> = {
  user: (id, { users }) => users.get(id) !== undefined,
  team: (id, { teams }) => teams.get(id) !== undefined,
  roster: (id, { rosters }) => rosters.get(id) !== undefined,
  contact_point: (id, { contactPoints }) => contactPoints.get(id) !== undefined,
};

const NOUNS = { user: "User", team: "Team", roster: "Roster", contact_point: "Contact point" } as const;

/** What a policy, or a part of it, names. */
function referencesOf({ match, steps = [] }: Partial<Pick<PolicyRecord, "match" | "steps">>): Reference[] {
  return [
    ...(match?.area_ids ?? []).map((id, at): Reference => ({
      path: `match.area_ids.${at}`,
      name: `Area ${id}`,
      exists: ({ areas }) => areas.get(id) !== undefined,
    })),
    ...(match?.plant_node_ids ?? []).map((id, at): Reference => ({
      path: `match.plant_node_ids.${at}`,
      name: `Plant node "${id}"`,
      exists: ({ plantNodes }) => plantNodes.get(id) !== undefined,
    })),
    ...(match?.template_ids ?? []).map((id, at): Reference => ({
      path: `match.template_ids.${at}`,
      name: `Template ${id}`,
      exists: ({ templates }) => templates.get(id) !== undefined,
    })),
    ...steps.flatMap(({ to }, step) =>
      to.map(({ kind, id }, at): Reference => ({
        path: `steps.${step}.to.${at}`,
        name: `${NOUNS[kind]} ${id}`,
        exists: (mirrors) => RECIPIENTS[kind](id, mirrors),
      }))
    ),
  ];
}

/** What a policy names and does not exist; without what `before` names too, so that what was read can be written. */
export function missingReferences(
  policy: Partial<Pick<PolicyRecord, "match" | "steps">>,
  { mirrors, before = {} }: { mirrors: Mirrors; before?: Partial<Pick<PolicyRecord, "match" | "steps">> },
): Issue[] {
  const known = new Set(referencesOf(before).map(({ name }) => name));
  return referencesOf(policy).filter(({ name, exists }) => !known.has(name) && !exists(mirrors))
    .map(({ path, name }) => ({ path, message: `${name} does not exist` }));
}

/** The contact points in steps that reach only persons, at their own addresses. */
export function personalPoints({ steps }: Pick<PolicyRecord, "steps">, { contactPoints }: Mirrors): Issue[] {
  return steps.flatMap(({ to }, step) =>
    to.flatMap(({ kind, id }, at) => {
      const point = kind === "contact_point" ? contactPoints.get(id) : undefined;
      if (point === undefined || hasOwnReceiver(point.config)) return [];
      const message = `Contact point "${point.name}" has no receiver of its own; name people instead`;
      return [{ path: `steps.${step}.to.${at}`, message }];
    })
  );
}
