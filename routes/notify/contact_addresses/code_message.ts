import type { AddressRecord } from "../../../domain/contact_address/types.ts";
import { CONTACT_ADDRESS_LIMITS } from "../../../domain/contact_address/limits.ts";
import type { OutgoingMessage } from "../../../domain/notification/types.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";

/** The message that confirms an address. */
export function codeMessage(
  { id, contact_point_id, address }: AddressRecord,
  { code, storeId, userId, now }: { code: string; storeId: string; userId: number; now: Ms },
): OutgoingMessage {
  const minutes = CONTACT_ADDRESS_LIMITS.codeMs / 60_000;
  return {
    key: `${storeId}/confirm/${userId}/${id}/${contact_point_id}/${now}`,
    event_key: null,
    reason: "test",
    severity: "info",
    status: "firing",
    to: address,
    title: "Andon: confirm this address",
    text: `${code} is the code that confirms this address in Andon. It counts for ${minutes} minutes. ` +
      "If you did not ask for it, ignore this message.",
    link: null,
    answer_link: null,
    is_drill: false,
    events: [],
    sent_at: isoFromMs(now),
  };
}
