import { z } from "zod";
import { GRANT_LIMITS, ROLES } from "../access/types.ts";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  limitedText,
  linesText,
  lineText,
  nameText,
  storedFields,
} from "../shared/schema.ts";

/** How many identity providers there may be, and grants of one. */
export const IDENTITY_LIMITS = { providers: 5, grants: 200, issuer: 500 } as const;

const NAME = /^[\p{L}\p{N}._-]+$/u;
const name = lineText({ max: 40 }).normalize("NFC")
  .regex(NAME, "Must be 1 to 40 letters, digits, '.', '_' or '-': it is the part after '@' in user names");

/** The issuer stands in every token as it is typed here, so it is stored unchanged. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ISSUER_SCHEMES.test(url.protocol) && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "" && !/[?#\s]/.test(text);
}

const ISSUER_SCHEMES = /^(https?|ldaps?):$/;
const issuer = lineText({ max: IDENTITY_LIMITS.issuer }).refine(
  isIssuer,
  "Must be an https or http address, or ldaps or ldap for a directory, without user, query and fragment",
);
const scopes = lineText({ max: 500 })
  .regex(/^\S+( \S+)*$/, "Must be words with one space between them")
  .refine((text) => text.split(" ").includes("openid"), "Must contain openid");
const claim = lineText({ max: 100 }).regex(/^\S+$/, "Must be the name of a claim, without spaces");

/** A role for the members of a group, in the whole plant or in areas of responsibility. */
const grant = z.strictObject({
  group: nameText().describe(
    "A value of the groups claim, or a scope of an access token, written exactly so",
  ),
  role: z.enum(ROLES),
  area_ids: z.array(idNumber()).min(1, "Must name at least one area").max(GRANT_LIMITS.areas)
    .nullable().default(null).describe("Areas of responsibility; null: the whole plant"),
});

const dn = lineText({ max: 500 }).regex(/\S/, "Must not be empty");
const PEM = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

/** Where people and groups are in an LDAP directory. */
const ldap = z.strictObject({
  user_base: dn.describe("The DN under which people are searched"),
  user_filter: lineText({ max: 1_000 })
    .refine((text) => text.includes("{username}"), "Must contain {username}")
    .default("(|(sAMAccountName={username})(uid={username}))")
    .describe("Finds one person; `{username}` stands for the name that was typed, escaped"),
  group_base: dn.nullable().default(null).describe(
    "The DN under which groups are searched; null: the same as user_base",
  ),
  ca: linesText({ max: 20_000 }).regex(PEM, "Must be certificates as PEM").nullable().default(null).describe(
    "The certificates (PEM) that sign the directory's; null: the public ones",
  ),
});

const given = {
  ldap: ldap.nullable().default(null).describe(
    "For an LDAP directory, such as Active Directory, which then has an ldaps or ldap address as issuer; " +
      "null: a provider of OpenID Connect",
  ),
  name: name.describe("The part after `@` in the names of its users; unique"),
  issuer: issuer.describe(
    "As the provider writes it in its tokens; one provider an issuer. Of a directory its address: " +
      "`ldaps://host`, or `ldap://host` with StartTLS",
  ),
  audience: lineText({ max: 500 }).regex(/\S/, "Must not be empty").nullable().default(null).describe(
    "The audience of access tokens that programs may send; never the client id. null: none may",
  ),
  client_id: nameText().describe(
    "Of a directory: the DN of the account that searches; its password is the client_secret",
  ),
  scopes: scopes.default("openid profile"),
  username_claim: claim.default("preferred_username"),
  groups_claim: claim.default("groups").describe(
    "A claim with the groups, such as groups, roles or realm_access.roles; 2,000 groups at most",
  ),
  grants: z.array(grant).max(IDENTITY_LIMITS.grants).default([]).describe(
    "A person in none of the groups cannot sign in; of several roles the highest counts. A person with " +
      "roles in areas only is a viewer in the whole plant",
  ),
  button_label: lineText({ max: 60 }).nullable().default(null).describe(
    "The text of its button on the sign-in page; null: `Sign in with <name>`",
  ),
  is_active: z.boolean().default(true),
};
const secret = {
  client_secret: limitedText({ min: 1, max: 2_000 }).nullable().optional().describe(
    "null removes it: a public client",
  ),
};

/** An identity provider as it is stored and read, without its secret. */
export const identityProvider = z.strictObject({
  id: id(),
  ...storedFields(given),
  ldap: z.strictObject(storedFields(ldap.shape)).nullable(),
  grants: z.array(z.strictObject({
    group: z.string(),
    role: z.enum(ROLES),
    area_ids: z.array(z.int()).nullable(),
  })),
  created_at: instant(),
  created_by: z.string(),
});

export interface IdentityProviderRecord extends z.infer<typeof identityProvider> {
  v: 1;
  /** Null: none is stored. */
  sealed_client_secret: string | null;
}

const READ = [
  ...Object.keys(identityProvider.shape),
  ...["has_client_secret", "redirect_address", "after_logout_address", "backchannel_logout_address"],
];

/** Body of POST /api/identity-providers. */
export const identityProviderSchema = ignoring(READ, z.strictObject({ ...given, ...secret }));

/** Body of POST /api/identity-providers/test. */
export const identityProviderTestSchema = ignoring(
  READ.filter((name) => name !== "id"),
  z.strictObject({
    ...given,
    ...secret,
    id: idNumber().nullable().default(null).describe(
      "A stored provider: its redirect address is tested, and its secret is used where none is given and the issuer is " +
        "the same. null: a new one",
    ),
  }),
);

/** Body of PUT /api/identity-providers/{id}. Omitted fields stay unchanged. */
export const identityProviderChangeSchema = ignoring(
  READ,
  z.strictObject({ ...changeFields(given), ...secret }),
);

export type IdentityProviderTest = z.infer<typeof identityProviderTestSchema>;
export type IdentityProviderDraft = z.infer<typeof identityProviderSchema>;
export type IdentityProviderChange = z.infer<typeof identityProviderChangeSchema>;
