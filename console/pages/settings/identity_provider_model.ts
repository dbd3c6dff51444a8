import { type Role, ROLES } from "../../../domain/access/types.ts";
import type { Issue } from "../../api/problem.ts";
import type { Schemas } from "../../api/client.ts";

export type IdentityProvider = Schemas["IdentityProvider"];
type Grant = IdentityProvider["grants"][number];
type Areas = readonly Pick<Schemas["Area"], "id" | "name">[];

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
  /** One grant a line: the role, areas in brackets, then the group. */
  grants: string;
  audience: string;
  button_label: string;
  is_active: boolean;
}

export function identityProviderValues(
  provider: IdentityProvider | undefined,
  areas: Areas,
): IdentityProviderValues {
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
    grants: (provider?.grants ?? []).map((grant) => grantText(grant, areas)).join("\n"),
    audience: provider?.audience ?? "",
    button_label: provider?.button_label ?? "",
    is_active: provider?.is_active ?? true,
  };
}

/** The body of a write. An empty secret is omitted, which keeps the stored one. */
export function identityProviderBody(
  { kind, client_secret, grants, ...values }: IdentityProviderValues,
  areas: Areas,
) {
  const { ldap } = values;
  return {
    ...values,
    ldap: kind === "oidc" ? null : {
      ...ldap,
      group_base: ldap.group_base.trim() || null,
      ca: ldap.ca.trim() || null,
    },
    ...client_secret !== "" && { client_secret },
    grants: linesOf(grants).flatMap((line) => grantOf(line, areas) ?? []),
    audience: values.audience.trim() || null,
    button_label: values.button_label.trim() || null,
  };
}

/** The first line of the grants that is none, or names an unknown area. */
export function grantIssues({ grants }: IdentityProviderValues, areas: Areas): Issue[] {
  const wrong = linesOf(grants).find((line) => grantOf(line, areas) === undefined);
  if (wrong === undefined) return [];
  const unknown = namesIn(wrong).find((name) => idOf(name, areas) === undefined);
  const message = unknown === undefined
    ? `Write a role (${ROLES.join(", ")}), a space and a group in each line, not “${wrong}”`
    : `There is no area “${unknown}”`;
  return [{ path: "grants", message }];
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

const LINE = /^(\w+)(?:\[([^\]]*)\])?\s+(\S.*)$/;

/** `operator /plant`, or `operator[North, South] /plant` for a role in areas. */
function grantOf(line: string, areas: Areas): Grant | undefined {
  const [, first, list, group = ""] = LINE.exec(line) ?? [];
  const role: Role | undefined = ROLES.find((one) => one === first);
  if (role === undefined) return undefined;
  if (list === undefined) return { role, group, area_ids: null };
  const names = namesIn(line), area_ids = names.flatMap((name) => idOf(name, areas) ?? []);
  return area_ids.length === 0 || area_ids.length < names.length ? undefined : { role, group, area_ids };
}

function namesIn(line: string): string[] {
  return (LINE.exec(line)?.[2] ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
}

/** An area by its name, or by its id with a number sign. */
function idOf(name: string, areas: Areas): number | undefined {
  return areas.find((area) => area.name.toLowerCase() === name.toLowerCase() || `#${area.id}` === name)?.id;
}

function grantText({ role, group, area_ids }: Grant, areas: Areas): string {
  if (area_ids === null) return `${role} ${group}`;
  const names = area_ids.map((id) => {
    const name = areas.find((area) => area.id === id)?.name ?? "";
    return name === "" || /[,[\]]/.test(name) ? `#${id}` : name;
  });
  return `${role}[${names.join(", ")}] ${group}`;
}
