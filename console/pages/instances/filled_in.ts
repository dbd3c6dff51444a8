import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { leadingStream } from "../../../domain/instance/leading_stream.ts";
import type { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import type { FormHandle } from "../../parts/form/use_form.ts";
import type { KnownStream, StreamIndex } from "../../streams/stream_index.ts";
import { type InstanceDraft, suggestedName, type Template } from "./instance_draft.ts";

/** The fields that follow the stream until a person edits them. */
const FIELDS = ["instance_name", "plant_node_floc_id"] as const;
export type FilledField = typeof FIELDS[number];

/** What the bound stream says about its instance; empty texts where it says nothing. */
export interface Suggestion extends Readonly<Record<FilledField, string>> {
  stream: KnownStream | undefined;
}

interface Known {
  template: Template | undefined;
  index: StreamIndex;
  locations: AssetLocations;
}

export function suggestionFor(
  { placeholders }: Pick<InstanceDraft, "placeholders">,
  { template, index, locations }: Known,
): Suggestion {
  const typed = leadingStream(
    placeholders,
    (name) =>
      placeholders.find(({ placeholder_name, kind, stream_name }) =>
        placeholder_name === name && kind === "stream" && stream_name !== ""
      )?.stream_name,
  );
  const stream = typed === undefined ? undefined : index.byName.get(typed);
  if (stream === undefined || template === undefined) {
    return { stream: undefined, instance_name: "", plant_node_floc_id: "" };
  }
  return {
    stream,
    instance_name: suggestedName(stream.stream_name, template),
    plant_node_floc_id: locations.of(stream.assetName) ?? "",
  };
}

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
