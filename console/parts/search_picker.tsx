import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
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
  const isOpen = useSignal(false);
  const typed = useSignal("");
  const at = useSignal(0);
  const matching = isOpen.value ? find(typed.value) : [];
  const offered = matching.slice(0, MAX_OFFERED);
  const active = Math.min(at.value, offered.length - 1);

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
          <OptionList
            id={id}
            label={noun[0]!.toUpperCase() + noun.slice(1)}
            options={offered.map((option) => ({ key: keyOf(option), content: children(option), option }))}
            active={active}
            choose={({ option }) => choose(option)}
            point={(index) => at.value = index}
          />
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

interface OptionListProps<O> {
  id: string;
  label: string;
  options: readonly O[];
  /** The index of the one that Enter chooses. */
  active: number;
  choose(option: O): void;
  /** The pointer is on an option. */
  point?(index: number): void;
}

/** The options of a field that keeps the focus. */
function OptionList<O extends { key: string | number; content: ComponentChildren }>(
  { id, label, options, active, choose, point }: OptionListProps<O>,
) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => point?.(index)}
          onClick={() => choose(option)}
        >
          {option.content}
        </li>
      ))}
    </ul>
  );
}

/** What may stand in place of the text from `start` to `end`, where the caret is. */
export interface Suggestions {
  start: number;
  end: number;
  options: readonly Suggestion[];
}

interface Suggestion {
  key: string;
  content: ComponentChildren;
  /** The text that it puts there. */
  text: string;
}

interface SuggestingAreaProps {
  value: string;
  set(value: string): void;
  attributes: { id: string; "aria-invalid"?: "true"; "aria-describedby"?: string };
  /** The name of the list. */
  label: string;
  suggest(value: string, caret: number): Suggestions | undefined;
  rows: number;
  autofocus?: boolean;
  spellcheck?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** A text area with a list of suggestions at the caret: arrows, Enter or Tab, Escape. */
export function SuggestingArea(
  { value, set, attributes, label, suggest, field, ...area }: SuggestingAreaProps,
) {
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const element = field ?? own;
  const caret = useSignal(-1);
  const at = useSignal(0);
  const offered = caret.value < 0 ? undefined : suggest(value, caret.value);
  const options = offered?.options ?? [], isOpen = options.length > 0;
  const active = Math.min(at.value, options.length - 1);

  function choose({ text }: Suggestion): void {
    if (offered === undefined) return;
    const before = value.slice(0, offered.start) + text;
    set(before + value.slice(offered.end));
    caret.value = -1;
    queueMicrotask(() => element.current?.setSelectionRange(before.length, before.length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (active + step + options.length) % options.length;
    else if (event.key === "Enter" || event.key === "Tab") choose(options[active]!);
    else if (event.key === "Escape") caret.value = -1;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="suggesting">
      <textarea
        {...attributes}
        {...area}
        ref={element}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onInput={({ currentTarget }) => {
          at.value = 0;
          caret.value = currentTarget.selectionStart;
          set(currentTarget.value);
        }}
        onBlur={() => caret.value = -1}
        onKeyDown={onKeyDown}
      />
      {isOpen && <OptionList id={id} label={label} options={options} active={active} choose={choose} />}
    </div>
  );
}
