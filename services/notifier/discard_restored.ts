import type { EventRecord } from "../../domain/event/types.ts";
import { cancelled } from "../../domain/notification/delivery.ts";
import { escalationKey, groupKey, recipientKey } from "../../domain/notification/state_keys.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { saveDelivery } from "../../storage/writes/notification.ts";
import { restoredOutbox } from "../../storage/writes/outbox.ts";
import type { Notifications, Restore, RestoreRecord } from "../../storage/notifications/notifications.ts";

const COMMITS_AT_ONCE = 500;
const BECAUSE = "The store was restored from a backup; this may have been sent before";

/** The part of an active event that is considered after a restore. */
export type OpenEvent = Pick<EventRecord, "id" | "revision" | "recorded_at">;

/**
 * After a restore, what was due in the backup is not told, since the store that it was made of may have told it. The
 * events that were open in it are put into the outbox, to be told in a digest. Last, the restore is marked as
 * considered: what breaks off before that begins anew.
 */
export async function discardRestored(
  notifications: Notifications,
  { restored, active, nowMs }: { restored: Restore; active: readonly OpenEvent[]; nowMs: Ms },
): Promise<void> {
  const { versionstamp, record } = restored;
  for (;;) {
    const old = (await notifications.outbox(COMMITS_AT_ONCE)).filter((each) =>
      each.versionstamp < versionstamp
    );
    if (old.length === 0) break;
    await notifications.commit(old.map((entry) => entry.keys.map(deleted)));
  }
  const { state: { escalations, groups, budgets }, open } = await notifications.read();
  const lost = await notifications.lost();
  await notifications.commit([
    ...open.map((record) => saveDelivery(cancelled(record, { nowMs, because: BECAUSE }))),
    ...lost.map(({ id }) => [deleted(keys.deliveryLost(id))]),
    ...[...escalations].map((one) => [deleted(keys.notificationEscalation(escalationKey(one)))]),
    ...[...groups].map((one) => [deleted(keys.notificationGroup(groupKey(one)))]),
    ...[...budgets].map((one) => [deleted(keys.notificationBudget(recipientKey(one)))]),
  ]);
  // What was recorded since the restore has an outbox of its own.
  const wereOpen = active.filter(({ recorded_at }) => Date.parse(recorded_at) < record.at_ms);
  const considered: RestoreRecord = { ...record, is_considered: true };
  await notifications.commit([
    ...restoredOutbox(wereOpen, versionstamp).map((mutation) => [mutation]),
    [{ type: "set", key: keys.notificationsRestored(), value: considered }],
  ]);
}

function deleted(key: Key): Mutation {
  return { type: "delete", key };
}
