type Prefilled = Record<"issuer" | "scopes" | "username_claim" | "groups_claim", string>;

/** A kind of provider: what its fields begin with, and where each value is found. */
interface Preset {
  label: string;
  /** What stands in `<>` in the issuer is for the person to replace. */
  values: Prefilled;
  hints: {
    issuer: string;
    client_id: string;
    client_secret: string;
    groups_claim: string;
    /** Of the table of groups. */
    groups: string;
    redirect_address: string;
  };
}

const OPEN_ID: Prefilled = {
  issuer: "",
  scopes: "openid profile",
  username_claim: "preferred_username",
  groups_claim: "groups",
};

/** The sections of docs/identity_providers.md, in short. */
export const PRESETS = {
  entra_id: {
    label: "Entra ID",
    values: {
      ...OPEN_ID,
      issuer: "https://login.microsoftonline.com/<tenant id>/v2.0",
      scopes: "openid profile offline_access",
      groups_claim: "roles",
    },
    hints: {
      issuer: "Tenant id: App registrations → the app → Overview, “Directory (tenant) ID”",
      client_id: "App registrations → the app → Overview, “Application (client) ID”",
      client_secret: "Certificates & secrets → New client secret: its “Value”, not its “Secret ID”",
      groups_claim: "“roles” holds the app roles of a person",
      groups: "The values of the app roles, such as Andon.Operator, as App roles lists them",
      redirect_address: "Authentication → Add a platform → Web",
    },
  },
  keycloak: {
    label: "Keycloak",
    values: { ...OPEN_ID, issuer: "https://<host>/realms/<realm>" },
    hints: {
      issuer: "Realm settings → Endpoints → OpenID Endpoint Configuration: “issuer”",
      client_id: "Clients: “Client ID”; the client has client authentication on",
      client_secret: "Clients → the client → Credentials: “Client Secret”",
      groups_claim: "“Token claim name” of the Group Membership mapper, added to the ID token",
      groups: "Paths of groups, such as /plant/operators, where the mapper has “Full group path” on",
      redirect_address: "Clients → the client → Settings: “Valid redirect URIs”",
    },
  },
  authelia: {
    label: "Authelia",
    values: { ...OPEN_ID, issuer: "https://<host>", scopes: "openid profile groups offline_access" },
    hints: {
      issuer: "The address of Authelia, without a slash at the end",
      client_id: "“client_id” of the client in configuration.yml",
      client_secret: "The secret whose hash is “client_secret” in configuration.yml",
      groups_claim: "Comes with the scope “groups”",
      groups: "The names of the groups, as the user database or LDAP has them",
      redirect_address: "“redirect_uris” of the client in configuration.yml",
    },
  },
  oidc: {
    label: "Another provider of OpenID Connect",
    values: OPEN_ID,
    hints: {
      issuer: "Exactly as the provider writes it",
      client_id: "As the provider has it for Andon",
      client_secret: "As the provider has it for Andon",
      groups_claim: "A path such as realm_access.roles is possible",
      groups: "The values of the claim with the groups, written exactly so",
      redirect_address: "Where the provider lists the redirect addresses of the client",
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
/** A preset of OpenID Connect, or a directory. */
export type ProviderKind = PresetName | "ldap";

/** What another kind fills in; what somebody has changed stays. */
export function prefilledBy(kind: ProviderKind, values: Prefilled & { kind: ProviderKind }): Prefilled {
  const before = prefilledOf(values.kind), after = prefilledOf(kind);
  const value = (name: keyof Prefilled) => values[name] === before[name] ? after[name] : values[name];
  return {
    issuer: value("issuer"),
    scopes: value("scopes"),
    username_claim: value("username_claim"),
    groups_claim: value("groups_claim"),
  };
}

function prefilledOf(kind: ProviderKind): Prefilled {
  return kind === "ldap" ? OPEN_ID : PRESETS[kind].values;
}

/** The preset that an issuer looks like. */
export function presetOfIssuer(issuer: string): PresetName {
  if (issuer.startsWith("https://login.microsoftonline.com/")) return "entra_id";
  return /\/realms\/[^/]+$/.test(issuer) ? "keycloak" : "oidc";
}
