import {
  apiKey,
  type ApiKeyRecord,
  type OwnerLoss,
  user,
  type UserRecord,
} from "../../../domain/access/schema.ts";
import { factorsOf, type SecondFactorsRecord } from "../../../domain/access/second_factor.ts";
import { picked } from "../../../domain/shared/picked.ts";
import { isoOrNull } from "../../../domain/shared/time.ts";

/** A user without the password hash. */
export function userView(
  record: UserRecord,
  { factors, hasDeskPin }: { factors: SecondFactorsRecord | undefined; hasDeskPin: boolean },
) {
  return {
    ...picked(user.shape, {
      ...record,
      display_name: record.display_name ?? null,
      shared_desk: record.shared_desk ?? false,
      second_factors: factorsOf(factors),
      has_desk_pin: hasDeskPin,
      grants: record.grants ?? [],
    }),
    identity: record.identity ?? null,
  };
}

/** A key's record without the key's hash; `owner`: the user who owns it, if known, and what that user has lost. */
export function apiKeyView(
  record: ApiKeyRecord,
  { owner, loss }: { owner: UserRecord | undefined; loss: OwnerLoss | null },
) {
  return {
    ...picked(apiKey.shape, record),
    grants: record.grants ?? [],
    allowed_addresses: record.allowed_addresses ?? [],
    expires_at: isoOrNull(record.expires_at_ms),
    last_used_at: isoOrNull(record.last_used_at_ms),
    owner_id: owner?.id ?? null,
    owner: owner?.username ?? null,
    owner_loss: loss,
  };
}

/** A user as others see the person. */
export function personView({ username, display_name }: Pick<UserRecord, "username" | "display_name">) {
  return { username, display_name: display_name ?? username };
}
