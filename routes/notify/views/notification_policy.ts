import type { Recipient } from "../../../domain/notification/types.ts";
import { EVERYTHING_ELSE } from "../../../domain/notification_policy/limits.ts";
import type { PolicyRecord } from "../../../domain/notification_policy/schema.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

type Stores = Pick<AppDeps, "storage">;

/** A policy with the names of those it calls, and with what it names and does not exist. */
export function policyView({ v: _, ...policy }: PolicyRecord, deps: Stores) {
  const record: PolicyRecord = { v: 1, ...policy };
  const called = new Map(policy.steps.flatMap(({ to }) => to).map((one) => [`${one.kind}/${one.id}`, one]));
  return {
    ...policy,
    is_last: policy.id === EVERYTHING_ELSE,
    recipients: [...called.values()].map((one) => ({ ...one, name: recipientName(one, deps) })),
    missing: deps.storage.notificationPolicies.missing(record),
  };
}

/** Null: it does not exist. */
export function recipientName({ kind, id }: Recipient, { storage }: Stores): string | null {
  switch (kind) {
    case "user": {
      const user = storage.access.user(id);
      return user === undefined ? null : user.display_name ?? user.username;
    }
    case "team":
      return storage.teams.get(id)?.name ?? null;
    case "roster":
      return storage.rosters.get(id)?.name ?? null;
    case "contact_point":
      return storage.contactPoints.get(id)?.name ?? null;
  }
}
