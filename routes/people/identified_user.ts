import type { UserRecord } from "../../domain/access/schema.ts";
import type { Granted } from "../../domain/access/types.ts";
import {
  claimOf,
  grantsOfGroups,
  groupsOf,
  groupsQuestion,
  hasTooManyGroups,
  shownName,
} from "../../domain/identity_provider/grants.ts";
import type {
  Claims,
  IdentityProviderRecord,
  IdentityProviderSettings,
} from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { characterProblem, hasAtMost, TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { IdentifiedUser } from "../../storage/access/learnt_groups.ts";
import type { TokenPerson } from "../../storage/access/token_people.ts";

const MOST_SUBJECT = 255;
/** Their hashes are kept with the user, whose record may have 64 KiB. */
export const MOST_GROUPS = 2_000;

/**
 * The user that the claims of a provider name, with the roles that the groups have. FORBIDDEN, saying what an administrator
 * can do, when a claim is missing or no group has a role.
 */
function identified(
  claims: Claims & { sub: string },
  provider: IdentityProviderRecord | IdentityProviderSettings,
): IdentifiedUser {
  const { name, issuer, id, username_claim } = provider;
  if (!isSubject(claims.sub)) {
    throw new Refusal(
      "FORBIDDEN",
      `The identity provider "${name}" sent a subject (sub) that cannot be stored`,
    );
  }
  const claimed = claimOf(claims, username_claim);
  if (typeof claimed !== "string" || claimed.trim() === "") {
    throw new Refusal(
      "FORBIDDEN",
      `The identity provider "${name}" sent no claim ${username_claim}; an administrator must add it there, or name ` +
        "another username_claim",
    );
  }
  return {
    providerId: id,
    issuer,
    subject: claims.sub,
    username: shownName(claimed.trim(), name),
    ...grantedTo(claims, provider),
    learnt: { question: groupsQuestion(provider), groups: groupsOf(claims, provider) },
    displayName: displayNameOf(claims),
    objectId: objectIdOf(claims.oid),
  };
}

/** Whom the access token with these claims is of. */
export function personOfToken(
  { sub, oid, iat }: Claims,
  { issuer }: Pick<IdentityProviderRecord, "issuer">,
): TokenPerson {
  const issuedAtMs = typeof iat === "number" ? iat * 1_000 : 0;
  return { issuer, subject: isSubject(sub) ? sub : undefined, objectId: objectIdOf(oid), issuedAtMs };
}

function isSubject(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MOST_SUBJECT;
}

/** The `oid` claim of Entra ID. */
function objectIdOf(oid: unknown): string | undefined {
  return isSubject(oid) ? oid : undefined;
}

/** Signs the person in whom the provider has identified. FORBIDDEN for who may not, which is remembered. */
export async function signInIdentified(
  { storage: { access }, now }: Pick<AppDeps, "storage" | "now">,
  { claims, provider, address }: {
    claims: Claims & { sub: string };
    provider: IdentityProviderRecord | IdentityProviderSettings;
    address?: string;
  },
): Promise<UserRecord> {
  let person: IdentifiedUser;
  try {
    person = identified(claims, provider);
  } catch (error) {
    const { issuer } = provider, { sub: subject } = claims;
    if (isSubject(subject)) {
      await access.refuseExternal({ issuer, subject }, { tokensUntilMs: now(), isRefused: true });
    }
    throw error;
  }
  return await access.signInExternal(person, { address });
}

/** `name@provider` for the audit log, whether or not the person may sign in; undefined without the claim. */
export function providedName(
  claims: Claims,
  { name, username_claim }: Pick<IdentityProviderRecord, "name" | "username_claim">,
): string | undefined {
  const claimed = claimOf(claims, username_claim);
  return typeof claimed === "string" ? shownName(claimed.trim(), name) : undefined;
}

function grantedTo(
  claims: Claims,
  provider: Pick<IdentityProviderRecord, "name" | "groups_claim" | "grants">,
): Granted {
  const { name, groups_claim } = provider;
  if (hasTooManyGroups(claims, provider)) {
    throw new Refusal(
      "FORBIDDEN",
      `You are in more groups than "${name}" lists in a token; an administrator must use app roles (groups_claim: roles)`,
    );
  }
  if (claimOf(claims, groups_claim) === undefined) {
    throw new Refusal(
      "FORBIDDEN",
      `The identity provider "${name}" sent no claim ${groups_claim}; an administrator must add your groups there, or ` +
        "name another groups_claim",
    );
  }
  const groups = groupsOf(claims, provider);
  if (groups.length > MOST_GROUPS) {
    throw new Refusal(
      "FORBIDDEN",
      `"${name}" lists more than 2,000 groups of yours; an administrator must list only those of Andon there`,
    );
  }
  const granted = grantsOfGroups(groups, provider);
  if (granted !== undefined) return granted;
  throw new Refusal(
    "FORBIDDEN",
    `None of your groups at "${name}" has a role in Andon; ask an administrator`,
  );
}

/** The `name` claim, where it can be a display name. */
function displayNameOf({ name }: Claims): string | undefined {
  const text = typeof name === "string" ? name.trim() : "";
  const isUsable = text !== "" && hasAtMost(text, TEXT_LIMITS.name) &&
    characterProblem(text, { lines: false }) === undefined;
  return isUsable ? text : undefined;
}
