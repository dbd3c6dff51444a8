import { type Signal, useSignal } from "@preact/signals";
import { extended, noSelection, toggled, withAll, withOnly } from "../parts/selection.ts";
import { countText } from "../parts/numbers.ts";
import { useConsole } from "../shell/console.ts";
import type { ChosenEvents, EventGroup, ShownEvents } from "./event_group.ts";

/** What is selected in a list of events, and what changes it. */
export interface EventSelection {
  readonly groups: readonly EventGroup[];
  /** Whether what stands there now was selected: an event that was raised since is not. */
  has(shown: ShownEvents): boolean;
  toggle(shown: ShownEvents): void;
  /** Selects all from what was selected last to this one. */
  extendTo(key: string, shown: readonly ShownEvents[]): void;
  add(shown: readonly ShownEvents[]): void;
  remove(shown: readonly ShownEvents[]): void;
  /** Keeps only groups with one of these events. */
  keep(ids: ReadonlySet<number>): void;
  /** Clears it; a message takes that back. */
  clear(): void;
}

export function useEventSelection(
  chosen: Signal<ChosenEvents> = useSignal<ChosenEvents>(noSelection()),
): EventSelection {
  const { toasts } = useConsole();
  const { value } = chosen;
  return {
    groups: [...value.items.values()],
    has: ([key, events]) =>
      events[0] !== undefined && value.items.get(key)?.some(({ id }) => id === events[0]!.id) === true,
    toggle: (shown) => chosen.value = toggled(chosen.peek(), shown),
    extendTo: (key, shown) => chosen.value = extended(chosen.peek(), { key, shown }),
    add: (shown) => chosen.value = withAll(chosen.peek(), shown),
    remove: (shown) =>
      chosen.value = shown.reduce(
        (selection, one) => selection.items.has(one[0]) ? toggled(selection, one) : selection,
        chosen.peek(),
      ),
    keep: (ids) => chosen.value = withOnly(chosen.peek(), (events) => events.some(({ id }) => ids.has(id))),
    clear() {
      const before = chosen.peek();
      chosen.value = noSelection();
      const count = [...before.items.values()].flat().length;
      const run = () => chosen.value = withAll(before, [...chosen.peek().items]);
      toasts.done(`Selection of ${countText(count, "event")} cleared`, { label: "Undo", run });
    },
  };
}
