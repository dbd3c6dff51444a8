import { createHash } from "node:crypto";
import type { LearntGroups, UserRecord } from "../../domain/access/schema.ts";
import { grantsOfMember, groupsQuestion } from "../../domain/identity_provider/grants.ts";
import type { IdentityProviderRecord } from "../../domain/identity_provider/schema.ts";
import type { Mirrors } from "../mirrors.ts";
import type { AreaGrant, Role } from "../../domain/access/types.ts";

/** Whom an identity provider has identified. */
export interface IdentifiedUser {
  providerId: number;
  issuer: string;
  subject: string;
  /** `name@provider`: the name of a new user, with a number if another user has it. */
  username: string;
  /** By the groups at the provider, as `grants`. */
  role: Role;
  grants: readonly AreaGrant[];
  /** The groups that the role and the grants come from, and the `groupsQuestion` that they answer. */
  learnt?: { question: string; groups: readonly string[] };
  /** What people see in place of the user name, if the user has chosen nothing. */
  displayName?: string;
  /** The `oid` claim. */
  objectId?: string;
}

const HASH_BYTES = 16;

/** `unknown`: the mapping names another claim than the groups were learnt from. `none`: no group has a role. */
type Standing = "known" | "unknown" | "none";

interface Current {
  user: UserRecord;
  standing: Standing;
  provider: IdentityProviderRecord;
}

/**
 * Users of identity providers with the roles that the present mapping gives to their groups. So a changed mapping acts
 * with the next request, in every process that has learnt of it.
 */
export class CurrentGrants {
  readonly #known = new WeakMap<UserRecord, Current>();

  constructor(private readonly mirrors: Pick<Mirrors, "identityProviders">) {}

  /** Without a known role the user is a viewer. */
  of(stored: UserRecord): UserRecord {
    return this.#of(stored)?.user ?? stored;
  }

  standing(stored: UserRecord): Standing {
    return this.#of(stored)?.standing ?? "known";
  }

  /** Undefined: the stored roles count. */
  #of(stored: UserRecord): Current | undefined {
    const { identity, learnt_groups } = stored;
    if (identity === undefined || learnt_groups === undefined) return undefined;
    const provider = this.mirrors.identityProviders.get(identity.provider_id);
    if (provider === undefined) return undefined;
    const known = this.#known.get(stored);
    if (known?.provider === provider) return known;
    const current = { ...granted(stored, { learnt_groups, provider }), provider };
    this.#known.set(stored, current);
    return current;
  }
}

function granted(
  stored: UserRecord,
  { learnt_groups, provider }: { learnt_groups: LearntGroups; provider: IdentityProviderRecord },
): Pick<Current, "user" | "standing"> {
  const viewer: UserRecord = { ...stored, role: "viewer", grants: [] };
  if (learnt_groups.question !== groupsQuestion(provider)) return { user: viewer, standing: "unknown" };
  const hashes = new Set(learnt_groups.hashes);
  const found = grantsOfMember((group) => hashes.has(hashOf(group)), provider);
  if (found === undefined) return { user: viewer, standing: "none" };
  return { user: { ...stored, role: found.role, grants: [...found.grants] }, standing: "known" };
}

export function hashedGroups({ question, groups }: NonNullable<IdentifiedUser["learnt"]>): LearntGroups {
  return { question, hashes: [...new Set(groups.map(hashOf))].sort() };
}

export function sameLearntGroups(a: LearntGroups | undefined, b: LearntGroups | undefined): boolean {
  return a?.question === b?.question && a?.hashes.join() === b?.hashes.join();
}

function hashOf(group: string): string {
  const bytes = createHash("sha256").update(group).digest().subarray(0, HASH_BYTES);
  return new Uint8Array(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}
