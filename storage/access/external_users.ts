import type { UserRecord } from "../../domain/access/schema.ts";
import type { RequestOrigin } from "../../domain/access/types.ts";
import type { Check } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { sameGrants } from "../area_grants.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import {
  type Decision,
  freshId,
  type NounContext,
  traces,
  unchanged,
  unchangedMark,
  write,
} from "../write.ts";
import { resourceChanged } from "../writes/frames.ts";
import { hashedGroups, type IdentifiedUser, sameLearntGroups } from "./learnt_groups.ts";
import { NAMED, userLike } from "./user_names.ts";
import { shown } from "./users.ts";

/** A person at an identity provider. */
export interface ProviderSubject {
  issuer: string;
  subject: string;
}

/** What an identity provider says against a person. */
export interface ProviderRefusal {
  /** Access tokens that it issued until then are not accepted. */
  tokensUntilMs: Ms;
  /** Whether it does not let the person in any more; false: the person signed out. */
  isRefused: boolean;
}

/** The numbers that are tried for a name that another user has. */
const MOST_NAMESAKES = 1_000;

/** Users of identity providers: known by issuer and subject, never by a name. */
export class ExternalUsers {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  signIn(identified: IdentifiedUser, from: RequestOrigin = {}): Promise<UserRecord> {
    const { context } = this;
    const key = keys.userBySubject(identified.issuer, identified.subject);
    const nextId = freshId(context, "user");
    return write(context, async () => {
      const known = await context.store.get<number>(key);
      const check = unchanged(key, known);
      if (known !== undefined) return await this.#again(known.value, { identified, check, from });
      return await this.#first(await nextId(), { identified, check, from });
    });
  }

  /** Writes down what the provider has said against the person: tokens of before are not accepted any more. */
  refuse(
    { issuer, subject }: ProviderSubject,
    { tokensUntilMs, isRefused }: ProviderRefusal,
  ): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const id = (await context.store.get<number>(keys.userBySubject(issuer, subject)))?.value;
      const key = keys.user(id ?? 0), entry = id === undefined ? undefined : await context.store.get(key);
      if (id === undefined || entry === undefined) return { result: undefined };
      const before = kinds.user.read(entry.value), at = before.at_provider;
      const at_provider = {
        ...at,
        tokens_refused_until_ms: Math.max(tokensUntilMs, at?.tokens_refused_until_ms ?? 0),
        ...isRefused && { refused_at_ms: context.now() },
      };
      const value: UserRecord = { ...before, at_provider };
      const frames = [resourceChanged("user", id, isoFromMs(context.now()))];
      const commit = {
        checks: [unchanged(key, entry)],
        mutations: [{ type: "set", key, value } as const],
        frames,
      };
      return { result: undefined, commit };
    });
  }

  async #first(id: number, { identified, check, from }: SignInOf): Promise<Decision<UserRecord>> {
    const { context } = this;
    const { providerId: provider_id, issuer, subject, role, grants } = identified;
    const { username, free } = await this.#freeName(identified.username);
    const created_at = isoFromMs(context.now());
    const identity = { provider_id, issuer, subject };
    const { displayName: display_name } = identified;
    const record: UserRecord = {
      v: 1,
      id,
      username,
      ...display_name !== undefined && { display_name },
      password_hash: "",
      role,
      grants: [...grants],
      is_active: true,
      created_at,
      identity,
      ...learntBy(identified),
      at_provider: { object_id: identified.objectId },
    };
    const by = { name: username, role, ...from };
    const change = { action: "created", type: "user", id, by, after: shown(record) } as const;
    const { mutations, frames } = traces(context, change);
    mutations.push(
      { type: "set", key: keys.user(id), value: record },
      { type: "set", key: keys.userByName(username), value: id },
      { type: "set", key: keys.userBySubject(issuer, subject), value: id },
      NAMED,
    );
    return { result: record, commit: { checks: [check, ...free], mutations, frames } };
  }

  async #again(id: number, { identified, check, from }: SignInOf): Promise<Decision<UserRecord>> {
    const { context } = this;
    const key = keys.user(id);
    const entry = await context.store.get(key);
    if (entry === undefined) throw new Error(`User ${id} of an identity provider has no record`);
    const before = kinds.user.read(entry.value);
    if (!before.is_active) {
      throw new Refusal("FORBIDDEN", `User "${before.username}" is disabled in Andon; ask an administrator`);
    }
    const { providerId: provider_id, issuer, subject, role, grants } = identified;
    const display_name = before.display_name ?? identified.displayName;
    const learnt = learntBy(identified);
    const { objectId: object_id } = identified;
    const at_provider = { ...before.at_provider, object_id, refused_at_ms: undefined };
    const isKnown = sameLearntGroups(before.learnt_groups, learnt.learnt_groups) &&
      before.at_provider?.object_id === object_id && before.at_provider?.refused_at_ms === undefined;
    const isSame = before.role === role && sameGrants(before.grants, grants) &&
      before.identity?.provider_id === provider_id && (before.display_name ?? undefined) === display_name;
    if (isSame && isKnown) {
      // The session is opened from memory, which must have the user of a sign-in at the same time too.
      await context.store.caughtUp();
      return { result: before };
    }
    const identity = { provider_id, issuer, subject };
    const after: UserRecord = {
      ...before,
      role,
      grants: [...grants],
      display_name,
      identity,
      ...learnt,
      at_provider,
    };
    const checks = [check, unchanged(key, entry)];
    if (isSame) return { result: after, commit: { checks, mutations: [{ type: "set", key, value: after }] } };
    const by = { name: before.username, role, ...from };
    const states = { before: shown(before), after: shown(after) };
    const change = { action: "updated", type: "user", id, by, ...states } as const;
    const { mutations, frames } = traces(context, change);
    mutations.push({ type: "set", key, value: after });
    return { result: after, commit: { checks, mutations, frames } };
  }

  /** The name, or the first of `anna-2@corp`, `anna-3@corp` … that nobody has, and that looks like nobody's. */
  async #freeName(preferred: string): Promise<{ username: string; free: Check[] }> {
    const at = preferred.lastIndexOf("@");
    const mark = await unchangedMark(this.context, keys.userNames());
    for (let number = 1; number <= MOST_NAMESAKES; number++) {
      const username = number === 1 ? preferred : `${preferred.slice(0, at)}-${number}${preferred.slice(at)}`;
      if (userLike(username, { mirrors: this.mirrors }) !== undefined) continue;
      return { username, free: [mark, unchanged(keys.userByName(username), undefined)] };
    }
    throw new Refusal("FORBIDDEN", `Too many users are named "${preferred}"; ask an administrator`);
  }
}

interface SignInOf {
  identified: IdentifiedUser;
  /** The user of the subject has not changed. */
  check: Check;
  from: RequestOrigin;
}

function learntBy({ learnt }: IdentifiedUser): Pick<UserRecord, "learnt_groups"> {
  return learnt === undefined ? {} : { learnt_groups: hashedGroups(learnt) };
}
