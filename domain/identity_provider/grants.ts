import { both, simplified } from "../access/grants.ts";
import { type AreaGrant, type Granted, ROLES } from "../access/types.ts";
import type { Claims, IdentityProviderRecord } from "./types.ts";

type Mapping = Pick<IdentityProviderRecord, "groups_claim" | "grants">;

/** The highest roles that the groups have, in the whole plant and in areas; undefined: none of them is mapped. */
export function grantsOfGroups(
  groups: readonly string[],
  mapping: Pick<Mapping, "grants">,
): Granted | undefined {
  const named = new Set(groups);
  return grantsOfMember((group) => named.has(group), mapping);
}

/** The same for somebody of whom only the membership of a group can be asked. */
export function grantsOfMember(
  isMember: (group: string) => boolean,
  { grants }: Pick<Mapping, "grants">,
): Granted | undefined {
  const own = grants.filter(({ group }) => isMember(group));
  if (own.length === 0) return undefined;
  const role = ROLES.findLast((role) => own.some((one) => one.area_ids === null && one.role === role)) ??
    ROLES[0];
  const inAreas = own.flatMap(({ role, area_ids }): AreaGrant[] =>
    area_ids === null ? [] : [{ role, area_ids }]
  );
  return { role, grants: simplified({ role, grants: inAreas }) };
}

/**
 * The grants of an access token. Where both its groups and its scopes are mapped, the lower role counts: a scope limits
 * what a person lets a program do.
 */
export function grantsOfToken(claims: Claims, mapping: Mapping): Granted | undefined {
  const byGroups = grantsOfGroups(groupsOf(claims, mapping), mapping);
  const byScopes = grantsOfGroups(scopesOf(claims), mapping);
  return byGroups === undefined || byScopes === undefined ? byGroups ?? byScopes : both(byGroups, byScopes);
}

/** The groups of a claim that holds a list of texts or one text; none if it is absent. */
export function groupsOf(claims: Claims, { groups_claim }: Pick<Mapping, "groups_claim">): string[] {
  return textsOf(claimOf(claims, groups_claim));
}

/** Which question about groups a provider's answer belongs to. Groups learnt by another one say nothing. */
export function groupsQuestion(
  { ldap, groups_claim }: Pick<IdentityProviderRecord, "ldap" | "groups_claim">,
) {
  return ldap === null ? `claim ${groups_claim}` : `under ${ldap.group_base ?? ldap.user_base}`;
}

/** `scope` of RFC 9068, `scp` of Entra ID. */
function scopesOf({ scope, scp }: Claims): string[] {
  return [...textsOf(scope), ...textsOf(scp)].flatMap((text) => text.split(" "));
}

/** A claim by its name; a name with dots that no claim has is a path, `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}

/**
 * Whether the provider left the groups out because there are too many (Entra ID, over 200): the token then only names
 * where to ask for them.
 */
export function hasTooManyGroups(claims: Claims, { groups_claim }: Pick<Mapping, "groups_claim">): boolean {
  if (claimOf(claims, groups_claim) !== undefined) return false;
  const names = claims._claim_names;
  const isElsewhere = typeof names === "object" && names !== null && Object.hasOwn(names, groups_claim);
  return isElsewhere || claims.hasgroups === true;
}

/** The name of a user at Andon: the claimed name, in the letters of user names, and the provider's. */
export function shownName(claimed: string, provider: string): string {
  const plain = claimed.normalize("NFC").replace(/[^\p{L}\p{N}._@-]/gu, "-");
  const most = 90 - [...provider].length;
  return `${[...plain].slice(0, most).join("")}@${provider}`;
}
