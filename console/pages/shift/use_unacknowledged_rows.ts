import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useEventActions } from "../../events/event_actions.ts";
import type { ShownEvents } from "../../events/event_group.ts";
import type { EventSelection } from "../../events/use_event_selection.ts";
import { rowAfterKey } from "../../parts/table/window.ts";
import { useKeys } from "../../shell/use_keys.ts";
import type { Repeated } from "./shift_report.ts";

/** The focus, the keys and the one button of the rows that wait for an acknowledgement. */
export interface UnacknowledgedRows {
  host: RefObject<HTMLDivElement | null>;
  /** The key of the row that Tab reaches. */
  current: string | undefined;
  focused: Signal<string | undefined>;
  hovered: Signal<string | undefined>;
  hasButton(key: string): boolean;
  onKeyDown(event: KeyboardEvent): void;
  select(row: Repeated, options: { isRange: boolean }): void;
  acknowledge(row: Repeated): void;
}

interface RowsInput {
  shown: readonly Repeated[];
  /** Those that the user may act on. */
  own: readonly Repeated[];
  selection: EventSelection;
}

const PAGE_ROWS = 10;

/** The active or newest event first: once there is a newer one, the row is another one. */
export function shownOf({ key, event, events }: Repeated): ShownEvents {
  return [key, [event, ...events.filter(({ id }) => id !== event.id)]];
}

export function useUnacknowledgedRows({ shown, own, selection }: RowsInput): UnacknowledgedRows {
  const actions = useEventActions();
  const host = useRef<HTMLDivElement>(null);
  const focused = useSignal<string | undefined>(undefined);
  const hovered = useSignal<string | undefined>(undefined);
  /** Has the focus once a row that was acknowledged is gone. */
  const after = useRef<{ gone: string; to: string | undefined } | null>(null);
  const current = (shown.find(({ key }) => key === focused.value) ?? own[0] ?? shown[0])?.key;
  const at = shown.findIndex(({ key }) => key === current);

  const focus = (key: string | undefined) =>
    [...host.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []]
      .find((row) => row.dataset.row === key)?.focus();

  useEffect(() => {
    if (after.current === null || shown.some(({ key }) => key === after.current?.gone)) return;
    focus(after.current.to);
    after.current = null;
  });

  function acknowledge(row: Repeated): void {
    const place = shown.indexOf(row);
    const to = (shown[place + 1] ?? shown[place - 1])?.key;
    after.current = host.current?.contains(document.activeElement) ? { gone: row.key, to } : null;
    void actions.acknowledge(row.events, { isMeant: true });
  }

  function select(row: Repeated, { isRange }: { isRange: boolean }): void {
    if (isRange) selection.extendTo(row.key, own.map(shownOf));
    else selection.toggle(shownOf(row));
  }

  function moveTo(to: number, { isRange = false } = {}): void {
    const [from, row] = [shown[at], shown[to]];
    if (row === undefined) return;
    if (isRange && from !== undefined) {
      if (own.includes(from) && !selection.has(shownOf(from))) selection.toggle(shownOf(from));
      if (own.includes(row)) select(row, { isRange });
    }
    focus(row.key);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    const row = shown[at];
    if (event.key === " " && row !== undefined) {
      event.preventDefault();
      if (own.includes(row)) select(row, { isRange: false });
    }
    const to = rowAfterKey(event.key, { at, count: shown.length, page: PAGE_ROWS });
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to, { isRange: event.shiftKey });
  }

  const group = "Since I came on";
  const isInside = () => document.activeElement?.closest("[data-row]") !== null;
  const step = (by: number) => isInside() ? moveTo(at + by) : focus(current);
  useKeys([
    { keys: "j", label: "Next event", group, run: () => step(1) },
    { keys: "k", label: "Previous event", group, run: () => step(-1) },
    ...own.length === 0 ? [] : [{
      keys: "a",
      label: "Acknowledge the event with the focus",
      group,
      run() {
        const row = own.find(({ key }) => key === current);
        if (!isInside()) focus(current);
        else if (row !== undefined) acknowledge(row);
      },
    }],
  ]);

  return {
    host,
    current,
    focused,
    hovered,
    hasButton: (key) => key === current || key === hovered.value,
    onKeyDown,
    select,
    acknowledge,
  };
}
