import { useConsole } from "../../shell/console.ts";
import { type DayPart, partText, type ShiftDay, shiftDays, type ShownShift, whoText } from "./shift_days.ts";

interface ShiftDaysProps {
  shifts: readonly ShownShift[];
  /** The roster's. */
  zone: string;
  /** The names of the layers. */
  layers: readonly string[];
}

const MOST_DAYS = 14;

/** Shifts as a calendar: a list of days, each with its shifts in words. */
export function ShiftDays({ shifts, zone, layers }: ShiftDaysProps) {
  const days = shiftDays(shifts, zone).slice(0, MOST_DAYS);
  return (
    <ol class="on-call-days" aria-label="Shifts by day">
      {days.map((day) => <Day key={day.date} day={day} layers={layers} />)}
    </ol>
  );
}

const DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

function Day({ day: { date, parts }, layers }: { day: ShiftDay; layers: readonly string[] }) {
  return (
    <li class="on-call-day">
      <h4>
        <time dateTime={date}>{DATE.format(new Date(date))}</time>
      </h4>
      <ul>{parts.map((part) => <Part key={part.from} part={part} layers={layers} />)}</ul>
    </li>
  );
}

function Part({ part, layers }: { part: DayPart; layers: readonly string[] }) {
  const { people } = useConsole();
  const { kind, layer, override_id } = part.shift;
  const source = override_id === null ? layer === null ? undefined : layers[layer] : "override";
  return (
    <li class={`on-call-part ${kind}`} title={source}>
      <span class="on-call-hours">{partText(part)}</span>
      <span class="on-call-who">{whoText(part.shift, (username) => people.nameOf(username))}</span>
      {override_id !== null && <span class="on-call-override">override</span>}
    </li>
  );
}
