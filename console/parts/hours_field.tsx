import { Plus, X } from "lucide";
import { Field } from "./form/fields.tsx";
import { useFormContext } from "./form/form.tsx";
import { MomentField } from "./form/moment_field.tsx";
import { Icon } from "./icon.tsx";

/** A part of some weekdays, as forms hold it. */
export interface HoursValue {
  weekdays: number[];
  from: string;
  to: string;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `Mon, Tue 06:00–22:00`. */
export function hoursText({ weekdays, from, to }: HoursValue): string {
  return `${weekdays.map((day) => WEEKDAYS[day - 1]).join(", ")} ${from}–${to}`;
}

interface HoursFieldsProps {
  /** The path of the list in the form. */
  path: string;
  label: string;
  /** What an empty list means: "always". */
  none: string;
  fresh: HoursValue;
}

/** A list of hours: weekdays, from and to. Hours that end at or before their begin last to the next day. */
export function HoursFields({ path, label, none, fresh }: HoursFieldsProps) {
  const { form } = useFormContext();
  const value = form.at(path);
  const rows: unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="hours-fields">
      <legend>{label}</legend>
      {rows.length === 0 && <p class="muted">{none}</p>}
      {rows.map((_, at) => (
        <div key={at} class="hours-row">
          <Weekdays path={`${path}.${at}.weekdays`} />
          <MomentField path={`${path}.${at}.from`} label="From" kind="time" />
          <MomentField path={`${path}.${at}.to`} label="To" kind="time" />
          <button
            type="button"
            aria-label={`Remove line ${at + 1} of ${label.toLowerCase()}`}
            onClick={() => form.set(path, rows.filter((_, index) => index !== at))}
          >
            <Icon node={X} />
          </button>
        </div>
      ))}
      <button type="button" onClick={() => form.set(path, [...rows, fresh])}>
        <Icon node={Plus} />
        Add hours
      </button>
    </fieldset>
  );
}

function Weekdays({ path }: { path: string }) {
  return (
    <Field path={path} label="Weekdays">
      {({ value, set, attributes: { id, ...described } }) => {
        const chosen = Array.isArray(value) ? value.map(Number) : [];
        return (
          <div class="hours-weekdays" role="group" aria-label="Weekdays" tabIndex={-1} id={id} {...described}>
            {WEEKDAYS.map((name, at) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(at + 1)}
                  onChange={() => set(toggled(chosen, at + 1))}
                />
                {name}
              </label>
            ))}
          </div>
        );
      }}
    </Field>
  );
}

function toggled(days: readonly number[], day: number): number[] {
  const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day];
  return next.sort((a, b) => a - b);
}
