import { acknowledgementsOf } from "../event/acknowledgement.ts";
import { valueText } from "../event/fill_texts.ts";
import { displayNameOf } from "../event/view.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { SampleValue } from "../sample/types.ts";
import type { EventRecord, Severity } from "../event/types.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";
import type { DeliveryRecord } from "./delivery.ts";
import { MOST_NAMED } from "./limits.ts";
import type { NotificationReason, NotifiedEvent, OutgoingMessage, Unreached } from "./types.ts";

export interface ComposeOptions {
  /** The present records of the events that the message names, the most severe first; deleted ones are missing. */
  events: readonly EventRecord[];
  /** The path of a plant node, such as `North/Line 1`; null: unknown. */
  locationOf(flocId: string): string | null;
  /** Whom a message called, and by which way: `Anna Keller by Company mail`. */
  nameOf(called: Unreached): string;
  /** The reader's zone. */
  timeZone: string;
  /** Without a slash at the end; null: no links. */
  publicUrl: string | null;
  /** The page with the buttons of a person. */
  answerLink: string | null;
  nowMs: Ms;
}

/** A delivery that leaves later than this after it was due says so; an event that is active for longer, for how long. */
const LATE_MS = 10 * 60_000;

/** The message of a delivery, in the reader's zone. */
export function compose(record: DeliveryRecord, options: ComposeOptions): OutgoingMessage {
  const { events, publicUrl, answerLink, nowMs } = options;
  const named = events.slice(0, MOST_NAMED).map((event) => notified(event, options));
  const isResolved = record.reason === "resolved" ||
    events.length > 0 && events.every((one) => !one.is_active);
  return {
    key: record.key,
    event_key: record.event_key,
    reason: record.reason,
    severity: record.severity,
    is_drill: record.is_drill === true,
    status: isResolved ? "resolved" : "firing",
    to: record.target.address,
    title: titleOf(record, named),
    text: textOf(record, named, options),
    link: publicUrl === null ? null : pageOf(record, publicUrl),
    answer_link: answerLink,
    events: named,
    sent_at: isoFromMs(nowMs),
  };
}

function notified(event: EventRecord, { locationOf, publicUrl }: ComposeOptions): NotifiedEvent {
  const { id, severity, is_active, start_time, end_time, template_instance, category, rule_id } = event;
  const { plant_node_floc_id, acknowledged_at, acknowledged_by, revision, flags, event_description } = event;
  const { trigger, limit = null, opened_by = null, guidance = null } = event;
  return {
    ...{ id, severity, is_active, start_time, end_time, template_instance, category, rule_id },
    ...{ plant_node_floc_id, acknowledged_at, acknowledged_by, revision, flags, event_description },
    ...{ trigger, limit, opened_by, guidance },
    display_name: displayNameOf(event),
    location: plant_node_floc_id === null ? null : locationOf(plant_node_floc_id),
    link: publicUrl === null ? null : `${publicUrl}/events/${id}`,
  };
}

function pageOf({ event_ids }: DeliveryRecord, publicUrl: string): string {
  return event_ids.length === 1 ? `${publicUrl}/events/${event_ids[0]}` : `${publicUrl}/events`;
}

const LABELS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  error: "Error",
  warning: "Warning",
  info: "Info",
};

const REASON_TEXTS: Readonly<Record<NotificationReason, string>> = {
  opened: "",
  severity_raised: "The severity was raised.",
  escalated: "Nobody has answered yet.",
  repeated: "Nobody has acknowledged this yet.",
  re_alarm: "",
  resolved: "",
  corrected: "Late or corrected data have changed this.",
  digest: "",
  restored:
    "The data of Andon were restored from a backup. This was open in it; you may have been told of it before.",
  heartbeat: "",
  test: "This is a test.",
};

const DRILL_TEXT = "This is a drill: nothing is wrong in the plant. Answer as you would answer the event.";

function titleOf(
  { reason, event_ids, severity, is_drill }: DeliveryRecord,
  events: readonly NotifiedEvent[],
): string {
  const drill = is_drill === true ? "Drill: " : "";
  const [first] = events;
  if (event_ids.length === 1 && first !== undefined) {
    const state = first.flags.includes("retracted")
      ? "Retracted"
      : reason === "resolved" || !first.is_active
      ? is_drill === true ? "Ended" : "Resolved"
      : LABELS[first.severity];
    const measured = first.is_active ? measuredTexts(first)[0] : undefined;
    return `${drill}${state}: ${first.display_name}, ${first.template_instance}` +
      (measured === undefined ? "" : `: ${measured.text}`);
  }
  if (event_ids.length === 1) return `${drill}Event ${event_ids[0]} was deleted`;
  const what = is_drill === true ? "drills" : reason === "resolved" ? "resolved" : "events";

  return `${drill}${event_ids.length} ${what}, the most severe: ${LABELS[severity].toLowerCase()}`;
}

