import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { RuleEvent } from "../../api/client.ts";
import { stateText } from "../../events/event_table.tsx";
import { eventState } from "../../parts/event_state.ts";
import { isShelved, lengthMs } from "../../parts/event_text.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { machineOf } from "../../parts/machine.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import type { Repeated } from "./shift_report.ts";
import { ShiftSection } from "./shift_section.tsx";

/** Rows of a list; the rest is in the event list. */
export const MAX_SHOWN = 100;

interface EventSectionProps {
  id: string;
  title: string;
  events: readonly RuleEvent[];
  /** Shown in place of an empty list. */
  none: string;
}

/** Active events with their state, worst first. */
export function EventSection({ id, title, events, none }: EventSectionProps) {
  const { people } = useConsole();
  return (
    <ShiftSection id={id} title={title} count={events.length}>
      {events.length === 0 ? <p class="muted">{none}</p> : (
        <ul class="shift-rows" data-events={title}>
          {events.slice(0, MAX_SHOWN).map((event) => (
            <EventRow
              key={event.id}
              event={event}
              state={
                <>
                  {stateText(event, people.nameOf)}
                  {isShelved(event, Date.now()) && ", shelved"}, <EventLength event={event} />
                </>
              }
            />
          ))}
        </ul>
      )}
      <MoreOnTheWall count={events.length - MAX_SHOWN} />
    </ShiftSection>
  );
}

export function MoreOnTheWall({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p>
      <a class="target" href="/wall">{numberText(count)} more on the event wall</a>
    </p>
  );
}

export function eventCount(rows: readonly Repeated[]): number {
  return rows.reduce((sum, { events }) => sum + events.length, 0);
}

/** Its text alone is drawn every second. */
export function EventLength({ event }: { event: RuleEvent }) {
  const nowMs = useNow();
  const text = useComputed(() => durationText(lengthMs(event, nowMs.value)));
  return <>{text}</>;
}

interface EndedSectionProps {
  rows: readonly Repeated[];
  fromMs: number;
  /** Older events that are not read. */
  more: number;
}

/** What came and went, one row for each rule and instance. */
export function EndedSection({ rows, fromMs, more }: EndedSectionProps) {
  const count = eventCount(rows);
  const all = `/events?state=ended&from=${encodeURIComponent(new Date(fromMs).toISOString())}`;
  return (
    <ShiftSection
      id="ended"
      title="Came and went"
      count={count}
      more={count > 0 && <a class="target" href={all}>All in the event list</a>}
    >
      {rows.length === 0
        ? <p class="muted">No event has come and gone</p>
        : (
          <ul class="shift-rows" data-events="Came and went">
            {rows.slice(0, MAX_SHOWN).map(({ key, event, events, activeMs, unacknowledged }) => (
              <EventRow
                key={key}
                event={event}
                state={
                  <>
                    {events.length === 1
                      ? `for ${durationText(activeMs)}`
                      : `${countText(events.length, "time")}, ${durationText(activeMs)} in all`}
                    {unacknowledged > 0 && ` (${numberText(unacknowledged)} not acknowledged)`}
                  </>
                }
              />
            ))}
          </ul>
        )}
      {(rows.length > MAX_SHOWN || more > 0) && (
        <p class="muted">
          {more > 0 && `${countText(more, "older event")} of the shift left out here. `}
          {rows.length > MAX_SHOWN && `${countText(rows.length - MAX_SHOWN, "more kind")} of event. `}
          The event list has all.
        </p>
      )}
    </ShiftSection>
  );
}

interface EventRowProps {
  event: RuleEvent;
  state: ComponentChildren;
}

function EventRow(props: EventRowProps) {
  return (
    <li>
      <EventCells {...props} />
    </li>
  );
}

/** The severity, what it is, its state and since when. */
export function EventCells({ event, state }: EventRowProps) {
  const { time } = useConsole();
  return (
    <>
      <SeverityGlyph severity={event.severity} isReturned={eventState(event) === "returned"} />
      <EventName event={event} />
      <span class="shift-state muted">{state}</span>
      <span class="shift-time number">{time.moment(Date.parse(event.start_time))}</span>
    </>
  );
}

/** The machine first, then what is wrong and where. */
export function EventName({ event }: { event: RuleEvent }) {
  const places = usePlant().state.value.value?.places;
  const floc = event.plant_node_floc_id;
  const { machine, area } = machineOf(event, floc === null ? undefined : places?.get(floc));
  return (
    <a class="shift-name target" href={`/events/${event.id}`} title={event.event_name}>
      <strong>{machine}</strong> {event.display_name}
      {area !== "" && <span class="muted">, {area}</span>}
    </a>
  );
}
