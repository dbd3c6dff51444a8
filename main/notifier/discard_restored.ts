import { cancelled } from "../../domain/notification/delivery.ts";
import { escalationKey, groupKey, recipientKey } from "../../domain/notification/state_keys.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { Notifications } from "../../storage/notifications_contract.ts";
import { saveDelivery } from "../../storage/writes/notification.ts";

const COMMITS_AT_ONCE = 500;
const BECAUSE = "The store was restored from a backup; this may have been sent before";

/**
 * After a restore, whose commit has the versionstamp `restored`: what was due in the backup is not told, since the store that it was made of may have told it. Last,
 * the mark of the restore is removed. Events that change from now on are told as always.
 */
export async function discardRestored(
  notifications: Notifications,
  { restored, nowMs }: { restored: string; nowMs: Ms },
): Promise<void> {
  for (;;) {
    const old = (await notifications.outbox(COMMITS_AT_ONCE)).filter((each) => each.versionstamp < restored);
    if (old.length === 0) break;
    await notifications.commit(old.map((entry) => entry.keys.map(deleted)));
  }
  const { state: { escalations, groups, budgets }, open } = await notifications.read();
  await notifications.commit([
    ...open.map((record) => saveDelivery(cancelled(record, { nowMs, because: BECAUSE }))),
    ...[...escalations].map((one) => [deleted(keys.notificationEscalation(escalationKey(one)))]),
    ...[...groups].map((one) => [deleted(keys.notificationGroup(groupKey(one)))]),
    ...[...budgets].map((one) => [deleted(keys.notificationBudget(recipientKey(one)))]),
  ]);
  await notifications.commit([[deleted(keys.notificationsRestored())]]);
}

function deleted(key: Key): Mutation {
  return { type: "delete", key };
}
