import { Field } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { LiveValue } from "../../streams/live_value.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { StreamPicker } from "../../streams/stream_picker.tsx";
import { type BindingDraft, type Placeholder, streamOnly, type Template } from "./instance_draft.ts";

interface BindingFieldsProps {
  template: Template;
  index: StreamIndex;
}

/** One field per placeholder: a stream found by search, or a constant where one is allowed. */
export function BindingFields({ template, index }: BindingFieldsProps) {
  const { form } = useFormContext();
  const drafts: readonly BindingDraft[] = form.values.value.placeholders;
  const mustBeStream = streamOnly(template);
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
            mayBeConstant={!mustBeStream.has(draft.placeholder_name)}
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
  mayBeConstant: boolean;
}

function BindingField({ path, draft, placeholder, index, mayBeConstant }: BindingFieldProps) {
  const { form } = useFormContext();
  const { placeholder_name: name, data_type: type } = placeholder;
  const stream = index.byName.get(draft.stream_name);
  return (
    <div class="binding">
      {mayBeConstant && (
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
          <Field path={`${path}.stream_name`} label={name} hint={hintOf(placeholder)}>
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
        : <ConstantField path={`${path}.value`} placeholder={placeholder} />}
      {draft.kind === "stream" && stream !== undefined && (
        <p class="binding-now">
          <span class="muted">Now</span> <LiveValue stream={stream} />
        </p>
      )}
    </div>
  );
}

function hintOf({ description, is_required, default_value, data_type }: Placeholder): string {
  const type = { NUM: "number", STR: "text", BOOL: "true or false" }[data_type];
  const need = default_value !== null ? `default ${default_value}` : is_required ? "required" : "optional";
  return [description, `${type}, ${need}`].filter((text) => text !== "").join(" – ");
}

function ConstantField({ path, placeholder }: { path: string; placeholder: Placeholder }) {
  const { placeholder_name: name, data_type: type } = placeholder;
  return (
    <Field path={path} label={name} hint={hintOf(placeholder)}>
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
