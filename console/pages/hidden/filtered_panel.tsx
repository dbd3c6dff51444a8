import { useEventNames } from "../../events/event_names.ts";
import { stateText } from "../../events/event_table.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { useConsole } from "../../shell/console.ts";
import type { FilteredEvent } from "./filtered.ts";
import { useFiltered } from "./use_filtered.ts";

/** Rows that are listed; the others are counted. */
const MAX_SHOWN = 100;

/** The active events that this browser's filters keep off the event wall, and the way to show them. */
export function FilteredPanel() {
  const { events, places, severities, showAllPlaces, showAllSeverities } = useFiltered();
  const byPlace = events.filter((row) => row.byPlace).length;
  const bySeverity = events.filter((row) => row.bySeverity).length;
  return (
    <Panel
      title="Filtered"
      tools={<span class="muted" role="status">{countText(events.length, "active event")}</span>}
    >
      {places === "" && severities === "" && (
        <p class="muted">No filter of this browser keeps an event off the wall.</p>
      )}
      {places !== "" && (
        <p class="row wrap hidden-filter">
          <span>
            The wall of this browser shows only {places}: {countText(byPlace, "active event")} elsewhere.
          </span>
          <button type="button" onClick={showAllPlaces}>Show the whole plant</button>
        </p>
      )}
      {severities !== "" && (
        <p class="row wrap hidden-filter">
          <span>
            The wall of this browser shows only these severities: {severities}.{" "}
            {countText(bySeverity, "active event")} of another.
          </span>
          <button type="button" onClick={showAllSeverities}>Show all severities</button>
        </p>
      )}
      {events.length > 0 && (
        <ul class="hidden-rows" aria-label="Filtered" data-events="Filtered">
          {events.slice(0, MAX_SHOWN).map((row) => <FilteredRow key={row.event.id} {...row} />)}
        </ul>
      )}
      {events.length > MAX_SHOWN && (
        <p class="muted">
          {numberText(events.length - MAX_SHOWN)} more: <a href="/events?state=active">active events</a>
        </p>
      )}
    </Panel>
  );
}

function FilteredRow({ event, byPlace, bySeverity }: FilteredEvent) {
  const { people, time } = useConsole();
  const { machineOf } = useEventNames();
  const why = [...byPlace ? ["place"] : [], ...bySeverity ? ["severity"] : []].join(" and ");
  return (
    <li>
      <SeverityGlyph severity={event.severity} />
      <a class="target" href={`/events/${event.id}`}>
        <strong>{machineOf(event).machine}</strong> {event.display_name}
      </a>
      <span class="muted">{stateText(event, people.nameOf)}</span>
      <span class="muted">hidden by {why}</span>
      <span class="number">{time.moment(Date.parse(event.start_time))}</span>
    </li>
  );
}
