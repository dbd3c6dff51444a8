import type { ProviderSessionStart } from "../identity_provider/provider_session.ts";

export const ROLES = ["viewer", "operator", "engineer", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A role in some areas of responsibility. */
export interface AreaGrant {
  role: Role;
  area_ids: number[];
}

/** The most grants of a user or key, and the most areas of a grant. */
export const GRANT_LIMITS = { grants: 20, areas: 200 } as const;

/** What somebody may do: a role in the whole plant, and roles in areas. */
export interface Granted {
  role: Role;
  grants: readonly AreaGrant[];
}

/**
 * Which cookie has a session: `__Host-andon_session`, which browsers accept only over TLS from Andon's own host, or
 * `andon_session`.
 */
export type SessionCookie = "host" | "plain";

/** A browser session; its key is the SHA-256 of the cookie's token. Times in milliseconds since 1970. */
export interface SessionRecord {
  v: 1;
  user_id: number;
  created_at_ms: number;
  last_used_at_ms: number;
  expires_at_ms: number;
  /** Absent in sessions of versions that knew only `andon_session`. */
  cookie?: SessionCookie;
  /** Where it began; absent in sessions of older versions. */
  address?: string;
  /** At most 200 characters. */
  user_agent?: string;
}

/** A browser that a user has signed in with. */
export interface KnownDevice {
  /** The SHA-256 of the token in its cookie, hexadecimal. */
  token_hash: string;
  /** Milliseconds since 1970. */
  last_used_at_ms: number;
}

/** The known devices of a user, the least recently used first. */
export interface KnownDevicesRecord {
  v: 1;
  user_id: number;
  devices: KnownDevice[];
}

/** The name of an API key in the audit log. No user name contains a colon. */
export function actorOfKey({ name, role }: Pick<Actor, "name" | "role">): Actor {
  return { name: `key:${name}`, role };
}

/** The name of a wall screen in the audit log. It only reads. */
export function actorOfScreen({ name }: Pick<Actor, "name">): Actor {
  return { name: `screen:${name}`, role: "viewer" };
}

/** Where a request came from, for the audit log. */
export interface RequestOrigin {
  /** The client's IP address; absent when no request made the change. */
  address?: string;
  /** The user name of the shared desk at which the person confirmed the action. */
  desk?: string;
  /** The id of its user. */
  desk_id?: number;
}

/** Where a session begins: the client's address, its browser and the cookie that carries the session. */
export interface SessionOrigin extends RequestOrigin {
  cookie?: SessionCookie;
  /** The provider that signed the person in; absent after a sign-in with a password. */
  provider?: ProviderSessionStart;
  userAgent?: string;
}

/** Who acts: for permissions and for the audit log. */
export interface Actor extends RequestOrigin {
  name: string;
  /** In the whole plant. */
  role: Role;
}

/** Who makes a request, with the grants in areas. */
export interface GrantedActor extends Actor {
  grants: readonly AreaGrant[];
}
