import type { Role } from "./types.ts";

/** `REQUIRE_SECOND_FACTOR`: who must have a second factor. */
export const SECOND_FACTOR_REQUIREMENTS = ["off", "admins", "all"] as const;
export type SecondFactorRequirement = (typeof SECOND_FACTOR_REQUIREMENTS)[number];

/** What a local user proves besides the password; a recovery code replaces either of them once. */
export const FACTORS = ["passkey", "code"] as const;
export type Factor = (typeof FACTORS)[number];

export const SECOND_FACTOR_LIMITS = {
  passkeys: 10,
  /** Recovery codes that are made at once. */
  recoveryCodes: 10,
} as const;

/** A passkey of a user; binary values are base64url. Times in milliseconds since 1970. */
export interface PasskeyRecord {
  credential_id: string;
  public_key: string;
  /** How often the authenticator says that it was used; always 0 if it does not count. */
  counter: number;
  transports: string[];
  name: string;
  /** The host name that the passkey belongs to; browsers offer it nowhere else. */
  host: string;
  created_at_ms: number;
  last_used_at_ms: number | null;
}

/** An authenticator app that shows one-time codes. */
export interface CodeGeneratorRecord {
  /** The 30 s step of the last accepted code: no code of it or of an earlier one is accepted again. */
  last_step: number;
  created_at_ms: number;
  last_used_at_ms: number | null;
}

/** The second factors of a local user. Absent without any. */
export interface SecondFactorsRecord {
  v: 1;
  user_id: number;
  /** How authenticators know the user: random bytes, base64url. */
  handle: string;
  code: CodeGeneratorRecord | null;
  /** The secret of the code generator in base32, encrypted; null without one. */
  sealed_code_secret: string | null;
  passkeys: PasskeyRecord[];
  /** SHA-256 of the recovery codes that are left, hexadecimal. */
  recovery_hashes: string[];
}

type Owned = Pick<SecondFactorsRecord, "code" | "passkeys">;

/** The kinds of factors that a user has. */
export function factorsOf(record: Owned | undefined): Factor[] {
  if (record === undefined) return [];
  return FACTORS.filter((factor) => factor === "code" ? record.code !== null : record.passkeys.length > 0);
}

/** Whether a user must have a second factor. Identity providers ask their users for one themselves. */
export function needsFactor(
  { role, identity }: { role: Role; identity?: object },
  requirement: SecondFactorRequirement,
): boolean {
  if (identity !== undefined) return false;
  return requirement === "all" || requirement === "admins" && role === "admin";
}
