import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { useEventNames } from "../events/event_names.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "./console.ts";
import { offeredPages } from "./navigation.tsx";
import { found, type PaletteItem } from "./palette_search.ts";
import { PlantItems } from "./plant_items.tsx";
import { useGo } from "./guarded_navigation.ts";

/** The command palette (⌘K): searches pages, actions and the plant; `42` or `#42` opens event 42. */
export function Palette({ onClose }: { onClose(): void }) {
  const { live } = useConsole();
  const items = usePaletteItems();
  const names = useEventNames();
  const titleOf = (number: number) => {
    const event = live.events.value.get(number);
    return event === undefined ? undefined : names.titleOf(event);
  };
  const typed = useSignal("");
  const plantItems = useSignal<readonly PaletteItem[]>([]);
  const at = useSignal(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const searchesPlant = typed.value.trim().length >= 2;
  const named = [...items.all, ...searchesPlant ? plantItems.value : []];
  const shown = [...eventByNumber(typed.value, { titleOf, go: items.go }), ...found(named, typed.value)];
  const active = Math.min(at.value, shown.length - 1);

  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  function run(item: PaletteItem | undefined): void {
    if (item === undefined) return;
    onClose();
    // After the dialog has returned the focus.
    setTimeout(item.run);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      at.value = (active + step + shown.length) % Math.max(1, shown.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(shown[active]);
    }
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        autofocus
        role="combobox"
        aria-label="Search pages and actions"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Page, action, machine, stream, template or event number"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={id} class="palette" role="listbox" aria-label="Results">
        {shown.map((item, index) => (
          <li
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => at.value = index}
            onClick={() => run(item)}
          >
            <span>{item.label}</span>
            <span class="muted">{item.group}</span>
            {item.keys !== undefined && <kbd>{item.keys}</kbd>}
          </li>
        ))}
      </ul>
      {searchesPlant && <PlantItems items={plantItems} />}
      {shown.length === 0 && <p class="muted" role="status">No results.</p>}
    </Dialog>
  );
}

function usePaletteItems(): { all: PaletteItem[]; go(path: string): void } {
  const { keyboard, session } = useConsole();
  const go = useGo();
  const pages = offeredPages(session.may).map(({ path, title, nav }) => ({
    id: path,
    label: nav?.label ?? title,
    group: "Page",
    keys: `g ${nav?.key}`,
    run: () => go(path),
  }));
  const actions = keyboard.bindings.value.filter(({ group }) => group !== "Pages")
    .map(({ keys, label, group, run }) => ({
      id: `${group} ${keys}`,
      label,
      group,
      keys: shownKeys(keys),
      run,
    }));
  return { all: [...pages, ...actions], go };
}

interface Numbered {
  /** What an event that is loaded is about. */
  titleOf(id: number): string | undefined;
  go(path: string): void;
}

function eventByNumber(typed: string, { titleOf, go }: Numbered): PaletteItem[] {
  const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  if (number === undefined) return [];
  const title = titleOf(Number(number));
  const label = title === undefined ? `Event #${number}` : `Event #${number}, ${title}`;
  return [{ id: "event", label, group: "Event", run: () => go(`/events/${number}`) }];
}

/** Keys as text: `Ctrl K`, `g w`. */
export function shownKeys(keys: string): string {
  return keys.replace("mod+", "Ctrl ").replace("Arrow", "");
}
