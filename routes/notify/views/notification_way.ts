import type { Target } from "../../../domain/notification/types.ts";
import type { Storage } from "../../../storage/contract.ts";

/** Where a message goes, with the names of the contact point and the person. */
export function wayView(
  { contactPoints, access }: Pick<Storage, "contactPoints" | "access">,
  { contact_point_id, user_id }: Target,
) {
  return {
    contact_point_id,
    contact_point: contactPoints.get(contact_point_id)?.name ?? null,
    user_id,
    username: user_id === null ? null : access.user(user_id)?.username ?? null,
  };
}
