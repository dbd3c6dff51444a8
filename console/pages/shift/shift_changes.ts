import type { Schemas } from "../../api/client.ts";
import { countText } from "../../parts/numbers.ts";
import { actionText, resourceText, subjectText } from "../settings/audit_model.ts";

type AuditEntry = Schemas["AuditEntry"];

/** Changes of one kind by one person. */
export interface ShiftChange {
  key: string;
  who: string;
  /** When the last of them was made. */
  atMs: number;
  /** `deployed instance “Pump 1”`, `deployed 40 instances: instance “Pump 1”, …`. */
  text: string;
}

/** What people do to events stands in the other lists; sign-ins and people's own addresses change nothing for others. */
const LEFT_OUT = new Set(["rule_event", "session", "refusal", "saved_view", "contact_addresses"]);
const MOST_NAMED = 3;

/** Newest first; the changes of one person, action and kind of resource are one row. */
export function shiftChanges(entries: readonly AuditEntry[]): ShiftChange[] {
  const meant = entries.filter(({ resource_type }) => !LEFT_OUT.has(resource_type));
  const groups = Map.groupBy(
    meant,
    ({ who, action, resource_type }) => JSON.stringify([who, action, resource_type]),
  );
  return [...groups].map(([key, same]) => ({
    key,
    who: same[0]!.who,
    atMs: Math.max(...same.map(({ at }) => Date.parse(at))),
    text: textOf(same),
  })).sort((a, b) => b.atMs - a.atMs);
}

function textOf(same: readonly AuditEntry[]): string {
  const { action, resource_type } = same[0]!;
  const subjects = [...new Set(same.map(subjectText))];
  if (subjects.length === 1) {
    const times = same.length === 1 ? "" : `, ${countText(same.length, "time")}`;
    return `${actionText(action)} ${subjects[0]}${times}`;
  }
  const kind = resourceText(resource_type);
  const names = subjects.map((subject) => subject.replace(`${kind} `, ""));
  const named = names.slice(0, MOST_NAMED).join(", ") + (names.length > MOST_NAMED ? ", …" : "");
  return `${actionText(action)} ${countText(names.length, kind)}: ${named}`;
}
