export const ROLES = ["viewer", "operator", "engineer", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A browser session; its key is the SHA-256 of the cookie's token. Times in milliseconds since 1970. */
export interface SessionRecord {
  v: 1;
  user_id: number;
  created_at_ms: number;
  last_used_at_ms: number;
  expires_at_ms: number;
}

/** The name of an API key in the audit log. No user name contains a colon. */
export function actorOfKey({ name, role }: Pick<Actor, "name" | "role">): Actor {
  return { name: `key:${name}`, role };
}

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  /** The client's IP address; absent when no request made the change. */
  address?: string;
}

/** Who acts: for permissions and for the audit log. */
export interface Actor extends RequestOrigin {
  name: string;
  role: Role;
}
