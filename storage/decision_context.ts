import type { Sources } from "./sources.ts";
import type { DecisionContext } from "../domain/notification/engine_types.ts";
import { failingContactPointOf } from "../domain/notification/point_event.ts";
import { hidingOf } from "../domain/notification/hiding.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Storage } from "./contract.ts";
import type { NotificationReach } from "./notification_reach.ts";

const HOUR = 3_600_000;

/** Corrections reach back so far where no data source is configured. */
const USUAL_HORIZON_HOURS = 72;

type DecidingStores = Pick<
  Storage,
  "id" | "notificationPolicies" | "teams" | "rosters" | "sources" | "outOfService"
>;

/** What the decision about notifications asks, from memory. */
export function decisionContext(
  { id, notificationPolicies, teams, rosters, sources, outOfService }: DecidingStores,
  { reach, now_ms, ...given }: { reach: NotificationReach; now_ms: Ms } & Partial<DecisionContext>,
): DecisionContext {
  return {
    now_ms,
    policies: notificationPolicies.table(),
    fallback: reach.fallback(),
    spares: reach.tested(),
    isBroken: () => false,
    store_id: id,
    onCallOf: (id, at) => rosters.onCallOf(id, at),
    membersOf: (id) => teams.membersOf(id),
    waysOf: (id, at) => reach.waysOf(id, at),
    workingHoursFrom: (at) => reach.workingHoursFrom(at),
    isUsable: (id) => reach.isUsable(id),
    hidingOf: (event, atMs) => hidingOf(event, atMs, { outOfService: outOfService.at(event, atMs) }),
    failingContactPointOf,
    isWaiting: () => false,
    isUnderWay: () => false,
    keep_ended_ms: longestHorizonHours(sources) * HOUR,
    ...given,
  };
}

function longestHorizonHours(sources: Pick<Sources, "list">): number {
  const hours = sources.list().map(({ correction_horizon_hours }) => correction_horizon_hours);
  return hours.length === 0 ? USUAL_HORIZON_HOURS : Math.max(...hours);
}
