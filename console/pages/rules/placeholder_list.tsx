import { useSignal } from "@preact/signals";
import { Trash2 } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { PLACEHOLDER_NAME } from "../../../domain/rule/references.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import type { Placeholder } from "../../../domain/rule/types.ts";
import { CheckField, Field, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { newPlaceholder } from "../../rules/presets.ts";
import { freeName, placeholderName, usesOf, withRenamed } from "../../rules/references.ts";
import { DATA_TYPE_OPTIONS } from "../../rules/field_labels.ts";
import { useConsole } from "../../shell/console.ts";
import { useEditor } from "./editor.ts";
import { ValueInput } from "./operand_field.tsx";
import { countText, numberText } from "../../parts/numbers.ts";

/** The placeholders: streams and values that each instance binds. */
export function PlaceholderList() {
  const { form, goTo } = { ...useFormContext(), ...useEditor() };
  const { placeholders } = form.values.value;
  const add = () => {
    const taken = placeholders.map(({ placeholder_name }) => placeholder_name);
    form.set("placeholders", [...placeholders, newPlaceholder(freeName("VALUE", taken))]);
    goTo(`placeholders.${placeholders.length}.placeholder_name`);
  };
  return (
    <section class="panel" aria-labelledby="rules-placeholders">
      <div class="panel-head">
        <h2 id="rules-placeholders">Placeholders</h2>
        <span class="muted">Bound by each instance</span>
      </div>
      <ul class="rules-placeholders">
        {placeholders.map((placeholder, index) => (
          <PlaceholderRow key={index} index={index} placeholder={placeholder} />
        ))}
      </ul>
      <div class="rules-add">
        <button type="button" onClick={add} disabled={placeholders.length >= RULE_LIMITS.placeholders}>
          Add placeholder
        </button>
      </div>
    </section>
  );
}

function PlaceholderRow({ index, placeholder }: { index: number; placeholder: Placeholder }) {
  const { form } = useEditor();
  const { idOf, goTo } = useFormContext();
  const { toasts } = useConsole();
  const path = `placeholders.${index}`;
  const { placeholders } = form.values.value;
  const { count, asStream } = usesOf(form.values.value, placeholder.placeholder_name);
  const remove = () => {
    form.set("placeholders", placeholders.filter((_, other) => other !== index));
    toasts.done(`${placeholder.placeholder_name} removed`, {
      label: "Undo",
      run: () => form.set("placeholders", placeholders),
    });
    goTo(index > 0 ? `placeholders.${index - 1}.placeholder_name` : "rules");
  };
  const type = placeholder.data_type;
  return (
    <li class="rules-placeholder" id={idOf(path)} tabIndex={-1}>
      <NameField path={`${path}.placeholder_name`} index={index} />
      <SelectField path={`${path}.data_type`} label="Type" options={DATA_TYPE_OPTIONS} />
      <TextField path={`${path}.description`} label="Description" />
      <span class="rules-uses">
        {count === 0
          ? (
            <button
              type="button"
              class="bare"
              aria-label={`Remove ${placeholder.placeholder_name}`}
              onClick={remove}
            >
              <Icon node={Trash2} />
            </button>
          )
          : <span class="muted">{asStream ? "stream" : "value"}, used {numberText(count)}×</span>}
      </span>
      <details class="rules-options">
        <summary>
          {placeholder.is_required ? "Required" : "Optional"}
          {placeholder.default_value !== null && `, default ${placeholder.default_value}`}
          {(placeholder.max_age_seconds ?? 0) > 0 && `, maximum age ${placeholder.max_age_seconds} s`}
        </summary>
        <div class="rules-option-fields">
          <CheckField path={`${path}.is_required`} label="Required for every instance" />
          {(!asStream || placeholder.default_value !== null) && (
            <Field path={`${path}.default_value`} label="Default" hint="Used if an instance binds nothing">
              {({ value, set, attributes }) => (
                <ValueInput
                  type={type}
                  value={value}
                  set={(next) => set(next === "" ? null : next)}
                  attributes={attributes}
                />
              )}
            </Field>
          )}
          <NumberField
            path={`${path}.max_age_seconds`}
            label="Maximum age, s"
            min={0}
            step="any"
            hint="Older values count as unknown; empty: setting of the data source"
          />
        </div>
      </details>
    </li>
  );
}

/** Renames every `<NAME>` in the rules once the typed name is valid. */
function NameField({ path, index }: { path: string; index: number }) {
  const { form } = useEditor();
  const { announcer } = useConsole();
  const typed = useSignal<string | undefined>(undefined);
  const referred = useRef(String(form.at(path)));
  const stored = String(form.at(path));
  useEffect(() => {
    if (typed.value === undefined) referred.current = stored;
  }, [stored]);

  function finish(): void {
    const name = typed.value;
    typed.value = undefined;
    if (name === undefined || name === stored) return;
    const { placeholders, rules } = form.values.value;
    const isTaken = placeholders.some((one, other) => other !== index && one.placeholder_name === name);
    form.set(path, name);
    if (isTaken || !PLACEHOLDER_NAME.test(name)) return;
    const { count } = usesOf({ rules }, referred.current);
    form.set("rules", withRenamed(rules, referred.current, name));
    referred.current = name;
    if (count > 0) announcer.announce(`${name}: renamed in ${countText(count, "place")}`);
  }

  return (
    <Field path={path} label="Name">
      {({ attributes }) => (
        <input
          {...attributes}
          class="rules-name"
          spellcheck={false}
          autocomplete="off"
          value={typed.value ?? stored}
          onFocus={(event) => event.currentTarget.select()}
          onInput={({ currentTarget }) => {
            typed.value = placeholderName(currentTarget.value);
            currentTarget.value = typed.value;
          }}
          onBlur={finish}
          onKeyDown={({ key }) => {
            if (key === "Enter") finish();
          }}
        />
      )}
    </Field>
  );
}
