/** What a field takes: a date and a time, a date, or a time of day. */
export type MomentKind = "moment" | "date" | "time";

/** What to say of a text that is none. */
export const MOMENT_ISSUES: Readonly<Record<MomentKind, string>> = {
  moment: "Enter a date and a time, such as 2026-01-31 14:05",
  date: "Enter a date, such as 2026-01-31",
  time: "Enter a time of day with 24 hours, such as 14:05",
};

interface ReadOptions {
  kind: MomentKind;
  /** Now in the zone of the field: `2026-01-31T14:05:09`. A time without a date is one of today. */
  now: string;
}

/**
 * `2026-01-31T14:05`, `2026-01-31` or `14:05` of what somebody types: `2026-01-31 14:05:09`, `31.1.2026 14.05`,
 * `31.1.`, `yesterday 6:30`, `1405`, `2:05 pm`, `now`. Undefined of anything else, and of dates that do not exist.
 */
export function readMoment(text: string, { kind, now }: ReadOptions): string | undefined {
  const words = text.trim().toLowerCase().replace(/(\d)t(\d)/, "$1 $2");
  if (words === "now") {
    return { moment: now.slice(0, 16), date: now.slice(0, 10), time: now.slice(11, 16) }[kind];
  }
  if (kind === "time") return timeOf(words);
  const [, first = "", rest = ""] = /^(\S+)\s*,?\s*(.*)$/.exec(words) ?? [];
  const date = dateOf(first.replace(/,$/, ""), now);
  if (kind === "date") return rest === "" ? date : undefined;
  if (date === undefined) return joined(now.slice(0, 10), timeOf(words));
  return joined(date, rest === "" ? "00:00" : timeOf(rest));
}

function joined(date: string, time: string | undefined): string | undefined {
  return time === undefined ? undefined : `${date}T${time}`;
}

/** Year first, or with dots and the day first; with strokes the order is not known. */
function dateOf(word: string, now: string): string | undefined {
  const today = now.slice(0, 10);
  if (word === "today") return today;
  if (word === "yesterday" || word === "tomorrow") {
    return movedBy(today, { days: word === "tomorrow" ? 1 : -1 });
  }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(word);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?$/.exec(word);
  if (iso !== null) return existing(iso[1]!, iso[2]!, iso[3]!);
  if (dotted === null) return undefined;
  const year = dotted[3] ?? today.slice(0, 4);
  return existing(year.length === 2 ? `20${year}` : year, dotted[2]!, dotted[1]!);
}

function existing(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : undefined;
}

function timeOf(text: string): string | undefined {
  const [, hours = "", minutes = "00", seconds, half] =
    /^(\d{1,2})(?:[:.h]?(\d\d))?(?:[:.](\d\d)(?:\.\d+)?)?\s*(am|pm)?$/.exec(text) ?? [];
  if (hours === "" || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
  const isOfHalf = half === undefined || (Number(hours) >= 1 && Number(hours) <= 12);
  const hour = half === undefined ? Number(hours) : Number(hours) % 12 + (half === "pm" ? 12 : 0);
  if (!isOfHalf || hour > 23) return undefined;
  return [String(hour).padStart(2, "0"), minutes, ...seconds === undefined ? [] : [seconds]].join(":");
}

function movedBy(date: string, { days }: { days: number }): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Where the parts of `2026-01-31 14:05:09` end. */
const PART_ENDS = [4, 7, 10, 13, 16, 19];

/** A value with the part at the caret one more or less: its day, its hour; what is beyond a part's end moves the next. */
export function stepMoment(
  value: string,
  { kind, caret, by }: { kind: MomentKind; caret: number; by: 1 | -1 },
): string {
  const whole = kind === "time" ? `2000-01-01T${value}` : kind === "date" ? `${value}T00:00` : value;
  const at = PART_ENDS.findIndex((end) => (kind === "time" ? caret + 11 : caret) <= end);
  const date = new Date(`${whole}Z`);
  if (at === 0) date.setUTCFullYear(date.getUTCFullYear() + by);
  else if (at === 1) date.setUTCMonth(date.getUTCMonth() + by);
  else date.setTime(date.getTime() + by * (STEPS_MS[at] ?? 1_000));
  const text = date.toISOString();
  return kind === "time" ? text.slice(11, 11 + value.length) : text.slice(0, value.length);
}

const STEPS_MS = [0, 0, 86_400_000, 3_600_000, 60_000, 1_000];
