import { z } from "zod";
import { isAddressRange, MOST_ADDRESSES } from "./address_range.ts";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  limitedText,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import { isoFromMs } from "../shared/time.ts";
import { PIN_DIGITS } from "./desk.ts";
import { FACTORS } from "./second_factor.ts";
import { type AreaGrant, GRANT_LIMITS, ROLES } from "./types.ts";

/** Shortest and longest password, in characters. */
export const PASSWORD_LIMITS = { shortest: 12, longest: 200 } as const;

const USERNAME = /^[\p{L}\p{N}._@-]{1,100}$/u;
const USERNAME_TEXT = "Must be 1 to 100 letters, digits, '.', '_', '-' or '@'";

/** Stored in NFC, since some letters have two encodings. */
const username = z.string().normalize("NFC").regex(USERNAME, USERNAME_TEXT);
const password = limitedText({ min: PASSWORD_LIMITS.shortest, max: PASSWORD_LIMITS.longest }).meta({
  minLength: PASSWORD_LIMITS.shortest,
  maxLength: PASSWORD_LIMITS.longest,
  description:
    "A password that is guessed within a million attempts is refused: repeated characters, sequences, " +
    "common passwords and the user name make it easy",
});
const role = z.enum(ROLES);

/** Roles in areas of responsibility. Everybody reads the whole plant, so the lowest role of all is viewer. */
const grants = z.array(z.strictObject({
  role,
  area_ids: z.array(idNumber()).min(1, "Must name at least one area").max(GRANT_LIMITS.areas),
})).max(GRANT_LIMITS.grants).default([]).describe(
  "Roles in areas of responsibility, beside `role`, which counts in the whole plant",
);

/** A password that somebody signs in with: may have any form. */
const triedPassword = limitedText({ min: 1, max: 1_000 });

/** Body of POST /api/auth/login. */
export const loginSchema = z.strictObject({
  username: limitedText({ min: 1, max: 200 }).normalize("NFC"),
  password: triedPassword,
});

/** Body of POST /api/auth/password. */
export const passwordChangeSchema = z.strictObject({
  current_password: triedPassword,
  new_password: password,
});

/** What people see in place of the user name; null: the user name. */
const displayName = nameText().nullable();

/** Body of PUT /api/auth/profile: what users change of themselves. Omitted fields stay unchanged. */
export const profileSchema = z.strictObject({ display_name: displayName.optional() });

const givenUser = {
  username,
  password,
  role,
  grants,
  is_active: z.boolean().default(true),
  shared_desk: z.boolean().default(false).describe(
    "The sessions of the user are shared desks: they read, and each action takes a confirmation by a person, " +
      "`/api/auth/desk-confirmations`. Role and grants say what may be done there. Not for administrators",
  ),
};

/** A PIN for shared desks. */
export const deskPin = z.string().regex(
  new RegExp(`^\\d{${PIN_DIGITS.shortest},${PIN_DIGITS.longest}}$`),
  `Must be ${PIN_DIGITS.shortest} to ${PIN_DIGITS.longest} digits`,
).meta({ minLength: PIN_DIGITS.shortest, maxLength: PIN_DIGITS.longest });

/** Who a user of an identity provider is there. */
const identity = z.strictObject({ provider_id: id(), issuer: z.string(), subject: z.string() });

/** A user as a client reads it. */
export const user = z.strictObject({
  id: id(),
  ...storedFields(givenUser),
  display_name: displayName.describe("What people see in place of the user name; null: the user name"),
  created_at: instant(),
  identity: identity.nullable().describe(
    "The user of an identity provider, without a password here; null: a local user",
  ),
  second_factors: z.array(z.enum(FACTORS)).describe("The kinds of second factors that the user has set up"),
  has_desk_pin: z.boolean().describe("Whether the user has a PIN for shared desks"),
}).omit({ password: true });

type DerivedOfUser =
  | "identity"
  | "display_name"
  | "second_factors"
  | "grants"
  | "shared_desk"
  | "has_desk_pin";

export interface UserRecord extends Omit<z.infer<typeof user>, DerivedOfUser> {
  v: 1;
  /** Absent in users of older versions: none. */
  grants?: AreaGrant[];
  /** Absent in users of older versions: no shared desk. */
  shared_desk?: boolean;
  /** Absent in users of older versions. */
  display_name?: string | null;
  /** `scrypt$N$r$p$salt$hash`, base64 parts; empty for a user of an identity provider. */
  password_hash: string;
  /** Absent: a local user. */
  identity?: z.infer<typeof identity>;
  /** What the identity provider last told of the user's groups. Absent in users of older versions. */
  learnt_groups?: LearntGroups;
  /** What else the identity provider has told of the person. Absent: nothing. */
  at_provider?: AtProvider;
}

