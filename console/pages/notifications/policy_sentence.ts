import { UNTIL_ANSWERED } from "../../../domain/notification_policy/limits.ts";
import type { Schemas } from "../../api/client.ts";
import { countText } from "../../parts/numbers.ts";

export type Policy = Schemas["NotificationPolicy"];

/** The names of what policies match, by id. */
export interface PolicyNames {
  area(id: number): string | undefined;
  location(id: string): string | undefined;
  template(id: number): string | undefined;
}

/** Which events a policy takes: `Critical and error events in North`. */
export function matchText({ match, is_last }: Pick<Policy, "match" | "is_last">, names: PolicyNames): string {
  if (is_last) return "All other events";
  const { severities, categories, flags, template_ids } = match;
  const kinds = [listText([...severities, ...flags.map(flagText)]), listText(categories)].filter(Boolean)
    .join(" ");
  const places = [
    ...match.area_ids.map((id) => names.area(id) ?? `area ${id}`),
    ...match.plant_node_ids.map((id) => names.location(id) ?? id),
  ];
  const templates = template_ids.map((id) => names.template(id) ?? `template ${id}`);
  const text = [
    kinds === "" ? "All events" : `${kinds} events`,
    templates.length > 0 && `of ${listText(templates)}`,
    places.length > 0 && `in ${listText(places)}`,
  ].filter(Boolean).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who is told, and when: one sentence a step. */
export function stepTexts({ steps, recipients }: Pick<Policy, "steps" | "recipients">): string[] {
  if (steps.length === 0) return ["Tell the fallback contact point."];
  return steps.map(({ after_minutes, to }, at) => {
    const when = after_minutes === 0 ? "At once" : `After ${minutesText(after_minutes)}`;
    return `${when}, call ${listText(to.map((one) => recipientText(one, recipients)))}${
      at === 0 ? "" : " too"
    }.`;
  });
}

/** How long it goes on: `Twice more, every hour, until somebody acknowledges the event.` */
export function endText(
  { steps, repeat, repeat_interval_minutes, hours, stop_on, notify_resolved, continue: goesOn }: Policy,
): string {
  const apart = minutesText(repeat_interval_minutes);
  const rounds = repeat === 0
    ? ""
    : repeat === UNTIL_ANSWERED
    ? `again and again, ${apart} apart, `
    : `${timesText(repeat)} more, ${apart} apart, `;
  const until = steps.length === 0 ? [] : [`${rounds}until ${stopsText(stop_on)}.`];
  return [
    ...until.map((text) => text.charAt(0).toUpperCase() + text.slice(1)),
    ...hours === "working_hours" ? ["Outside working hours, events that are not critical wait."] : [],
    ...notify_resolved ? ["Everybody who was told is told when the event closes."] : [],
    ...goesOn ? ["The next policies are asked too."] : [],
  ].join(" ");
}

/** `somebody acknowledges or shelves the event, or it closes`. */
function stopsText(stopOn: Policy["stop_on"]): string {
  const acts = STOPS.filter(([how]) => stopOn.includes(how)).map(([, text]) => text);
  const byHand = acts.length === 0 ? "" : `somebody ${listText(acts, "or")} the event`;
  if (!stopOn.includes("close")) return byHand;
  return byHand === "" ? "the event closes" : `${byHand}, or it closes`;
}

const STOPS = [["acknowledge", "acknowledges"], ["shelve", "shelves"]] as const;

export const RECIPIENT_KINDS = {
  user: "Person",
  team: "Team",
  roster: "Roster",
  contact_point: "Contact point",
} as const;

function recipientText(
  { kind, id }: Policy["steps"][number]["to"][number],
  recipients: Policy["recipients"],
): string {
  const name = recipients.find((one) => one.kind === kind && one.id === id)?.name ?? null;
  if (name === null) return `a deleted ${RECIPIENT_KINDS[kind].toLowerCase()}`;
  return kind === "user" ? name : `the ${RECIPIENT_KINDS[kind].toLowerCase()} ${name}`;
}

export const FLAG_TEXTS = {
  initial: "active when deployed",
  late_detected: "found late",
  chattering: "chattering",
  backfilled: "backfilled",
  retracted: "retracted",
} as const;

function flagText(flag: keyof typeof FLAG_TEXTS): string {
  return FLAG_TEXTS[flag];
}

/** `10 minutes`, `1 hour`, `1 hour 30 minutes`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60), rest = minutes % 60;
  return [hours > 0 && countText(hours, "hour"), (rest > 0 || hours === 0) && countText(rest, "minute")]
    .filter(Boolean).join(" ");
}

/** How often all steps begin again, as a form offers it. */
export function repeatText(repeat: Policy["repeat"]): string {
  if (repeat === UNTIL_ANSWERED) return "Until somebody answers";
  const text = repeat === 0 ? "not at all" : timesText(repeat);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timesText(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}

/** `a, b and c`. */
export function listText(items: readonly string[], last: "and" | "or" = "and"): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}
