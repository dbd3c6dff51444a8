import type { ApiKeyRecord, OwnerLoss, UserRecord } from "../../domain/access/schema.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { keys } from "../keys.ts";
import type { Mirrors } from "../mirrors.ts";
import { type NounContext, traces } from "../write.ts";
import type { CurrentGrants } from "./learnt_groups.ts";

/** The most keys that one change of their owner ends, so that they fit one commit. */
export const MOST_ENDED = 50;

/**
 * The user who owns a key. The owner of a key of an older version is the user of the name that created it, unless that
 * user is newer than the key.
 */
export function ownerOf(key: ApiKeyRecord, { users, usersByName }: Mirrors): UserRecord | undefined {
  const { owner_id } = key;
  if (owner_id !== undefined) return owner_id === null ? undefined : users.get(owner_id);
  const [named] = usersByName.of(key.created_by);
  return named !== undefined && named.created_at <= key.created_at ? named : undefined;
}

/** What the owner has lost at the identity provider since the key was made, which only administrators do. */
export function lossOf(owner: UserRecord, current: CurrentGrants): OwnerLoss | null {
  if (owner.identity === undefined) return null;
  if (owner.at_provider?.refused_at_ms !== undefined) return "refused";
  return current.of(owner).role === "admin" ? null : "not_admin";
}

export function keysOwnedBy(userId: number, mirrors: Mirrors): ApiKeyRecord[] {
  return mirrors.apiKeys.list().filter((key) => ownerOf(key, mirrors)?.id === userId);
}

/**
 * Marks a change of a key at its owner. A commit that ends all keys of the user checks the mark, so that no key is
 * created or renamed at the same time.
 */
export function ownerMark(key: ApiKeyRecord, mirrors: Mirrors): Mutation[] {
  const owner = ownerOf(key, mirrors);
  return owner === undefined ? [] : [{ type: "sum", key: keys.userKeys(owner.id), value: 0 }];
}

/** What ends the user's keys, each with its audit entry. The commit must check `userKeys`, read before. */
export function endKeys(
  user: UserRecord,
  { context, mirrors, by }: { context: NounContext; mirrors: Mirrors; by: Actor },
): ReturnType<typeof traces> {
  const owned = keysOwnedBy(user.id, mirrors);
  if (owned.length > MOST_ENDED) throw tooMany(user, owned);
  const ended = owned.map((key) => endKey(key, { context, by }));
  return {
    mutations: ended.flatMap(({ mutations }) => mutations),
    frames: ended.flatMap(({ frames }) => frames),
  };
}

/** The mutations that end a key, with their traces. */
function endKey(
  key: ApiKeyRecord,
  { context, by }: { context: NounContext; by: Actor },
): ReturnType<typeof traces> {
  const { id, name } = key;
  const { mutations, frames } = traces(context, {
    action: "deleted",
    type: "key",
    id,
    by,
    before: withoutHash(key),
  });
  mutations.push({ type: "delete", key: keys.apiKey(id) });
  mutations.push({ type: "delete", key: keys.apiKeyByName(name) });
  return { mutations, frames };
}

/** The fields that the audit log may contain. */
export function withoutHash({ key_hash: _, ...rest }: ApiKeyRecord): Omit<ApiKeyRecord, "key_hash"> {
  return rest;
}

function tooMany({ username }: UserRecord, owned: ApiKeyRecord[]): Refusal {
  return new Refusal(
    "RESOURCE_IN_USE",
    `User "${username}" owns ${owned.length} API keys and at most ${MOST_ENDED} end at once; delete some or keep them`,
    { used_by: owned.map(({ id, name }) => ({ type: "key", id, name })) },
  );
}
