import type { Ms } from "../shared/time.ts";
import { both } from "./grants.ts";
import type { AreaGrant, Granted, Role } from "./types.ts";

/** Shortest and longest PIN, in digits. */
export const PIN_DIGITS = { shortest: 6, longest: 12 } as const;

/** How long a confirmed person acts at a desk. */
export const CONFIRMED_MS: Ms = 2 * 60_000;

/** How long the PIN of an identity provider's user works after the provider last confirmed the person. */
export const PROVIDER_CONFIRMED_MS: Ms = 7 * 24 * 3_600_000;

/** The people whom a desk proposes: the last ones who confirmed there, within 30 days. */
export const DESK_PEOPLE = { most: 20, keptMs: 30 * 24 * 3_600_000 } as const;

/** The PIN with which a person confirms actions at shared desks. Times in milliseconds since 1970. */
export interface DeskPinRecord {
  v: 1;
  user_id: number;
  /** In the form of a password's hash. */
  pin_hash: string;
  set_at_ms: Ms;
  /** When the identity provider last confirmed the person; null: a local user. */
  provider_confirmed_at_ms: Ms | null;
}

/** Who has confirmed at a desk, the least recent first. */
export interface DeskPeopleRecord {
  v: 1;
  /** The user whose sessions the desk has. */
  user_id: number;
  people: { user_id: number; confirmed_at_ms: Ms }[];
}

/** Administration needs a sign-in of one's own. */
const MOST_AT_DESKS: Granted = { role: "engineer", grants: [] };

/** What may be done at a desk, by whoever confirms it. */
export function grantsOfDesk({ role, grants = [] }: { role: Role; grants?: readonly AreaGrant[] }): Granted {
  return both({ role, grants }, MOST_AT_DESKS);
}

/** What a user's session shows: of a shared desk what may be done there. */
export function shownGrants(
  user: { role: Role; grants?: readonly AreaGrant[]; shared_desk?: boolean },
): Granted {
  return user.shared_desk === true ? grantsOfDesk(user) : { role: user.role, grants: user.grants ?? [] };
}
