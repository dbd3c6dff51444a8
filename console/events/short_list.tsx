import type { RuleEvent } from "../api/client.ts";
import { lengthMs, machineOf, nameParts } from "../parts/event_text.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { durationText } from "../parts/plant_time.ts";
import { usePlant } from "../parts/shared_resources.ts";
import { useConsole } from "../shell/console.ts";

/** A short list of events, one line each. */
export function ShortEventList({ events }: { events: readonly RuleEvent[] }) {
  const { time } = useConsole();
  const plant = usePlant().state.value.value;
  return (
    <ol class="rows latest">
      {events.map((event) => (
        <li key={event.id} class={event.is_active ? "" : "over"}>
          <SeverityGlyph severity={event.severity} />
          <a class="event-link" href={`/events/${event.id}`} title={event.event_name}>
            <span>
              <span class="event-machine">{machineOf(event, plant?.places)}</span>{" "}
              {nameParts(event.event_name).what}
            </span>
            <span class="event-length">
              {event.is_active ? "active" : durationText(lengthMs(event, 0))}
            </span>
          </a>
          <span class="end muted number">{time.moment(Date.parse(event.start_time))}</span>
        </li>
      ))}
    </ol>
  );
}
