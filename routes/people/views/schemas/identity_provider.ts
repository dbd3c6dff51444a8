import { z } from "@hono/zod-openapi";
import { identityProvider } from "../../../../domain/identity_provider/schema.ts";
import { TEST_CHECKS } from "../../../../domain/identity_provider/types.ts";
import { instant, shown } from "../../../pipeline/document/shown.ts";

export const identityProviderExample = {
  name: "corp",
  issuer: "https://login.example.org/realms/plant",
  client_id: "andon",
  client_secret: "the-secret-of-the-client",
  grants: [{ group: "/plant/operators", role: "operator" as const }],
};

const addresses = {
  redirect_address: z.string().describe("To be registered at the provider"),
  after_logout_address: z.string().describe("Where the provider leads browsers after a logout"),
  backchannel_logout_address: z.string().describe("Where the provider sends logout tokens"),
};
const addressesExample = {
  redirect_address: "https://andon.example.org/auth/oidc/1/callback",
  after_logout_address: "https://andon.example.org/sign-in",
  backchannel_logout_address: "https://andon.example.org/auth/backchannel-logout/1",
};

export const identityProviderAddresses = shown(
  "IdentityProviderAddresses",
  z.strictObject(addresses),
  addressesExample,
);

export const identityProviderShown = shown(
  "IdentityProvider",
  identityProvider.extend({ has_client_secret: z.boolean(), ...addresses }),
  {
    id: 1,
    ldap: null,
    name: "corp",
    issuer: "https://login.example.org/realms/plant",
    audience: null,
    client_id: "andon",
    has_client_secret: true,
    scopes: "openid profile",
    username_claim: "preferred_username",
    groups_claim: "groups",
    grants: [{ group: "/plant/operators", role: "operator", area_ids: null }],
    button_label: null,
    is_active: true,
    created_at: "2026-01-31T08:15:02.123Z",
    created_by: "admin",
    ...addressesExample,
  },
);

const status = z.enum(["ok", "failed", "unclear"]);

export const identityProviderTestShown = shown(
  "IdentityProviderTest",
  z.strictObject({
    status: status.describe("`unclear`: nothing failed, but some of it only a sign-in can test"),
    findings: z.array(z.strictObject({ check: z.enum(TEST_CHECKS), status, message: z.string() })),
    redirect_address: z.string(),
    tested_at: instant(),
  }),
  {
    status: "failed",
    findings: [
      { check: "discovery", status: "ok", message: "The provider's configuration is read" },
      {
        check: "redirect_address",
        status: "failed",
        message:
          "The provider refuses the redirect address; register https://andon.example.org/auth/oidc/1/callback there",
      },
    ],
    redirect_address: "https://andon.example.org/auth/oidc/1/callback",
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);
