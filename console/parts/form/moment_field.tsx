import { useSignal } from "@preact/signals";
import { useConsole } from "../../shell/console.ts";
import { Field } from "./fields.tsx";
import { type MomentKind, readMoment, stepMoment } from "./moment_text.ts";

interface MomentInputProps {
  /** `2026-01-31T14:05`, `2026-01-31` or `14:05`; "": none; what was typed while that is no time. */
  value: string;
  set(value: string): void;
  kind?: MomentKind;
  /** With seconds. */
  isExact?: boolean;
  /** Of a time in another zone than the reader's choice: its name; "": it needs none. */
  zone?: string;
  attributes?: { id?: string; "aria-invalid"?: "true"; "aria-describedby"?: string; "aria-label"?: string };
  autofocus?: boolean;
}

/** Says how to type, in every browser and language the same: the year first, 24 hours. */
const SAMPLES = { moment: "2026-01-31 14:05", date: "2026-01-31", time: "14:05" } as const;

/** A date and time that is typed, with its zone beside it. Up and down change the part at the caret. */
export function MomentInput(
  { value, set, kind = "moment", isExact = false, zone, attributes = {}, autofocus }: MomentInputProps,
) {
  const { time } = useConsole();
  const typed = useSignal({ text: "", value: "" });
  const text = typed.value.value === value && typed.value.text !== "" ? typed.value.text : shown(value);
  const read = (text: string) => readMoment(text, { kind, now: time.field(Date.now()) });
  const ms = kind === "moment" ? time.fromField(value) : NaN;
  const zoneText = zone ?? (kind === "time" ? "" : Number.isNaN(ms) ? time.zoneNames : time.zoneAt(ms));

  function type(text: string): void {
    const next = text.trim() === "" ? "" : read(text) ?? text;
    typed.value = { text, value: next };
    set(next);
  }

  function step(element: HTMLInputElement, by: 1 | -1): void {
    const known = read(text);
    if (known === undefined) return;
    const caret = element.selectionStart ?? 0;
    const next = stepMoment(known, { kind, caret, by });
    typed.value = { text: shown(next), value: next };
    set(next);
    requestAnimationFrame(() => element.setSelectionRange(caret, caret));
  }

  return (
    <span class={`moment-field ${kind}`}>
      <input
        {...attributes}
        type="text"
        inputMode={kind === "time" ? "numeric" : undefined}
        autocomplete="off"
        spellcheck={false}
        autofocus={autofocus}
        placeholder={`${SAMPLES[kind]}${isExact && kind === "moment" ? ":09" : ""}`}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => typed.value = { text: "", value: "" }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          step(event.currentTarget, event.key === "ArrowUp" ? 1 : -1);
        }}
      />
      {zoneText !== "" && <span class="muted">{zoneText}</span>}
    </span>
  );
}

function shown(value: string): string {
  return value.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ");
}

interface MomentFieldProps extends Pick<MomentInputProps, "kind" | "isExact" | "zone" | "autofocus"> {
  path: string;
  label: string;
  hint?: string;
}

/** Such a field of a form. */
export function MomentField({ path, label, hint, ...input }: MomentFieldProps) {
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => (
        <MomentInput
          {...input}
          value={typeof value === "string" ? value : ""}
          set={set}
          attributes={attributes}
        />
      )}
    </Field>
  );
}
