import { z } from "zod";
import { ignoring, limitedText, nameText } from "../shared/schema.ts";
import { isoFromMs } from "../shared/time.ts";
import { ROLES } from "./types.ts";

/** Shortest and longest password, in characters. */
export const PASSWORD_LIMITS = { shortest: 12, longest: 200 } as const;

const USERNAME = /^[\p{L}\p{N}._@-]{1,100}$/u;
const USERNAME_TEXT = "Must be 1 to 100 letters, digits, '.', '_', '-' or '@'";

/** Stored in NFC, since some letters have two encodings. */
const username = z.string().normalize("NFC").regex(USERNAME, USERNAME_TEXT);
const password = limitedText({ min: PASSWORD_LIMITS.shortest, max: PASSWORD_LIMITS.longest });
const role = z.enum(ROLES);
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

const USER_READ_ONLY = ["id", "created_at"] as const;

/** Body of POST /api/users. */
export const userSchema = ignoring(
  USER_READ_ONLY,
  z.strictObject({ username, password, role, is_active: z.boolean().default(true) }),
);

/** Body of PUT /api/users/{id}. Omitted fields stay unchanged. */
export const userChangeSchema = ignoring(
  USER_READ_ONLY,
  z.strictObject({
    username: username.optional(),
    password: password.optional(),
    role: role.optional(),
    is_active: z.boolean().optional(),
  }),
);

/** An instant, `2026-01-31T08:15:02Z` or with an offset, cut to milliseconds; null: never. */
const expiry = z.iso.datetime({ offset: true, error: "Must be a time such as 2026-01-31T08:15:02Z" })
  .transform((text) => isoFromMs(Date.parse(text)))
  .nullable();

const KEY_READ_ONLY = ["id", "created_at", "created_by", "last_used_at"] as const;

/** Body of POST /api/keys. */
export const apiKeySchema = ignoring(
  KEY_READ_ONLY,
  z.strictObject({
    name: nameText(),
    role,
    is_active: z.boolean().default(true),
    expires_at: expiry.default(null),
  }),
);

/** Body of PUT /api/keys/{id}. Omitted fields stay unchanged. An `expires_at` in the past ends the key. */
export const apiKeyChangeSchema = ignoring(
  KEY_READ_ONLY,
  z.strictObject({
    name: nameText().optional(),
    role: role.optional(),
    is_active: z.boolean().optional(),
    expires_at: expiry.optional(),
  }),
);
