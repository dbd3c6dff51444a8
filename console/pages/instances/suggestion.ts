import { leadingStream } from "../../../domain/instance/leading_stream.ts";
import type { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import type { KnownStream, StreamIndex } from "../../streams/stream_index.ts";
import { type InstanceDraft, suggestedName, type Template } from "./instance_draft.ts";

/** The fields that follow the stream until a person edits them. */
export const FIELDS = ["instance_name", "plant_node_floc_id"] as const;
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
    plant_node_floc_id: locations.ofStream({ asset: stream.assetName, stream: stream.stream_name }) ?? "",
  };
}
