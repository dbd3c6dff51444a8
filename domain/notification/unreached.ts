import type { Escalation } from "./engine_types.ts";
import type { Unreached } from "./types.ts";

/** The most that one message names, and how many characters of a receiver's words. */
const MOST_UNREACHED = 10, UNREACHED_WORDS = 200;

/** The same with further ones; of each way the last words. */
export function withUnreached(before: readonly Unreached[], more: readonly Unreached[]): Unreached[] {
  const byWay = new Map(before.map((one) => [wayOf(one), one]));
  for (const one of more) byWay.set(wayOf(one), { ...one, words: one.words.slice(0, UNREACHED_WORDS) });
  return [...byWay.values()].slice(0, MOST_UNREACHED);
}

/** Whom the escalations could not reach, each way once. */
export function unreachedOf(escalations: readonly Escalation[]): Unreached[] {
  return withUnreached([], escalations.flatMap(({ unreached = [] }) => unreached));
}

function wayOf({ user_id, contact_point_id }: Unreached): string {
  return `${user_id}/${contact_point_id}`;
}
