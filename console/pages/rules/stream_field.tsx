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
const CALCULATE = "calculate";
const MAX_SUGGESTIONS = 50;

interface StreamFieldProps {
  path: string;
  label: string;
  /** The type of a placeholder declared from this field. */
  wants?: DataType;
  /** Offers to calculate the value from several streams instead. */
  calculate?(): void;
  /** Called after a choice, which can change the type of the comparison. */
  onChosen?(value: string): void;
}

/** The stream of a condition: a placeholder, a clock tag or a specific stream. */
export function StreamField({ path, label, wants, calculate, onChosen }: StreamFieldProps) {
  const { form, requestPlaceholder } = useEditor();
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
        const apply = (next: string) => {
          set(next);
          onChosen?.(next);
        };
        const choose = (chosen: string) => {
          wasByName.value = chosen === BY_NAME;
          if (chosen === CALCULATE) calculate?.();
          else if (chosen === NEW) requestPlaceholder({ type: wants, use: (name) => apply(`<${name}>`) });
          else apply(chosen === BY_NAME ? "" : chosen);
        };
        const select = (
          <select
            {...byName ? { "aria-label": `${label}: type` } : attributes}
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
            <optgroup label="Plant clock">
              {TAGS.map((name) => <option key={name} value={name}>{name}</option>)}
            </optgroup>
            <option value={BY_NAME}>Specific stream…</option>
            {calculate !== undefined && <option value={CALCULATE}>Calculate from several streams…</option>}
          </select>
        );
        if (!byName) return select;
        return (
          <span class="rules-pair">
            {select}
            <StreamInput attributes={attributes} value={text} set={apply} />
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

/** A stream name, with suggestions for the typed text. */
export function StreamInput({ attributes, value, set }: StreamInputProps) {
  const { streams, needStreams } = useEditor();
  const id = useId();
  useEffect(needStreams, []);
  const typed = value.toLowerCase();
  const matching = streams.value.filter(({ stream_name }) => stream_name.toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTIONS);
  return (
    <>
      <input
        {...attributes}
        list={id}
        value={value}
        spellcheck={false}
        autocomplete="off"
        placeholder="Stream name"
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={id}>
        {matching.map(({ stream_name, display_name, uom }) => (
          <option key={stream_name} value={stream_name}>
            {[display_name, uom].filter(Boolean).join(", ")}
          </option>
        ))}
      </datalist>
    </>
  );
}
