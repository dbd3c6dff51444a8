import type { ComponentChildren } from "preact";
import { useEventActions } from "../../events/event_actions.ts";
import { useEventNames } from "../../events/event_names.ts";
import { stateText } from "../../events/event_table.tsx";
import { SelectionBar } from "../../events/selection_bar.tsx";
import { type EventSelection, useEventSelection } from "../../events/use_event_selection.ts";
import { countText } from "../../parts/numbers.ts";
import { isSelecting } from "../../parts/selecting_click.ts";
import { useConsole } from "../../shell/console.ts";
import { EventCells, eventCount, EventLength, MAX_SHOWN, MoreOnTheWall } from "./event_sections.tsx";
import type { Repeated } from "./shift_report.ts";
import { ShiftSection } from "./shift_section.tsx";
import { shownOf, type UnacknowledgedRows, useUnacknowledgedRows } from "./use_unacknowledged_rows.ts";

/** What waits for an acknowledgement, by machine: one row for the events of a rule and instance. */
export function UnacknowledgedSection({ rows }: { rows: readonly Repeated[] }) {
  const { machineOf } = useEventNames();
  const { mayActOn } = useEventActions();
  const selection = useEventSelection();
  const groups = [...Map.groupBy(rows.slice(0, MAX_SHOWN), ({ event }) => machineOf(event).machine)];
  const shown = groups.flatMap(([, some]) => some);
  const own = shown.filter(({ event }) => mayActOn(event));
  const list = useUnacknowledgedRows({ shown, own, selection });
  return (
    <ShiftSection id="unacknowledged" title="Not acknowledged" count={eventCount(rows)}>
      {rows.length === 0 && <p class="muted">Every event is acknowledged</p>}
      <div class="stack" data-events="Not acknowledged" ref={list.host} onKeyDown={list.onKeyDown}>
        {groups.map(([machine, some]) => (
          <MachineGroup
            key={machine}
            {...{ machine, selection, rows: some, own: some.filter((row) => own.includes(row)) }}
          >
            {some.map((row) => (
              <UnacknowledgedRow key={row.key} {...{ row, selection, list, mayAct: own.includes(row) }} />
            ))}
          </MachineGroup>
        ))}
      </div>
      <MoreOnTheWall count={rows.length - MAX_SHOWN} />
      <SelectionBar selection={selection} shown={own.map(shownOf)} />
    </ShiftSection>
  );
}

interface MachineGroupProps {
  machine: string;
  rows: readonly Repeated[];
  /** Those that the user may act on. */
  own: readonly Repeated[];
  selection: EventSelection;
  children: ComponentChildren;
}

/** The rows of a machine under its name, with a checkbox for all; one row needs no heading. */
function MachineGroup({ machine, rows, own, selection, children }: MachineGroupProps) {
  const list = <ul class="shift-rows shift-choice">{children}</ul>;
  if (rows.length === 1) return list;
  const all = own.map(shownOf);
  const selected = all.filter(selection.has).length;
  return (
    <div class="shift-machine" role="group" aria-label={machine}>
      <div class="row">
        {own.length > 0 && (
          <input
            type="checkbox"
            aria-label={`Select all of ${machine}`}
            checked={selected === all.length}
            indeterminate={selected > 0 && selected < all.length}
            onClick={() => selected === all.length ? selection.remove(all) : selection.add(all)}
          />
        )}
        <h3>{machine}</h3>
        <span class="muted">{countText(eventCount(rows), "event")}</span>
      </div>
      {list}
    </div>
  );
}

interface RowProps {
  row: Repeated;
  mayAct: boolean;
  selection: EventSelection;
  list: UnacknowledgedRows;
}

/** Only the row with the focus or the pointer has a button. */
function UnacknowledgedRow({ row, mayAct, selection, list }: RowProps) {
  const { people } = useConsole();
  const { titleOf } = useEventNames();
  const { key, event, events } = row;
  const select = (isRange: boolean) => list.select(row, { isRange });
  return (
    <li
      data-row={key}
      tabIndex={list.current === key ? 0 : -1}
      onFocusIn={() => list.focused.value = key}
      onPointerEnter={() => list.hovered.value = key}
      onMouseDown={(click) => click.shiftKey && click.preventDefault()}
      onClick={(click) => {
        if (!mayAct || !isSelecting(click)) return;
        click.preventDefault();
        select(click.shiftKey);
      }}
    >
      {mayAct
        ? (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${titleOf(event)}`}
            checked={selection.has(shownOf(row))}
            onClick={(click) => select(click.shiftKey)}
          />
        )
        : <span />}
      <EventCells
        event={event}
        state={
          <>
            {stateText(event, people.nameOf)}, <EventLength event={event} />
            {events.length > 1 && `; ${countText(events.length, "event")}`}
          </>
        }
      />
      {mayAct && list.hasButton(key) && (
        <span class="shift-action">
          <button
            type="button"
            aria-label={`Ack: acknowledge ${titleOf(event)}`}
            onClick={() => list.acknowledge(row)}
          >
            Ack
          </button>
        </span>
      )}
    </li>
  );
}
