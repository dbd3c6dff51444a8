import { useSignal } from "@preact/signals";
import { CONSTANT_LIMITS, type ConstantField as ConstantName } from "../../../domain/rule/constants.ts";
import { wholeReference } from "../../../domain/rule/references.ts";
import { Field } from "../../parts/form/fields.tsx";
import { freeName, usesOf } from "../../rules/references.ts";
import { useEditor } from "./editor.ts";

interface ConstantFieldProps {
  /** Ends with the field's name. */
  path: string;
  name: ConstantName;
  label: string;
  hint: string;
}

const NEW = "new placeholder";

/** A number: the same for all machines, or one that each instance gives through a placeholder. */
export function ConstantField({ path, name, label, hint }: ConstantFieldProps) {
  const { form, requestPlaceholder } = useEditor();
  const isChoosing = useSignal(false);
  const { placeholders, rules } = form.values.value;
  const known = placeholders.filter(({ data_type, placeholder_name }) =>
    data_type === "NUM" && !usesOf({ rules }, placeholder_name).asStream
  ).map(({ placeholder_name }) => placeholder_name);
  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => {
        const chosen = typeof value === "string" ? wholeReference(value) : undefined;
        const isPerMachine = chosen !== undefined || isChoosing.value;
        const number = typeof value === "number" ? value : null;
        const declare = () =>
          requestPlaceholder({
            type: "NUM",
            constant: { name: preferredName(name, placeholders), number },
            use: (declared) => set(`<${declared}>`),
          });
        const toggle = () => {
          isChoosing.value = !isPerMachine && known.length > 0;
          if (chosen !== undefined) set(defaultOf(chosen, placeholders));
          else if (!isPerMachine && known.length === 0) declare();
        };
        const choose = (next: string) => {
          isChoosing.value = false;
          if (next === NEW) declare();
          else set(next === "" ? number : `<${next}>`);
        };
        return (
          <span class="rules-constant">
            {isPerMachine
              ? (
                <select
                  {...attributes}
                  value={chosen ?? ""}
                  onChange={({ currentTarget }) => choose(currentTarget.value)}
                >
                  {chosen === undefined && <option value="">Choose a placeholder…</option>}
                  {[...new Set([...chosen === undefined ? [] : [chosen], ...known])].map((one) => (
                    <option key={one} value={one}>{`<${one}>`}</option>
                  ))}
                  <option value={NEW}>New placeholder…</option>
                </select>
              )
              : (
                <input
                  {...attributes}
                  type="number"
                  min={CONSTANT_LIMITS[name].min}
                  step="any"
                  value={number ?? ""}
                  onInput={({ currentTarget }) =>
                    set(currentTarget.value === "" ? null : currentTarget.valueAsNumber)}
                />
              )}
            <button
              type="button"
              aria-pressed={isPerMachine}
              aria-label={`Per machine: ${label.replace(/, s$/, "")}`}
              title="Each instance gives its own number"
              onClick={toggle}
            >
              Per machine
            </button>
          </span>
        );
      }}
    </Field>
  );
}

interface Declared {
  placeholder_name: string;
  default_value: unknown;
}

/** ON_DELAY for `on_delay_seconds`. */
function preferredName(name: ConstantName, placeholders: readonly Declared[]): string {
  const taken = placeholders.map(({ placeholder_name }) => placeholder_name);
  return freeName(name.replace(/_seconds$/, "").toUpperCase(), taken);
}

/** The number that all machines have again. */
function defaultOf(name: string, placeholders: readonly Declared[]): number | null {
  const declared = placeholders.find(({ placeholder_name }) => placeholder_name === name);
  return typeof declared?.default_value === "number" ? declared.default_value : null;
}
