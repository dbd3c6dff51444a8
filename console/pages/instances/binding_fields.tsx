import { listed } from "../../../domain/explanation/words.ts";
import { Field } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { LiveValue } from "../../streams/live_value.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { StreamPicker } from "../../streams/stream_picker.tsx";
import {
  type BindingDraft,
  boundAs,
  leftOutWithout,
  type Placeholder,
  type Template,
} from "./instance_draft.ts";

interface BindingFieldsProps {
  template: Template;
  index: StreamIndex;
}

/** One field per placeholder: a stream found by search, or a constant where one is allowed. */
export function BindingFields({ template, index }: BindingFieldsProps) {
  const { form } = useFormContext();
  const drafts: readonly BindingDraft[] = form.values.value.placeholders;
  const { streams, constants } = boundAs(template);
  if (template.placeholders.length === 0) {
    return <p class="muted">This template has no placeholders to bind.</p>;
  }
  return (
    <fieldset class="bindings">
      <legend>Placeholders</legend>
      {drafts.map((draft, at) => {
        const placeholder = template.placeholders.find(({ placeholder_name: name }) =>
          name === draft.placeholder_name
        );
        return placeholder !== undefined && (
          <BindingField
            key={draft.placeholder_name}
            path={`placeholders.${at}`}
            {...{ draft, placeholder, index }}
            hint={hintOf(placeholder, template)}
            isOpen={!streams.has(draft.placeholder_name) && !constants.has(draft.placeholder_name)}
          />
        );
      })}
    </fieldset>
  );
}

interface BindingFieldProps extends Omit<BindingFieldsProps, "template"> {
  path: string;
  draft: BindingDraft;
  placeholder: Placeholder;
  hint: string;
  /** Takes a stream or a constant. */
  isOpen: boolean;
}

function BindingField({ path, draft, placeholder, hint, index, isOpen }: BindingFieldProps) {
  const { form } = useFormContext();
  const { placeholder_name: name, data_type: type } = placeholder;
  const stream = index.byName.get(draft.stream_name);
  return (
    <div class="binding">
      {isOpen && (
        <div class="segments" role="group" aria-label={`Type of ${name}`}>
          {(["stream", "value"] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={draft.kind === kind}
              onClick={() => form.set(`${path}.kind`, kind)}
            >
              {kind === "stream" ? "Stream" : "Constant"}
            </button>
          ))}
        </div>
      )}
      {draft.kind === "stream"
        ? (
          <Field path={`${path}.stream_name`} label={name} hint={hint}>
            {({ value, set, attributes }) => (
              <StreamPicker
                value={String(value ?? "")}
                set={set}
                streams={index.streams}
                type={type}
                attributes={attributes}
              />
            )}
          </Field>
        )
        : <ConstantField path={`${path}.value`} placeholder={placeholder} hint={hint} />}
      {draft.kind === "stream" && stream !== undefined && (
        <p class="binding-now">
          <span class="muted">Now</span> <LiveValue stream={stream} />
        </p>
      )}
    </div>
  );
}

function hintOf(placeholder: Placeholder, template: Template): string {
  const type = { NUM: "number", STR: "text", BOOL: "true or false" }[placeholder.data_type];
  const text = `${type}, ${needOf(placeholder, template)}`;
  return [placeholder.description, text].filter((text) => text !== "").join(" – ");
}

function needOf({ placeholder_name, is_required, default_value }: Placeholder, template: Template): string {
  if (default_value !== null) return `default ${default_value}`;
  if (is_required) return "required";
  const rules = leftOutWithout(placeholder_name, template).map((name) => `“${name}”`);
  if (rules.length === 0) return "optional";
  return `optional: without it, ${listed(rules, "and")} ${rules.length === 1 ? "is" : "are"} left out`;
}

function ConstantField(
  { path, placeholder, hint }: { path: string; placeholder: Placeholder; hint: string },
) {
  const { placeholder_name: name, data_type: type } = placeholder;
  return (
    <Field path={path} label={name} hint={hint}>
      {({ value, set, attributes }) =>
        type === "BOOL"
          ? (
            <select
              {...attributes}
              value={String(value ?? "")}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            >
              <option value="">Not bound</option>
              <option value="true">true</option>
              <option value="false">false</option>
            </select>
          )
          : (
            <input
              {...attributes}
              inputMode={type === "NUM" ? "decimal" : "text"}
              autocomplete="off"
              value={String(value ?? "")}
              onInput={({ currentTarget }) => set(currentTarget.value)}
            />
          )}
    </Field>
  );
}
