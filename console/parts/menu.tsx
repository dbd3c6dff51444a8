import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useId, useRef } from "preact/hooks";

export interface MenuItem {
  label: string;
  run(): void;
  /** Why the action is not available now. */
  disabledReason?: string;
}

interface MenuProps {
  /** The label of the button: "More actions for Too high". */
  label: string;
  items: readonly MenuItem[];
  children: ComponentChildren;
  class?: string;
  /** In a row of a table, whose keys move the focus. */
  isRowAction?: boolean;
}

/** A button with a menu: an arrow opens it too; arrows, Home, End and letters move the focus, Escape returns it. */
export function Menu({ label, items, children, class: named, isRowAction = false }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const anchor = `--menu-${id}`;
  const entries = () => [...list.current?.querySelectorAll<HTMLButtonElement>("[role=menuitem]") ?? []];

  /** The browser may tell only after the next keys that the menu is open: the button takes them as well. */
  function onKeyOfButton(event: TargetedKeyboardEvent<HTMLButtonElement>): void {
    const isOpen = list.current?.matches(":popover-open");
    if (!isOpen && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (!isOpen) event.currentTarget.click();
    onKeyDown(event);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = entries();
    const to = indexAfterKey(event.key, { all, at: all.findIndex((one) => one === document.activeElement) });
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <>
      <button
        type="button"
        class={named}
        tabIndex={isRowAction ? -1 : undefined}
        aria-label={label}
        aria-haspopup="menu"
        popovertarget={id}
        style={{ anchorName: anchor }}
        onKeyDown={onKeyOfButton}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        style={{ positionAnchor: anchor }}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => {
          const hasFocus = list.current?.contains(document.activeElement);
          if (newState === "open" && !hasFocus) entries()[0]?.focus();
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.disabledReason !== undefined}
            onClick={() => {
              if (item.disabledReason !== undefined) return;
              list.current?.hidePopover();
              item.run();
            }}
          >
            {item.label}
            {item.disabledReason !== undefined && <span class="menu-why">{item.disabledReason}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

function indexAfterKey(
  key: string,
  { all, at }: { all: readonly HTMLElement[]; at: number },
): number | undefined {
  const last = all.length - 1;
  const to = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[key];
  if (to !== undefined || key.length !== 1) return to;
  const order = [...all.keys()].map((index) => (index + at + 1) % all.length);
  return order.find((index) => all[index]!.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
