import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { numberText } from "./numbers.ts";

/** Most suggestions at once. */
const MAX_OFFERED = 60;

interface SearchPickerProps<T> {
  /** The shown text: what is chosen, or typed. */
  text: string;
  /** Called while typing. */
  onType(text: string): void;
  onChoose(option: T): void;
  /** Called when the field is left. */
  onLeave?(): void;
  /** The options that fit a typed text. */
  find(typed: string): readonly T[];
  /** The text is that of a chosen option; opening the list then shows all options. */
  isChosen: boolean;
  keyOf(option: T): string | number;
  children(option: T): ComponentChildren;
  /** What is searched, in the plural: "streams". */
  noun: string;
  /** The placeholder text. */
  hint?: string;
  attributes?: { id?: string; "aria-invalid"?: "true"; "aria-describedby"?: string; "aria-label"?: string };
}

/** A search field with a list of options, by keys or pointer; the typed text is kept until one is chosen. */
export function SearchPicker<T>(props: SearchPickerProps<T>) {
  const { text, onType, onChoose, onLeave, find, isChosen, keyOf, children, noun, hint, attributes } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const isOpen = useSignal(false);
  const typed = useSignal("");
  const at = useSignal(0);
  const matching = isOpen.value ? find(typed.value) : [];
  const offered = matching.slice(0, MAX_OFFERED);
  const active = Math.min(at.value, offered.length - 1);

  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  function open(): void {
    if (isOpen.value) return;
    typed.value = isChosen ? "" : text;
    at.value = 0;
    isOpen.value = true;
  }

  function choose(option: T | undefined): void {
    if (option !== undefined) onChoose(option);
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
    <div class="search-picker">
      <input
        {...attributes}
        role="combobox"
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={hint ?? `Search ${noun}`}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onClick={open}
        onBlur={() => {
          isOpen.value = false;
          onLeave?.();
        }}
        onInput={({ currentTarget }) => {
          onType(currentTarget.value);
          typed.value = currentTarget.value;
          at.value = 0;
          isOpen.value = true;
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen.value && (
        <div class="search-offer">
          <ul ref={list} id={id} role="listbox" aria-label={noun[0]!.toUpperCase() + noun.slice(1)}>
            {offered.map((option, index) => (
              <li
                key={keyOf(option)}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => at.value = index}
                onClick={() => choose(option)}
              >
                {children(option)}
              </li>
            ))}
          </ul>
          <p class="muted" role="status">{offerText(matching.length, noun)}</p>
        </div>
      )}
    </div>
  );
}

function offerText(count: number, noun: string): string {
  if (count === 0) return `No ${noun} match`;
  return count > MAX_OFFERED
    ? `First ${MAX_OFFERED} of ${numberText(count)}; type more to narrow the list`
    : "";
}
