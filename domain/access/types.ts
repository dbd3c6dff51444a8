export const ROLES = ["viewer", "operator", "engineer", "admin"] as const;
export type Role = (typeof ROLES)[number];

export interface UserRecord {
  v: 1;
  id: number;
  username: string;
  /** `scrypt$N$r$p$salt$hash`, base64 parts. */
  password_hash: string;
  role: Role;
  is_active: boolean;
  created_at: string;
}

/** A browser session, stored under the SHA-256 of the cookie's token. Times in milliseconds since 1970. */
export interface SessionRecord {
  v: 1;
  user_id: number;
  created_at_ms: number;
  last_used_at_ms: number;
  expires_at_ms: number;
}

/** An API key. Only the SHA-256 of the key itself is stored. Times in milliseconds since 1970. */
export interface ApiKeyRecord {
  v: 1;
  id: number;
  name: string;
  /** Hexadecimal. */
  key_hash: string;
  role: Role;
  is_active: boolean;
  /** Null: it does not expire. */
  expires_at_ms: number | null;
  /** Null: never used. Written at most once a minute. */
  last_used_at_ms: number | null;
  created_at: string;
  created_by: string;
}

/** The name of an API key in the audit log. No user name contains a colon. */
export function actorOfKey({ name, role }: Pick<ApiKeyRecord, "name" | "role">): Actor {
  return { name: `key:${name}`, role };
}

/** Who acts: for permissions and for the audit log. */
export interface Actor {
  name: string;
  role: Role;
}
