import { type Role, ROLES } from "../../../domain/access/types.ts";
import type { Issue } from "../../api/problem.ts";
import type { Schemas } from "../../api/client.ts";

/** The client's type of an answer leaves out fields that are always null. */
export interface IdentityProvider extends Omit<Schemas["IdentityProvider"], "grants"> {
  grants: { role: Role; group: string }[];
}

/** The values of the form; optional ones are empty texts. */
export interface IdentityProviderValues {
  kind: "oidc" | "ldap";
  /** Of a directory. */
  ldap: { user_base: string; user_filter: string; group_base: string; ca: string };
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string;
  username_claim: string;
  groups_claim: string;
  /** One grant a line: the role, then the group. */
  grants: string;
  audience: string;
  button_label: string;
  is_active: boolean;
}

export function identityProviderValues(provider: IdentityProvider | undefined): IdentityProviderValues {
  const { ldap } = provider ?? {};
  return {
    kind: (ldap ?? null) === null ? "oidc" : "ldap",
    ldap: {
      user_base: ldap?.user_base ?? "",
      user_filter: ldap?.user_filter ?? "(|(sAMAccountName={username})(uid={username}))",
      group_base: ldap?.group_base ?? "",
      ca: ldap?.ca ?? "",
    },
    name: provider?.name ?? "",
    issuer: provider?.issuer ?? "",
    client_id: provider?.client_id ?? "",
    client_secret: "",
    scopes: provider?.scopes ?? "openid profile",
    username_claim: provider?.username_claim ?? "preferred_username",
    groups_claim: provider?.groups_claim ?? "groups",
    grants: (provider?.grants ?? []).map(({ role, group }) => `${role} ${group}`).join("\n"),
    audience: provider?.audience ?? "",
    button_label: provider?.button_label ?? "",
    is_active: provider?.is_active ?? true,
  };
}

/** The body of a write. An empty secret is omitted, which keeps the stored one. */
export function identityProviderBody({ kind, client_secret, grants, ...values }: IdentityProviderValues) {
  const { ldap } = values;
  return {
    ...values,
    ldap: kind === "oidc" ? null : {
      ...ldap,
      group_base: ldap.group_base.trim() || null,
      ca: ldap.ca.trim() || null,
    },
    ...client_secret !== "" && { client_secret },
    grants: linesOf(grants).flatMap((line) => grantOf(line) ?? []),
    audience: values.audience.trim() || null,
    button_label: values.button_label.trim() || null,
  };
}

/** The first line of the grants that does not begin with a role. */
export function grantIssues({ grants }: IdentityProviderValues): Issue[] {
  const wrong = linesOf(grants).find((line) => grantOf(line) === undefined);
  if (wrong === undefined) return [];
  const message = `Write a role (${ROLES.join(", ")}), a space and a group in each line, not “${wrong}”`;
  return [{ path: "grants", message }];
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

function grantOf(line: string): { role: Role; group: string } | undefined {
  const at = line.indexOf(" ");
  const role = ROLES.find((one) => one === line.slice(0, at));
  return at === -1 || role === undefined ? undefined : { role, group: line.slice(at + 1).trim() };
}