function textOf(
  record: DeliveryRecord,
  events: readonly NotifiedEvent[],
  { timeZone, nowMs, answerLink, nameOf, events: records }: ComposeOptions,
): string {
  const notes = new Map(
    records.map((event) => [event.id, { age: ageText(event, nowMs), again: reAlarmText(event, nowMs) }]),
  );
  const time = timeIn(timeZone);
  const late = nowMs - record.due_at_ms > LATE_MS ? [`Due at ${time(record.due_at_ms)}, sent late.`] : [];
  const left = record.event_ids.length - events.length;
  return [
    ...record.is_drill === true ? [DRILL_TEXT] : [],
    ...[REASON_TEXTS[record.reason]].filter((text) => text !== ""),
    ...late,
    ...unreachedText(record, nameOf),
    ...events.map((event) => eventText(event, { time, ...notes.get(event.id) })),
    ...left > 0 ? [`And ${left} more, or deleted.`] : [],
    ...answerLink === null ? [] : [`Acknowledge, or answer that you cannot:\n${answerLink}`],
    ...record.escalates ? ["If nobody answers, the next step of the escalation follows."] : [],
  ].join("\n\n");
}

/** Whom the steps before it could not reach, and why: a line each way. */
function unreachedText({ unreached = [] }: DeliveryRecord, nameOf: ComposeOptions["nameOf"]): string[] {
  const lines = unreached.map((one) => `${nameOf(one)}: ${one.words.replaceAll(/\s+/g, " ")}`);
  return lines.length === 0 ? [] : [["Could not be reached:", ...lines].join("\n")];
}

/** What an event says that needs a new acknowledgement; else nothing. */
function reAlarmText(event: EventRecord, nowMs: Ms): string {
  const last = acknowledgementsOf(event).at(-1);
  if (event.re_alarm === undefined || !event.is_active || last === undefined) return "";
  return `Still active, acknowledged ${
    agoText(nowMs - Date.parse(last.at))
  } by ${last.by}: acknowledge again`;
}

/** `75 min ago`, `3 h ago`. */
function agoText(ms: Ms): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 120 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

function eventText(
  event: NotifiedEvent,
  { time, age = "", again = "" }: { time: (ms: Ms) => string; age?: string; again?: string },
): string {
  const place = event.location === null ? "" : ` (${event.location})`;
  const ended = event.end_time === null ? "" : `, until ${time(Date.parse(event.end_time))}`;
  return [
    `${LABELS[event.severity]}: ${event.display_name}, ${event.template_instance}${place}`,
    again,
    `Since ${time(Date.parse(event.start_time))}${ended}`,
    age,
    ...measuredTexts(event).map(({ subject, text }) => `Opened by ${subject}: ${text}`),
    event.event_description,
    ...event.is_active ? guidanceTexts(event) : [],
    event.acknowledged_by === null ? "" : `Acknowledged by ${event.acknowledged_by}`,
    event.link ?? "",
  ].filter((line) => line !== "").join("\n");
}

/** More samples decide an event only where a rule compares many streams. */
const MOST_SAMPLES = 3;

interface Measured {
  subject: string;
  value: SampleValue | null;
  limit: string | null;
  unit: string;
}

/** What opened an event: `9.87 bar, limit 5 bar`. */
function measuredTexts(event: NotifiedEvent): { subject: string; text: string }[] {
  const first = decidedBy(event);
  const others = event.trigger.filter(({ stream }) => stream !== first?.subject).map((sample) => (
    { subject: sample.stream, value: sample.value, limit: null, unit: sample.unit ?? "" }
  ));
  return [...first === null ? [] : [first], ...others].slice(0, MOST_SAMPLES).map(measuredText);
}

/** An event of an older program has its first sample alone. */
function decidedBy({ opened_by, trigger: [first], limit }: NotifiedEvent): Measured | null {
  if (opened_by !== null) {
    const hasLimit = !["Equality", "States", "Texts"].includes(OPERATORS[opened_by.operator].group);
    return hasLimit ? opened_by : { ...opened_by, limit: null };
  }
  if (first === undefined) return null;
  const held = limit === null ? null : valueText(limit.value);
  return { subject: first.stream, value: first.value, limit: held, unit: first.unit ?? "" };
}

function measuredText({ subject, value, limit, unit }: Measured): { subject: string; text: string } {
  const inUnit = (text: string) => unit === "" ? text : `${text} ${unit}`;
  return { subject, text: inUnit(valueText(value)) + (limit === null ? "" : `, limit ${inUnit(limit)}`) };
}

function guidanceTexts({ guidance }: NotifiedEvent): string[] {
  if (guidance === null) return [];
  const { action, cause, consequence } = guidance;
  return [["What to do", action], ["Cause", cause], ["Consequence", consequence]]
    .flatMap(([name, text]) => text ? [`${name}: ${text}`] : []);
}

/** How long an event is active, if that is more than 10 minutes: `Active for 3 hours 5 minutes`. */
function ageText({ is_active, activated_at }: EventRecord, nowMs: Ms): string {
  const minutes = Math.floor((nowMs - Date.parse(activated_at)) / 60_000);
  if (!is_active || nowMs - Date.parse(activated_at) <= LATE_MS) return "";
  const parts = [
    [Math.floor(minutes / 1_440), "day"],
    [Math.floor(minutes / 60) % 24, "hour"],
    [minutes % 60, "minute"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return `Active for ${shown.join(" ")}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes a time in a zone, such as "31 Jan 2026, 09:15:02 CET". */
export function timeIn(timeZone: string): (ms: Ms) => string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      ...{
        day: "numeric",
        month: "short",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
      },
      timeZone,
      timeZoneName: "short",
    });
    formats.set(timeZone, format);
  }
  const known = format;
  return (ms) => known.format(ms);
}
