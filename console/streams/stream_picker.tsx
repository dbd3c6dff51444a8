import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { Dotted } from "../parts/dotted.tsx";
import { valueText } from "../parts/event_text.ts";
import { type DataType, type KnownStream, streamsFound } from "./stream_index.ts";
import { numberText } from "../parts/numbers.ts";

/** Most suggestions at once. */
const MAX_OFFERED = 60;

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

/** A search field for streams by keys or pointer; the typed text is kept until one is chosen. */
export function StreamPicker(
  { value, set, streams, type, hint = "Search streams", attributes }: StreamPickerProps,
) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = useSignal(false);
  const typed = useSignal("");
  const at = useSignal(0);
  const matching = isOpen.value ? streamsFound(streams, { typed: typed.value, type }) : [];
  const offered = matching.slice(0, MAX_OFFERED);
  const active = Math.min(at.value, offered.length - 1);

  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  function open(): void {
    if (isOpen.value) return;
    const isChosen = streams.some(({ stream_name }) => stream_name === value);
    typed.value = isChosen ? "" : value;
    at.value = 0;
    isOpen.value = true;
  }

  function choose(stream: KnownStream | undefined): void {
    if (stream !== undefined) set(stream.stream_name);
    isOpen.value = false;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen.value) return open();
      at.value = Math.max(0, Math.min(offered.length - 1, active + step));
    } else if (event.key === "Enter" && isOpen.value) {
      event.preventDefault();
      choose(offered[active]);
    } else if (event.key === "Escape" && isOpen.value) {
      event.preventDefault();
      event.stopPropagation();
      isOpen.value = false;
    }
  }

  return (
    <div class="stream-picker">
      <input
        {...attributes}
        role="combobox"
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={hint}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onBlur={() => isOpen.value = false}
        onInput={({ currentTarget }) => {
          set(currentTarget.value);
          typed.value = currentTarget.value;
          at.value = 0;
          isOpen.value = true;
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen.value && (
        <div class="stream-offer">
          <ul ref={list} id={id} role="listbox" aria-label="Streams">
            {offered.map((stream, index) => (
              <li
                key={stream.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => at.value = index}
                onClick={() => choose(stream)}
              >
                <span class="stream-offer-name">
                  <Dotted name={stream.stream_name} />
                </span>
                <span class="muted">{valueText(stream.value)} {stream.uom ?? ""}</span>
              </li>
            ))}
          </ul>
          <p class="muted" role="status">{offerText(matching.length)}</p>
        </div>
      )}
    </div>
  );
}

function offerText(count: number): string {
  if (count === 0) return "No streams match";
  return count > MAX_OFFERED
    ? `First ${MAX_OFFERED} of ${numberText(count)}; type more to narrow the list`
    : "";
}
