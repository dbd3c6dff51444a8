import type { ApiKeyRecord, UserRecord } from "../../domain/access/types.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";

/** A user without the password hash. */
export function userView({ id, username, role, is_active, created_at }: UserRecord) {
  return { id, username, role, is_active, created_at };
}

/** A key's record without the key's hash. */
export function apiKeyView(record: ApiKeyRecord) {
  const { id, name, role, is_active, expires_at_ms, last_used_at_ms, created_at, created_by } = record;
  return {
    id,
    name,
    role,
    is_active,
    expires_at: isoOrNull(expires_at_ms),
    last_used_at: isoOrNull(last_used_at_ms),
    created_at,
    created_by,
  };
}

function isoOrNull(ms: Ms | null): string | null {
  return ms === null ? null : isoFromMs(ms);
}
