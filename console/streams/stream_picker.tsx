import { Dotted } from "../parts/dotted.tsx";
import { valueText } from "../parts/event_text.ts";
import { SearchPicker } from "../parts/search_picker.tsx";
import { type DataType, type KnownStream, streamsFound } from "./stream_index.ts";

interface StreamPickerProps {
  /** The name of the stream, or the typed text. */
  value: string;
  set(name: string): void;
  streams: readonly KnownStream[];
  /** Only streams of this type are offered. */
  type?: DataType;
  /** The placeholder text. */
  hint?: string;
  attributes?: { id?: string; "aria-invalid"?: "true"; "aria-describedby"?: string; "aria-label"?: string };
}

/** A search field for streams; the typed text is kept until one is chosen. */
export function StreamPicker({ value, set, streams, type, hint, attributes }: StreamPickerProps) {
  return (
    <SearchPicker
      text={value}
      onType={set}
      onChoose={({ stream_name }) => set(stream_name)}
      find={(typed) => streamsFound(streams, { typed, type })}
      isChosen={streams.some(({ stream_name }) => stream_name === value)}
      keyOf={({ id }) => id}
      noun="streams"
      hint={hint}
      attributes={attributes}
    >
      {(stream: KnownStream) => (
        <>
          <span class="search-offer-name">
            <Dotted name={stream.stream_name} />
          </span>
          <span class="muted">{valueText(stream.value, { unit: stream.uom })} {stream.uom ?? ""}</span>
        </>
      )}
    </SearchPicker>
  );
}
