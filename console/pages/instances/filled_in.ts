import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { InstanceDraft } from "./instance_draft.ts";
import { FIELDS, type FilledField, type Suggestion } from "./suggestion.ts";

export interface FilledIn {
  /** The form as its fields see it: a field that a person changes there follows no longer. */
  form: FormHandle<InstanceDraft>;
  /** Whether the field's value comes from the stream. */
  isFilled(field: FilledField): boolean;
  /** The suggestion for a field that a person changed to something else; empty if there is none. */
  offerFor(field: FilledField): string;
  /** Lets the field follow the stream again. */
  follow(field: FilledField): void;
}

/** Keeps the name and the location those of the bound stream, until a person edits them. */
export function useFilledIn(form: FormHandle<InstanceDraft>, suggestion: Suggestion): FilledIn {
  const edited = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const changed = FIELDS.filter((field) =>
      !edited.value.has(field) && form.at(field) !== suggestion[field]
    );
    if (changed.length === 0) return;
    if (form.isDirty.peek()) { for (const field of changed) form.set(field, suggestion[field]); }
    else {
      const filled = Object.fromEntries(changed.map((field) => [field, suggestion[field]]));
      form.reset({ ...form.values.peek(), ...filled });
    }
  }, [suggestion.instance_name, suggestion.plant_node_floc_id, edited.value]);
  return {
    form: {
      ...form,
      set(path, value) {
        if (FIELDS.some((field) => field === path)) edited.value = new Set([...edited.value, path]);
        form.set(path, value);
      },
    },
    isFilled: (field) => !edited.value.has(field) && form.at(field) !== "",
    offerFor: (field) =>
      edited.value.has(field) && form.at(field) !== suggestion[field] ? suggestion[field] : "",
    follow(field) {
      edited.value = new Set([...edited.value].filter((one) => one !== field));
    },
  };
}