/** Times in milliseconds since 1970. */
export interface AtProvider {
  /** The `oid` claim of Entra ID, which is the same for all clients there; `sub` is another one for each. */
  object_id?: string;
  /** Access tokens that were issued until then are not accepted. */
  tokens_refused_until_ms?: number;
  /** When the provider refused the person; absent once the person has signed in again. */
  refused_at_ms?: number;
}

/** Groups at an identity provider, by which a changed mapping acts before the provider is asked again. */
export interface LearntGroups {
  /** The `groupsQuestion` that they answer. */
  question: string;
  /** Of each group's name the first 128 bits of its SHA-256, base64url, in ascending order. */
  hashes: string[];
}

/** Body of POST /api/users. */
export const userSchema = ignoring(
  Object.keys(user.shape),
  z.strictObject({ ...givenUser, display_name: displayName.optional() }),
);

/** Body of PUT /api/users/{id}. Omitted fields stay unchanged. */
export const userChangeSchema = ignoring(
  Object.keys(user.shape),
  z.strictObject({
    ...changeFields(givenUser),
    display_name: displayName.optional(),
    end_keys: z.boolean().optional().describe("Ends the user's API keys too. Default: false"),
  }),
);

/** An instant, `2026-01-31T08:15:02Z` or with an offset, cut to milliseconds; null: never. */
const expiry = z.iso.datetime({ offset: true, error: "Must be a time such as 2026-01-31T08:15:02Z" })
  .transform((text) => isoFromMs(Date.parse(text)))
  .nullable();

/** Such as `10.0.0.7`, `10.0.0.0/8` or `2001:db8::/32`; an IPv6 network written out has 43 characters. */
const addressRange = limitedText({ max: 43 })
  .refine(isAddressRange, "Must be an IP address, or a network such as 10.0.0.0/8");

const givenKey = {
  name: nameText(),
  role,
  grants,
  is_active: z.boolean().default(true),
  allowed_addresses: z.array(addressRange).max(MOST_ADDRESSES).default([]).describe(
    "IP addresses and networks (CIDR) that the key may be used from; empty: from everywhere",
  ),
  expires_at: expiry.optional().describe("null: it does not expire. Absent in a new key: in a year"),
};

/** How long a new key is valid if nothing is said. */
export const KEY_LIFETIME_DAYS = 365;

const OWNER_LOSSES = ["refused", "not_admin"] as const;
export type OwnerLoss = (typeof OWNER_LOSSES)[number];

/** An API key as a client reads it. */
export const apiKey = z.strictObject({
  id: id(),
  ...storedFields(givenKey),
  expires_at: instant().nullable(),
  last_used_at: instant().nullable(),
  created_at: instant(),
  created_by: z.string(),
  owner_id: id().nullable().describe("The user who owns the key; null: unknown or deleted"),
  owner: z.string().nullable().describe("The name of that user"),
  owner_loss: z.enum(OWNER_LOSSES).nullable().describe(
    "What the owner has lost at the identity provider. `not_admin`: the groups there do not give the role admin any " +
      "more. `refused`: the provider refused the person, who has not signed in since. The key goes on working until " +
      "it is ended. null: nothing, or a local user",
  ),
});

type DerivedOfKey =
  | "expires_at"
  | "last_used_at"
  | "owner"
  | "owner_id"
  | "owner_loss"
  | "allowed_addresses"
  | "grants";

/** Of the key itself only its SHA-256 is kept. Times in milliseconds since 1970. */
export interface ApiKeyRecord extends Omit<z.infer<typeof apiKey>, DerivedOfKey> {
  v: 1;
  /** Hexadecimal. */
  key_hash: string;
  /** Null: it does not expire. */
  expires_at_ms: number | null;
  /** Absent in keys of older versions: from everywhere. */
  allowed_addresses?: string[];
  /** Absent in keys of older versions: none. */
  grants?: AreaGrant[];
  /** The user who owns it; null: unknown. Absent in keys of older versions. */
  owner_id?: number | null;
  /** Null: never used. Written at most once a minute. */
  last_used_at_ms: number | null;
}

/** Body of POST /api/keys. */
export const apiKeySchema = ignoring(Object.keys(apiKey.shape), z.strictObject(givenKey));

/** Body of PUT /api/keys/{id}. Omitted fields stay unchanged. An `expires_at` in the past ends the key. */
export const apiKeyChangeSchema = ignoring(
  Object.keys(apiKey.shape),
  z.strictObject(changeFields(givenKey)),
);
