import { dateOfDay, localDaysOf } from "../../../domain/hours/local_days.ts";

/** A shift as the API tells it. */
export interface ShownShift {
  from: string;
  to: string;
  kind: "on_call" | "hole" | "free";
  user_id: number | null;
  username: string | null;
  presence: "present" | "disabled" | "deleted";
  layer: number | null;
  override_id: number | null;
}

/** The part of a shift that lies on a day. */
export interface DayPart {
  shift: ShownShift;
  /** `06:00`; empty where the shift covers the whole day. */
  from: string;
  /** `24:00` at the end of the day. */
  to: string;
}

/** A day with its parts of shifts, in the order of time. */
export interface ShiftDay {
  /** `2026-01-31`. */
  date: string;
  parts: DayPart[];
}

/** The shifts by the days of a zone. Days without a shift are left out. */
export function shiftDays(shifts: readonly ShownShift[], zone: string): ShiftDay[] {
  const days = localDaysOf(zone), found = new Map<number, DayPart[]>();
  for (const shift of shifts) {
    const from = Date.parse(shift.from), to = Date.parse(shift.to);
    const last = days.dayAt(to - 1);
    for (let day = days.dayAt(from); day <= last; day++) {
      const start = days.timeOf(day, 0), end = days.timeOf(day + 1, 0);
      if (start >= end) continue;
      const part = {
        shift,
        from: from <= start ? "00:00" : clockText(days.minuteAt(from)),
        to: to >= end ? "24:00" : clockText(days.minuteAt(to)),
      };
      found.set(day, [...found.get(day) ?? [], part]);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([day, parts]) => ({ date: dateOfDay(day), parts }));
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** `all day`, `until 06:00`, `from 22:00`, `06:00 to 22:00`. */
export function partText({ from, to }: DayPart): string {
  if (from === "00:00") return to === "24:00" ? "all day" : `until ${to}`;
  return to === "24:00" ? `from ${from}` : `${from} to ${to}`;
}

/** Who has a shift, or that nobody has. */
export function whoText(
  { kind, user_id, username, presence }: ShownShift,
  nameOf: (username: string) => string,
): string {
  if (kind === "on_call") return username === null ? "Somebody" : nameOf(username);
  if (user_id === null) return kind === "free" ? "Nobody needed" : "Nobody";
  return `Nobody: ${username === null ? "the user is deleted" : `${nameOf(username)} is ${presence}`}`;
}

/** The first shift that has not ended; undefined: all have. */
export function shiftAt(shifts: readonly ShownShift[], now: number): ShownShift | undefined {
  return shifts.find(({ to }) => Date.parse(to) > now);
}

/** A time in the zone of a roster, to the minute: `Mon 23 Nov, 22:00 CET`. */
export function timeIn(zone: string, iso: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return format.format(new Date(iso));
}
