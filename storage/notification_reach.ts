import { waysOf } from "../domain/contact_address/ways.ts";
import { hasOwnReceiver } from "../domain/contact_point/kinds.ts";
import { localDaysOf } from "../domain/hours/local_days.ts";
import { workingHoursFrom } from "../domain/hours/plant_calendar.ts";
import type { Ways } from "../domain/notification/engine_types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Storage } from "./contract.ts";

type ReachStores = Pick<Storage, "access" | "contactPoints" | "contactAddresses" | "plantSettings">;

/** How people and contact points are reached. */
export interface NotificationReach {
  /** The ways to an active user. */
  waysOf(userId: number, atMs: Ms): Ways;
  isUsable(contactPointId: number): boolean;
  /** The contact point that is told when nobody else is; null: none is set. */
  fallback(): number | null;
  /** When the plant's working hours begin next; null: they run. */
  workingHoursFrom(atMs: Ms): Ms | null;
  /** The contact points with a receiver of their own that have passed their test. */
  tested(): number[];
}

export function notificationReach(
  { access, contactPoints, contactAddresses, plantSettings }: ReachStores,
  { plantTimeZone }: { plantTimeZone: string },
): NotificationReach {
  const isUsable = (id: number) => contactPoints.get(id) !== undefined;
  return {
    isUsable,
    workingHoursFrom: (at) => workingHoursFrom(at, plantSettings.get(), localDaysOf(plantTimeZone)),
    waysOf(userId, at) {
      const record = access.user(userId)?.is_active === true ? contactAddresses.of(userId) : undefined;
      const mailDomains = plantSettings.get().notification_mail_domains;
      return waysOf(record, { at, plantTimeZone, mailDomains, isUsable });
    },
    fallback() {
      const point = contactPoints.fallback();
      return point !== undefined && hasOwnReceiver(point.config) ? point.id : null;
    },
    tested: () =>
      contactPoints.list().filter(({ config, last_test }) =>
        hasOwnReceiver(config) && last_test?.passed === true
      )
        .map(({ id }) => id),
  };
}
