import { looksOf } from "../../domain/access/look.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { Check, Mutation } from "../../domain/shared/commit.ts";
import { invalid, nameTaken } from "../../domain/shared/refusal.ts";
import { keys } from "../keys.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NounContext, unchanged, unchangedMark } from "../write.ts";

/** For a commit that gives a user a name. */
export const NAMED: Mutation = { type: "sum", key: keys.userNames(), value: 0 };

interface Naming {
  mirrors: Pick<Mirrors, "usersByLook">;
  /** The user who gets the name. */
  ownId?: number;
}

/** Another user with this name, or with one that only looks the same. */
export function userLike(username: string, { mirrors, ownId }: Naming): UserRecord | undefined {
  const alike = [...looksOf(username)].flatMap((look) => mirrors.usersByLook.of(look))
    .filter(({ id }) => id !== ownId);
  return alike.find((user) => user.username === username) ?? alike[0];
}

/** Checks for the commit that gives a user the name, so that of two at the same time one is refused. */
export async function nameIsFree(
  context: NounContext,
  { username, ...naming }: Naming & { username: string },
): Promise<Check[]> {
  const mark = await unchangedMark(context, keys.userNames());
  const holder = userLike(username, naming);
  if (holder === undefined) return [mark, unchanged(keys.userByName(username), undefined)];
  throw invalid("username", takenText(username, holder));
}

/** What is wrong with a name that another user has. */
export function takenText(username: string, holder: UserRecord): string {
  return holder.username === username
    ? nameTaken("user", username)
    : `Looks like the name of the user "${holder.username}"; choose another name`;
}
