import { useComputed, useSignal } from "@preact/signals";
import { Field } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { StreamPicker } from "../../streams/stream_picker.tsx";
import { boundAs, type Placeholder, type Template } from "./instance_draft.ts";
import { matchedBy, segmentsOf, withSegment } from "./pattern_model.ts";
import { countText } from "../../parts/numbers.ts";

interface PatternFieldProps {
  placeholder: Placeholder;
  template: Template;
  index: StreamIndex;
}

/** A pattern made from a stream's name by replacing parts with *, or one stream or constant for all instances. */
export function PatternField({ placeholder, template, index }: PatternFieldProps) {
  const { form } = useFormContext();
  const { placeholder_name: name, data_type: type, description } = placeholder;
  const path = `placeholders.${name}`;
  const example = useSignal("");
  const text = String(form.at(path) ?? "");
  const segments = segmentsOf(text, example.value);
  const matched =
    useComputed(() =>
      matchedBy(String(form.values.value.placeholders[name] ?? ""), { streams: index.streams, type })
    ).value;
  const { streams, constants } = boundAs(template), isConstant = constants.has(name);
  const what = isConstant
    ? "a number for all instances"
    : streams.has(name)
    ? "a stream or a pattern"
    : "a pattern, a stream or a constant";
  return (
    <div class="pattern-field">
      <Field path={path} label={name} hint={[description, what].filter(Boolean).join(" – ")}>
        {({ value, set, attributes }) => (
          <StreamPicker
            value={String(value ?? "")}
            set={(next) => {
              if (index.byName.has(next)) example.value = next;
              set(next);
            }}
            streams={isConstant ? [] : index.streams}
            type={type}
            attributes={attributes}
          />
        )}
      </Field>
      {segments !== undefined && (
        <div class="row wrap pattern-parts" role="group" aria-label={`Variable parts of ${name}`}>
          {segments.map(({ text: part, isStar }, at) => (
            <button
              key={at}
              type="button"
              aria-pressed={isStar}
              title={isStar ? `Match only ${part}` : `Match any text instead of ${part}`}
              onClick={() => form.set(path, withSegment(segments, at))}
            >
              {isStar ? "*" : part}
            </button>
          ))}
          <span class="muted">Click the parts that vary</span>
        </div>
      )}
      {matched !== undefined && (
        <p class={matched.count === 0 ? "issue" : "muted"}>
          {matched.issue ?? (matched.count === 0
            ? "No stream matches"
            : `${countText(matched.count, "stream")} ${matched.count === 1 ? "matches" : "match"}: ${
              matched.examples.join(", ")
            }${matched.count > matched.examples.length ? " …" : ""}`)}
        </p>
      )}
    </div>
  );
}
