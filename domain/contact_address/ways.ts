import { hoursSpans } from "../hours/hours.ts";
import { localDaysOf } from "../hours/local_days.ts";
import type { Target } from "../notification/types.ts";
import type { Ms } from "../shared/time.ts";
import { isAllowedMail } from "./address.ts";
import type { ContactAddressesRecord } from "./types.ts";

/** The ways to a person at a time, the first one first. */
export interface PersonWays {
  targets: Target[];
  /** The end of the present quiet hours; null: there are none now. */
  quiet_until_ms: Ms | null;
}

const NO_WAYS: PersonWays = { targets: [], quiet_until_ms: null };
/** Quiet hours that never end are asked again after a week. */
const AHEAD_MS = 7 * 24 * 3_600_000;

/** The confirmed addresses at usable contact points, and the quiet hours. */
export function waysOf(
  record: ContactAddressesRecord | undefined,
  { at, plantTimeZone, mailDomains, isUsable }: {
    at: Ms;
    plantTimeZone: string;
    mailDomains: readonly string[];
    isUsable(contactPointId: number): boolean;
  },
): PersonWays {
  if (record === undefined) return NO_WAYS;
  const { user_id, addresses } = record;
  const usable = addresses.filter(({ confirmed_at_ms, contact_point_id, address }) =>
    confirmed_at_ms !== null && isUsable(contact_point_id) && isAllowedMail(address, mailDomains)
  );
  return {
    targets: usable.map(({ contact_point_id, address }) => ({ contact_point_id, user_id, address })),
    quiet_until_ms: quietUntil(record, { at, plantTimeZone }),
  };
}

function quietUntil(
  { time_zone, quiet_hours }: ContactAddressesRecord,
  { at, plantTimeZone }: { at: Ms; plantTimeZone: string },
): Ms | null {
  if (quiet_hours.length === 0) return null;
  const zone = localDaysOf(time_zone ?? plantTimeZone);
  const [first] = hoursSpans(quiet_hours, { zone, span: { from: at, to: at + AHEAD_MS } });
  return first?.from === at ? first.to : null;
}
