import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { wholeReference } from "../../../domain/rule/references.ts";
import { TIME_TAGS } from "../../../domain/shared/plant_clock.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import { Field } from "../../parts/form/fields.tsx";
import { useEditor } from "./editor.ts";

const TAGS: readonly string[] = TIME_TAGS;
const NEW = "new placeholder";
const BY_NAME = "by name";
const MOST_SUGGESTED = 50;

interface StreamFieldProps {
  path: string;
  label: string;
  /** Of a placeholder that is declared from here. */
  wants?: DataType;
  /** After it was chosen: what is compared may be of another type now. */
  onChosen?(value: string): void;
}

/** What a condition looks at: a placeholder, a tag of the clock, or one certain stream. */
export function StreamField({ path, label, wants, onChosen }: StreamFieldProps) {
  const { form, want } = useEditor();
  const wasByName = useSignal(false);
  const placeholders = form.values.value.placeholders;
  return (
    <Field path={path} label={label}>
      {({ value, set, attributes }) => {
        const text = String(value ?? "");
        const known = placeholders.some(({ placeholder_name: name }) => `<${name}>` === text) ||
          TAGS.includes(text);
        const isUndeclared = !known && wholeReference(text) !== undefined;
        const byName = !known && !isUndeclared && (text !== "" || wasByName.value);
        const give = (next: string) => {
          set(next);
          onChosen?.(next);
        };
        const choose = (chosen: string) => {
          wasByName.value = chosen === BY_NAME;
          if (chosen === NEW) want({ type: wants, use: (name) => give(`<${name}>`) });
          else give(chosen === BY_NAME ? "" : chosen);
        };
        const select = (
          <select
            {...byName ? { "aria-label": `${label}: kind` } : attributes}
            value={byName ? BY_NAME : text}
            onChange={({ currentTarget }) => {
              choose(currentTarget.value);
              currentTarget.value = text;
            }}
          >
            {text === "" && <option value="">Choose…</option>}
            {isUndeclared && <option value={text}>{text} – not declared</option>}
            <optgroup label="Placeholders">
              {placeholders.map(({ placeholder_name: name }) => (
                <option key={name} value={`<${name}>`}>{`<${name}>`}</option>
              ))}
              <option value={NEW}>New placeholder…</option>
            </optgroup>
            <optgroup label="The plant's clock">
              {TAGS.map((name) => <option key={name} value={name}>{name}</option>)}
            </optgroup>
            <option value={BY_NAME}>One certain stream…</option>
          </select>
        );
        if (!byName) return select;
        return (
          <span class="rules-pair">
            {select}
            <StreamInput attributes={attributes} value={text} set={give} />
          </span>
        );
      }}
    </Field>
  );
}

interface StreamInputProps {
  attributes: { id: string };
  value: string;
  set(value: string): void;
}

/** A stream's name, with those that fit what is typed. */
export function StreamInput({ attributes, value, set }: StreamInputProps) {
  const { streams, needStreams } = useEditor();
  const id = useId();
  useEffect(needStreams, []);
  const typed = value.toLowerCase();
  const fitting = streams.value.filter(({ stream_name }) => stream_name.toLowerCase().includes(typed))
    .slice(0, MOST_SUGGESTED);
  return (
    <>
      <input
        {...attributes}
        list={id}
        value={value}
        spellcheck={false}
        autocomplete="off"
        placeholder="Name of the stream"
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={id}>
        {fitting.map(({ stream_name, display_name, uom }) => (
          <option key={stream_name} value={stream_name}>
            {[display_name, uom].filter(Boolean).join(", ")}
          </option>
        ))}
      </datalist>
    </>
  );
}
