import type { RuleEvent } from "../api/client.ts";
import { noSelection } from "../parts/selection.ts";
import { useRemembered } from "../parts/table/list_memory.ts";
import { useConsole } from "../shell/console.ts";
import { useEventNames } from "./event_names.ts";
import { EventTable, type ListPage } from "./event_table.tsx";
import { SelectionBar } from "./selection_bar.tsx";
import type { ChosenEvents, ShownEvents } from "./event_group.ts";
import { useEventSelection } from "./use_event_selection.ts";

interface SelectableEventsProps {
  events: readonly RuleEvent[];
  label: string;
  page?: ListPage;
  /** Called after events were changed. */
  onDone(): void;
}

const shownOf = (event: RuleEvent): ShownEvents => [String(event.id), [event]];

/** A table of events of which an operator acknowledges or shelves several together. */
export function SelectableEvents({ events, label, page, onDone }: SelectableEventsProps) {
  const { session } = useConsole();
  const names = useEventNames();
  const chosen = useRemembered<ChosenEvents>(`selected ${label}`, noSelection());
  const selection = useEventSelection(chosen);
  if (!session.may("POST /api/rule-events/bulk-acknowledge")) {
    return <EventTable events={events} label={label} page={page} />;
  }
  const shown = events.map(shownOf);
  const has = (event: RuleEvent) => selection.has(shownOf(event));
  const all = events.length > 0 && events.every(has);
  return (
    <>
      <EventTable
        events={events}
        label={label}
        page={page}
        selection={{
          all,
          has,
          toggle: (event) => selection.toggle(shownOf(event)),
          extendTo: (event, rows) => selection.extendTo(String(event.id), rows.map(shownOf)),
          toggleAll: () => all ? selection.clear() : selection.add(shown),
          nameOf: (event) => `Select ${names.titleOf(event)}`,
        }}
      />
      {/* Below, so that no row moves away under the pointer. */}
      <SelectionBar {...{ selection, shown, onDone }} />
    </>
  );
}
