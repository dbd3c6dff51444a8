import { waysOf } from "../../domain/contact_address/ways.ts";
import type { Storage } from "../../storage/contract.ts";
import type { NotificationReach } from "../../storage/decision_context.ts";

/** How people and contact points are reached, from memory. */
export function notificationReach(
  { contactPoints, contactAddresses, access, plantSettings }: Storage,
  { plantTimeZone }: { plantTimeZone: string },
): NotificationReach {
  const isUsable = (id: number) => contactPoints.get(id) !== undefined;
  return {
    waysOf(userId, at) {
      const record = access.user(userId)?.is_active ? contactAddresses.of(userId) : undefined;
      const mailDomains = plantSettings.get().notification_mail_domains;
      return waysOf(record, { at, plantTimeZone, mailDomains, isUsable });
    },
    isUsable,
    fallback: () => contactPoints.fallback()?.id ?? null,
    contactPointName: (id) => contactPoints.get(id)?.name ?? null,
  };
}
