import type { Recipient } from "../domain/notification/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { policiesCalling } from "./policy_uses.ts";
import type { User } from "./in_use.ts";
import { type NounContext, unchangedMark } from "./write.ts";

/** What names a recipient: one line for each kind of record that does. */
const USES: readonly ((recipient: Recipient, mirrors: Mirrors) => User[])[] = [policiesCalling];

/** What names a recipient, so that it cannot be removed. */
export function recipientUses(recipient: Recipient, mirrors: Mirrors): User[] {
  return USES.flatMap((uses) => uses(recipient, mirrors));
}

/**
 * The checks of a commit that removes a recipient: they fail once something names another one, so the uses in memory
 * are complete. The mutation makes commits that name recipients at the same time read again.
 */
export async function removing(context: NounContext): Promise<{ checks: Check[]; mutations: Mutation[] }> {
  const key = keys.recipientUses();
  return { checks: [await unchangedMark(context, key)], mutations: [{ type: "sum", key, value: 0 }] };
}

/** What names a contact point as a recipient, with the checks of `removing`. */
export async function pointUses(
  context: NounContext,
  { id, mirrors }: { id: number; mirrors: Mirrors },
): Promise<{ users: User[]; checks: Check[]; mutations: Mutation[] }> {
  const marks = await removing(context);
  return { users: recipientUses({ kind: "contact_point", id }, mirrors), ...marks };
}
