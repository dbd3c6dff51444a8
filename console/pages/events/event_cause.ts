import type { RuleEvent } from "../../api/client.ts";
import { valueText } from "../../parts/event_text.ts";

/** What raised an event, in one line: "Line1.Pressure: 90 bar, limit 80". */
export function causeText({ opened_by, trigger }: Pick<RuleEvent, "opened_by" | "trigger">): string {
  if (opened_by === null) {
    return trigger.map(({ stream, value, unit }) => `${stream}: ${withUnit(value, unit)}`).join(", ");
  }
  const { subject, value, limit, unit } = opened_by;
  const compared = limit === null ? "" : `, limit ${limit}`;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${withUnit(value, unit)}${compared}`;
}

function withUnit(value: RuleEvent["trigger"][number]["value"], unit: string | null = ""): string {
  return unit ? `${valueText(value, { unit })} ${unit}` : valueText(value);
}
