import type { Role } from "../../../domain/access/types.ts";
import type { Issue } from "../../api/problem.ts";
import type { Schemas } from "../../api/client.ts";
import { presetOfIssuer, PRESETS, type ProviderKind } from "./provider_presets.ts";

export type IdentityProvider = Schemas["IdentityProvider"];

/** The role of a group; in the whole plant without areas. */
export interface GroupRole {
  group: string;
  role: Role;
  area_ids: number[];
}

export const NEW_GROUP: GroupRole = { group: "", role: "operator", area_ids: [] };

/** The values of the form; optional ones are empty texts. */
export interface IdentityProviderValues {
  kind: ProviderKind;
  /** Of a directory. */
  ldap: { user_base: string; user_filter: string; group_base: string; ca: string };
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string;
  username_claim: string;
  groups_claim: string;
  grants: GroupRole[];
  audience: string;
  button_label: string;
  is_active: boolean;
}

export function identityProviderValues(provider: IdentityProvider | undefined): IdentityProviderValues {
  if (provider === undefined) return NEW_PROVIDER;
  const { name, issuer, client_id, scopes, username_claim, groups_claim, is_active, ldap } = provider;
  return {
    kind: ldap === null ? presetOfIssuer(issuer) : "ldap",
    ldap: ldap === null
      ? NEW_PROVIDER.ldap
      : { ...ldap, group_base: ldap.group_base ?? "", ca: ldap.ca ?? "" },
    ...{ name, issuer, client_id, client_secret: "", scopes, username_claim, groups_claim, is_active },
    grants: provider.grants.map((grant) => ({ ...grant, area_ids: grant.area_ids ?? [] })),
    audience: provider.audience ?? "",
    button_label: provider.button_label ?? "",
  };
}

const NEW_PROVIDER: IdentityProviderValues = {
  kind: "oidc",
  ldap: {
    user_base: "",
    user_filter: "(|(sAMAccountName={username})(uid={username}))",
    group_base: "",
    ca: "",
  },
  name: "",
  ...PRESETS.oidc.values,
  client_id: "",
  client_secret: "",
  grants: [NEW_GROUP],
  audience: "",
  button_label: "",
  is_active: true,
};

/** The body of a write. An empty secret is omitted, which keeps the stored one. */
export function identityProviderBody({ kind, client_secret, grants, ...values }: IdentityProviderValues) {
  const { ldap } = values;
  return {
    ...values,
    ldap: kind !== "ldap" ? null : {
      ...ldap,
      group_base: ldap.group_base.trim() || null,
      ca: ldap.ca.trim() || null,
    },
    ...client_secret !== "" && { client_secret },
    grants: grants.map((grant) => ({
      ...grant,
      area_ids: grant.area_ids.length === 0 ? null : grant.area_ids,
    })),
    audience: values.audience.trim() || null,
    button_label: values.button_label.trim() || null,
  };
}

/** A part of the issuer that is still the preset's. */
export function issuerIssues({ issuer }: IdentityProviderValues): Issue[] {
  const [open] = /<[^>]*>/.exec(issuer) ?? [];
  return open === undefined
    ? []
    : [{ path: "issuer", message: `Put your own value in the place of ${open}` }];
}
