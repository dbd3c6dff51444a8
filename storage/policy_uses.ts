import type { Recipient } from "../domain/notification/types.ts";
import type { PolicyRecord } from "../domain/notification_policy/schema.ts";
import type { Check } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NounContext, unchangedMark } from "./write.ts";
import type { User } from "./noun_refusals.ts";

/** The check of a commit that removes what policies may name; those in memory are complete. */
export function policiesUnchanged(context: NounContext): Promise<Check> {
  return unchangedMark(context, keys.notificationPolicies());
}

/** The policies that an event is matched by an area. */
export function policiesOfArea(id: number, mirrors: Mirrors): User[] {
  return policyUses(mirrors, ({ match }) => match.area_ids.includes(id));
}

export function policiesOfNode(flocId: string, mirrors: Mirrors): User[] {
  return policyUses(mirrors, ({ match }) => match.plant_node_ids.includes(flocId));
}

/** The policies that call a recipient. A user may leave all the same: the policy then names somebody who is missing. */
export function policiesCalling({ kind, id }: Recipient, mirrors: Mirrors): User[] {
  if (kind === "user") return [];
  return policyUses(
    mirrors,
    ({ steps }) => steps.some(({ to }) => to.some((one) => one.kind === kind && one.id === id)),
  );
}

function policyUses({ notificationPolicies }: Mirrors, names: (policy: PolicyRecord) => boolean): User[] {
  return notificationPolicies.list().filter(names)
    .map(({ id, name }): User => ({ type: "notification_policy", id, name }));
}
