import { Dialog } from "../parts/dialog.tsx";
import { SelectField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { MomentField } from "../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../parts/form/moment_text.ts";
import { useForm } from "../parts/form/use_form.ts";
import { useConsole } from "../shell/console.ts";
import { around, AROUND_MS, aroundText, type ListSpan, upToDay } from "./time_span.ts";

interface TimeDialogProps {
  span: ListSpan;
  go(span: ListSpan): void;
  onClose(): void;
  /** For a span that needs both ends, to the second: what is wrong with it. */
  boundedProblem?(span: { fromMs: number; toMs: number }): string | undefined;
}

const WAYS = [
  { value: "span", label: "From – to" },
  { value: "around", label: "Around a time" },
  { value: "day", label: "Jump to a day" },
];

/** Chooses a span: from and to, around a time, or from a day backwards; in the zone of the reader's choice. */
export function TimeDialog({ span, go, onClose, boundedProblem }: TimeDialogProps) {
  const { time } = useConsole();
  const isBounded = boundedProblem !== undefined;
  const field = (ms: number | undefined) =>
    ms === undefined ? "" : time.field(ms).slice(0, isBounded ? 19 : 16);
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

  function chosenSpan({ way, from = "", to = "", at = "", half, day = "" }: Record<string, string>) {
    const issues: { path: string; message: string }[] = [];
    const msOf = (path: string, text: string, isNeeded = isBounded) => {
      const ms = text === "" ? NaN : time.fromField(text.length === 16 ? `${text}:00` : text);
      if (Number.isNaN(ms) && (isNeeded || text !== "")) {
        issues.push({ path, message: MOMENT_ISSUES.moment });
      }
      return Number.isNaN(ms) ? undefined : ms;
    };
    let span: ListSpan = {};
    if (way === "around") span = around(msOf("at", at, true) ?? 0, Number(half));
    else if (way === "day") {
      span = upToDay(day, time);
      if (span.toMs === undefined) issues.push({ path: "day", message: MOMENT_ISSUES.date });
    } else {
      span = { fromMs: msOf("from", from), toMs: msOf("to", to) };
      const problem = issues.length === 0 ? problemOf(span) : undefined;
      if (problem !== undefined) issues.push({ path: "to", message: problem });
    }
    return { span, issues };
  }

  function problemOf({ fromMs = -Infinity, toMs = Infinity }: ListSpan): string | undefined {
    if (boundedProblem !== undefined) return boundedProblem({ fromMs, toMs });
    return fromMs >= toMs ? "The end must be after the start" : undefined;
  }

  const way = form.at("way");
  return (
    <Dialog title="Time" onClose={onClose}>
      <Form
        form={form}
        action="Show"
        more={
          <>
            {!isBounded && <button type="button" onClick={() => go({})}>Any time</button>}
            <button type="button" onClick={onClose}>Cancel</button>
          </>
        }
      >
        <p class="muted">
          Time zone: {time.zone}
          {time.zoneNames !== time.zone && `, ${time.zoneNames}`}
        </p>
        <SelectField
          path="way"
          label="Show"
          options={isBounded ? WAYS.filter(({ value }) => value !== "day") : WAYS}
        />
        {way === "span" && (
          <>
            <MomentField path="from" label="From" isExact={isBounded} />
            <MomentField path="to" label="To" isExact={isBounded} />
          </>
        )}
        {way === "around" && (
          <>
            <MomentField path="at" label="Time" isExact={isBounded} />
            <SelectField
              path="half"
              label="Before and after"
              options={AROUND_MS.map((ms) => ({ value: String(ms), label: aroundText(ms) }))}
            />
          </>
        )}
        {way === "day" && <MomentField path="day" label="Day" kind="date" />}
      </Form>
    </Dialog>
  );
}
