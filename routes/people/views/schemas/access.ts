import { z } from "@hono/zod-openapi";
import { apiKey as storedKey, user as storedUser } from "../../../../domain/access/schema.ts";
import { inline, instant, shown } from "../../../pipeline/document/shown.ts";

export const user = shown("User", storedUser, {
  id: 2,
  username: "anna",
  role: "viewer",
  grants: [{ role: "operator", area_ids: [1] }],
  is_active: true,
  display_name: "Anna Keller",
  shared_desk: false,
  created_at: "2026-01-31T08:15:02.123Z",
  identity: null,
  second_factors: ["passkey"],
  has_desk_pin: true,
});

export const apiKey = shown("ApiKey", storedKey, {
  id: 4,
  name: "Reporting",
  role: "viewer",
  grants: [],
  is_active: true,
  allowed_addresses: ["10.0.0.0/8"],
  expires_at: "2027-01-30T08:00:00.000Z",
  last_used_at: "2026-01-31T08:15:02.123Z",
  created_at: "2026-01-30T08:00:00.000Z",
  created_by: "admin",
  owner_id: 2,
  owner: "anna",
  owner_loss: null,
});

export const newApiKey = shown(
  "NewApiKey",
  storedKey.extend({ key: z.string().describe("The key itself, shown only in this answer") }),
  { ...apiKey.example, last_used_at: null, key: "andon_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG" },
);

const sessionSchema = z.strictObject({
  username: z.string(),
  role: storedUser.shape.role,
  grants: storedUser.shape.grants,
  display_name: storedUser.shape.display_name,
  shared_desk: z.literal(true).optional().describe(
    "Present at a shared desk: role and grants say what may be done there, by whoever confirms it",
  ),
  unconfirmed: z.strictObject({
    provider: z.string(),
    since: instant(),
    reads_only_from: instant(),
  }).optional().describe(
    "Present while the identity provider of the user cannot confirm the sign-in, or has not named the groups " +
      "after a change of its claim: since when, and from when on the session may only read",
  ),
});

export const session = shown("Session", sessionSchema, {
  username: "anna",
  role: "viewer",
  grants: [{ role: "operator", area_ids: [1] }],
  display_name: "Anna Keller",
});

export const signedOut = shown(
  "SignedOut",
  z.strictObject({ provider_logout: z.string().nullable() }),
  { provider_logout: null },
);

export const person = shown(
  "Person",
  z.strictObject({ username: z.string(), display_name: z.string() }),
  { username: "anna", display_name: "Anna Keller" },
);

export const sessionOrNull = inline(z.union([sessionSchema, z.null()]), session.example);

export const openSession = shown(
  "OpenSession",
  z.strictObject({
    id: z.string().describe("Names the session; it is not its token"),
    device: z.string().nullable().describe("Browser and system, as far as known"),
    user_agent: z.string().nullable(),
    address: z.string().nullable().describe("The IP address from which it began"),
    created_at: instant(),
    last_used_at: instant(),
    expires_at: instant(),
    is_current: z.boolean().describe("Whether this request belongs to it"),
  }),
  {
    id: "5f0c9d3ab1e2476a8c90d1e2",
    device: "Firefox on Windows",
    user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: "192.0.2.7",
    created_at: "2026-01-31T06:00:00.000Z",
    last_used_at: "2026-01-31T08:15:02.123Z",
    expires_at: "2026-01-31T20:15:02.123Z",
    is_current: true,
  },
);

export const signInOptions = shown(
  "SignInOptions",
  z.strictObject({
    local_sign_in: z.enum(["on", "admins", "off"]).describe(
      "The setting LOCAL_SIGN_IN: who may sign in with a user name and a password",
    ),
    directory_sign_in: z.boolean().describe(
      "Whether a user name and a password of an LDAP directory are accepted, whatever LOCAL_SIGN_IN is",
    ),
    passkeys: z.boolean().describe("Whether somebody can sign in with a passkey"),
    providers: z.array(z.strictObject({ id: storedUser.shape.id, label: z.string() })).describe(
      "The active identity providers with the texts of their buttons",
    ),
  }),
  {
    local_sign_in: "on",
    directory_sign_in: false,
    passkeys: true,
    providers: [{ id: 1, label: "Sign in with corp" }],
  },
);
