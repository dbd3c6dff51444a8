import type { Recipient } from "../../../domain/notification/types.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { NotificationReach } from "../../../storage/notification_reach.ts";

interface Context {
  storage: Pick<Storage, "access" | "teams" | "rosters" | "contactPoints" | "contactAddresses">;
  reach: NotificationReach;
  at: Ms;
}

/** Why a step that names a recipient reaches nobody by it at a time. */
export function whyUnreached({ kind, id }: Recipient, context: Context): string {
  const { storage: { teams, rosters, contactPoints }, at } = context;
  switch (kind) {
    case "user":
      return whyNoWay(id, context);
    case "team": {
      const team = teams.get(id), members = teams.membersOf(id);
      if (team === undefined) return `Team ${id} does not exist`;
      if (members.length === 0) return `Team "${team.name}" has no active member`;
      return `Nobody in team "${team.name}" is reached: ${
        members.map((one) => whyNoWay(one, context)).join(", ")
      }`;
    }
    case "roster": {
      const roster = rosters.get(id), onCall = rosters.onCallOf(id, at);
      if (roster === undefined) return `Roster ${id} does not exist`;
      if (onCall.length === 0) return `Nobody is on call in roster "${roster.name}" at that time`;
      return `Roster "${roster.name}": ${onCall.map((one) => whyNoWay(one, context)).join(", ")}`;
    }
    case "contact_point": {
      const point = contactPoints.get(id);
      return point === undefined
        ? `Contact point ${id} does not exist`
        : `Contact point "${point.name}" is the one that fails`;
    }
  }
}

function whyNoWay(userId: number, { storage: { access, contactAddresses }, reach, at }: Context): string {
  const user = access.user(userId);
  if (user === undefined) return `User ${userId} does not exist`;
  const name = user.display_name ?? user.username;
  if (!user.is_active) return `${name} is disabled`;
  const addresses = contactAddresses.of(userId)?.addresses ?? [];
  if (addresses.every(({ confirmed_at_ms }) => confirmed_at_ms === null)) {
    return `${name} has no confirmed address`;
  }
  return reach.waysOf(userId, at).targets.length === 0
    ? `The address of ${name} is not used: its contact point was deleted, or the plant does not allow its mail domain`
    : `${name} is reached only by the contact point that fails`;
}
