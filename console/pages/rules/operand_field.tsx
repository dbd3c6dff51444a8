import { useSignal } from "@preact/signals";
import { wholeReference } from "../../../domain/rule/references.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import { Field } from "../../parts/form/fields.tsx";
import type { DraftOperand } from "../../rules/draft.ts";
import { DATA_TYPE_LABELS } from "../../rules/field_labels.ts";
import { useEditor } from "./editor.ts";
import { StreamInput } from "./stream_field.tsx";

interface OperandFieldProps {
  path: string;
  label: string;
  /** The allowed types. */
  types: readonly DataType[];
  unit?: string;
  /** Whether the newest value of another stream is allowed. */
  takesStream: boolean;
}

const NEW = "new placeholder";
const STREAM = "stream";

/** A value: typed here, bound by each instance through a placeholder, or read from another stream. */
export function OperandField({ path, label, types, unit, takesStream }: OperandFieldProps) {
  const { form, requestPlaceholder } = useEditor();
  const chosen = useSignal<string | undefined>(undefined);
  const allowed = form.values.value.placeholders.filter(({ data_type }) => types.includes(data_type));
  return (
    <Field path={path} label={label}>
      {({ value, set, attributes }) => {
        const kind = kindOf(value, { types, chosen: chosen.value, takesStream });
        const isReference = kind.startsWith("<");
        const choose = (next: string) => {
          chosen.value = next;
          if (next === NEW) requestPlaceholder({ type: types[0], use: (name) => set(`<${name}>`) });
          else set(next.startsWith("<") ? next : next === "BOOL" ? true : null);
        };
        const isKnown = allowed.some(({ placeholder_name: name }) => `<${name}>` === kind);
        return (
          <span class="rules-pair">
            <select
              {...isReference ? attributes : { "aria-label": `${label}: type` }}
              value={kind}
              onChange={({ currentTarget }) => {
                choose(currentTarget.value);
                currentTarget.value = kind;
              }}
            >
              {types.map((type) => <option key={type} value={type}>{DATA_TYPE_LABELS[type]}</option>)}
              {isReference && !isKnown && <option value={kind}>{kind}</option>}
              {allowed.map(({ placeholder_name: name }) => (
                <option key={name} value={`<${name}>`}>{`<${name}>`}</option>
              ))}
              <option value={NEW}>New placeholder…</option>
              {takesStream && <option value={STREAM}>Another stream…</option>}
            </select>
            {kind === STREAM && <StreamInput attributes={attributes} value={textOf(value)} set={set} />}
            {!isReference && kind !== STREAM && (
              <ValueInput type={typeNamed(kind)} value={value} set={set} attributes={attributes} />
            )}
            {unit !== undefined && !isReference && <span class="unit">{unit}</span>}
          </span>
        );
      }}
    </Field>
  );
}

interface KindOptions {
  types: readonly DataType[];
  chosen: string | undefined;
  takesStream: boolean;
}

/** The kind of the value; without a value, the chosen kind. */
function kindOf(value: unknown, { types, chosen, takesStream }: KindOptions): string {
  if (typeof value === "boolean") return "BOOL";
  if (typeof value === "number") return "NUM";
  const text = textOf(value);
  if (wholeReference(text) !== undefined) return text;
  const isText = types.includes("STR");
  if (text !== "") return chosen === STREAM || !isText ? STREAM : "STR";
  const isOpen = chosen === STREAM ? takesStream : types.some((type) => type === chosen);
  return isOpen && chosen !== undefined ? chosen : types[0]!;
}

function typeNamed(kind: string): DataType {
  return kind === "STR" || kind === "BOOL" ? kind : "NUM";
}

interface ValueInputProps {
  type: DataType;
  value: unknown;
  set(value: DraftOperand): void;
  attributes: { id: string };
}

/** The input of a literal. */
export function ValueInput({ type, value, set, attributes }: ValueInputProps) {
  if (type === "BOOL") {
    return (
      <select
        {...attributes}
        value={value === null ? "" : String(value)}
        onChange={({ currentTarget }) =>
          set(currentTarget.value === "" ? null : currentTarget.value === "true")}
      >
        {value === null && <option value="">Choose…</option>}
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  if (type === "STR") {
    return (
      <input
        {...attributes}
        value={textOf(value)}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...attributes}
      type="number"
      step="any"
      value={typeof value === "number" ? value : ""}
      onInput={({ currentTarget }) => set(currentTarget.value === "" ? null : currentTarget.valueAsNumber)}
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
