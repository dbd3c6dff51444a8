import type { ComponentChildren, JSX } from "preact";
import { useFormContext } from "./form.tsx";

interface FieldProps {
  /** The path of its value in the form: `rules.0.severity`. */
  path: string;
  label: string;
  hint?: string;
  /** Beside the label: where the value comes from. */
  mark?: string;
}

interface ControlProps {
  value: unknown;
  set(value: unknown): void;
  /** Attributes that link the control to its label, hint and issue. */
  attributes: { id: string; "aria-invalid"?: "true"; "aria-describedby"?: string };
}

/** A control with its label, hint and issue. */
export function Field(
  { path, label, hint, mark, nameOf, children }: FieldProps & {
    /** The name of a value, where that is not its text. */
    nameOf?(value: unknown): string;
    children(control: ControlProps): ComponentChildren;
  },
) {
  const { form, marksChanges, idOf } = useFormContext();
  const id = idOf(path);
  const saved = marksChanges ? form.savedAt(path) : undefined;
  const issue = form.issueAt(path);
  const described = [
    mark === undefined ? "" : `${id}-mark`,
    saved === undefined ? "" : `${id}-saved`,
    hint === undefined ? "" : `${id}-hint`,
    issue === undefined ? "" : `${id}-issue`,
  ].filter((one) => one !== "").join(" ");
  return (
    <div class={saved === undefined ? "field" : "field changed"}>
      <label for={id}>{label}</label>
      {mark !== undefined && <span class="field-mark" id={`${id}-mark`}>{mark}</span>}
      {saved !== undefined && (
        <span class="field-saved" id={`${id}-saved`}>{savedText(saved.value, nameOf)}</span>
      )}
      {children({
        value: form.at(path),
        set: (value) => form.set(path, value),
        attributes: {
          id,
          ...issue !== undefined && { "aria-invalid": "true" },
          ...described !== "" && { "aria-describedby": described },
        },
      })}
      {hint !== undefined && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      {issue !== undefined && <p class="issue" id={`${id}-issue`}>{issue}</p>}
    </div>
  );
}

type InputAttributes = Pick<
  JSX.IntrinsicElements["input"],
  | "type"
  | "autocomplete"
  | "autofocus"
  | "inputMode"
  | "min"
  | "max"
  | "step"
  | "maxLength"
  | "readOnly"
  | "spellcheck"
>;

export function TextField({ path, label, hint, mark, ...input }: FieldProps & InputAttributes) {
  return (
    <Field {...{ path, label, hint, mark }}>
      {({ value, set, attributes }) => (
        <input
          {...anyType({ ...input, ...attributes })}
          value={textOf(value)}
          onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => set(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A number field; its value is null while the text is not a number. */
export function NumberField({ path, label, hint, ...input }: FieldProps & InputAttributes) {
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => (
        <input
          {...input}
          {...attributes}
          type="number"
          value={textOf(value)}
          onInput={({ currentTarget }) =>
            set(currentTarget.value === "" ? null : currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}

export function TextAreaField(
  { path, label, hint, rows = 3, autofocus }: FieldProps & { rows?: number; autofocus?: boolean },
) {
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => (
        <textarea
          {...attributes}
          rows={rows}
          autofocus={autofocus}
          value={textOf(value)}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function SelectField(
  { path, label, hint, options }: FieldProps & {
    options: readonly { value: string | number; label: string }[];
  },
) {
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => (
        <select
          {...attributes}
          value={textOf(value)}
          onChange={(event) => set(options[event.currentTarget.selectedIndex]?.value)}
        >
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ path, label, hint }: FieldProps) {
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      )}
    </Field>
  );
}

/** Preact types the roles of an input by its type; a field sets no role. */
function anyType(input: InputAttributes): { type?: "text" } {
  return input as { type?: "text" };
}

/** Longer texts are only said to have changed. */
const MAX_SAVED = 24;

function savedText(value: unknown, nameOf?: (value: unknown) => string): string {
  if (nameOf !== undefined) return `was “${nameOf(value)}”`;
  if (value === true || value === false) return value ? "was on" : "was off";
  if (value === null || value === "") return "was empty";
  const text = typeof value === "object" ? "" : String(value);
  return text === "" || text.length > MAX_SAVED ? "changed" : `was ${text}`;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
