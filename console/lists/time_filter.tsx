import { useSignal } from "@preact/signals";
import { CalendarSearch } from "lucide";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { Field, SelectField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { useConsole } from "../shell/console.ts";
import { around, AROUND_MS, aroundText, type ListSpan, spanText, upToDay } from "./time_span.ts";

interface TimeFilterProps {
  span: ListSpan;
  go(span: ListSpan): void;
}

/** The span of a list: from and to, around a time, or from a day backwards. */
export function TimeFilter({ span, go }: TimeFilterProps) {
  const { time } = useConsole();
  const isOpen = useSignal(false);
  const isChosen = span.fromMs !== undefined || span.toMs !== undefined;
  return (
    <>
      <button
        type="button"
        class={`time-filter ${isChosen ? "chosen" : ""}`}
        aria-haspopup="dialog"
        aria-label={`Time: ${spanText(span, time)}`}
        onClick={() => isOpen.value = true}
      >
        <Icon node={CalendarSearch} />
        {spanText(span, time)}
      </button>
      {isOpen.value && (
        <TimeDialog
          span={span}
          go={(chosen) => {
            isOpen.value = false;
            go(chosen);
          }}
          onClose={() => isOpen.value = false}
        />
      )}
    </>
  );
}

const WAYS = [
  { value: "span", label: "From – to" },
  { value: "around", label: "Around a time" },
  { value: "day", label: "Jump to a day" },
];

function TimeDialog({ span, go, onClose }: TimeFilterProps & { onClose(): void }) {
  const { time } = useConsole();
  const field = (ms: number | undefined) => ms === undefined ? "" : time.field(ms).slice(0, 16);
  const form = useForm({
    initial: {
      way: "span",
      from: field(span.fromMs),
      to: field(span.toMs),
      at: field(span.fromMs ?? Date.now()),
      half: String(AROUND_MS[1]),
      day: field(span.toMs ?? Date.now()).slice(0, 10),
    },
    check: (values) => chosenSpan(values).issues,
    send: (values) => Promise.resolve(go(chosenSpan(values).span)),
  });

  function chosenSpan({ way, from, to, at, half, day }: Record<string, string>) {
    const issues: { path: string; message: string }[] = [];
    const msOf = (path: string, text: string, isNeeded = false) => {
      const ms = text === "" ? NaN : time.fromField(text.length === 16 ? `${text}:00` : text);
      if (Number.isNaN(ms) && (isNeeded || text !== "")) {
        issues.push({ path, message: "Enter a date and a time" });
      }
      return Number.isNaN(ms) ? undefined : ms;
    };
    let span: ListSpan = {};
    if (way === "around") span = around(msOf("at", at, true) ?? 0, Number(half));
    else if (way === "day") {
      span = upToDay(day, time);
      if (span.toMs === undefined) issues.push({ path: "day", message: "Enter a date" });
    } else {
      span = { fromMs: msOf("from", from), toMs: msOf("to", to) };
      if (issues.length === 0 && (span.fromMs ?? -Infinity) >= (span.toMs ?? Infinity)) {
        issues.push({ path: "to", message: "The end must be after the start" });
      }
    }
    return { span, issues };
  }

  const way = form.at("way");
  return (
    <Dialog title="Time" onClose={onClose}>
      <Form
        form={form}
        action="Show"
        more={
          <>
            <button type="button" onClick={() => go({})}>Any time</button>
            <button type="button" onClick={onClose}>Cancel</button>
          </>
        }
      >
        <p class="muted">Times of the plant, {time.zoneName}</p>
        <SelectField path="way" label="Show" options={WAYS} />
        {way === "span" && (
          <>
            <MomentField path="from" label="From" />
            <MomentField path="to" label="To" />
          </>
        )}
        {way === "around" && (
          <>
            <MomentField path="at" label="Time" />
            <SelectField
              path="half"
              label="Before and after"
              options={AROUND_MS.map((ms) => ({ value: String(ms), label: aroundText(ms) }))}
            />
          </>
        )}
        {way === "day" && <MomentField path="day" label="Day" type="date" />}
      </Form>
    </Dialog>
  );
}

function MomentField(
  { path, label, type = "datetime-local" }: { path: string; label: string; type?: "date" | "datetime-local" },
) {
  return (
    <Field path={path} label={label}>
      {({ value, set, attributes }) => (
        <input
          {...attributes}
          type={type}
          value={String(value)}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </Field>
  );
}
