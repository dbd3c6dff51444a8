import type { RuleEvent } from "../api/client.ts";
import { lengthMs } from "../parts/event_text.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { durationText } from "../parts/plant_time.ts";
import { useConsole } from "../shell/console.ts";
import { EventLink } from "./event_link.tsx";
import { useEventNames } from "./event_names.ts";

interface ShortEventListProps {
  events: readonly RuleEvent[];
  title?: string;
}

/** A short list of events, each with its machine, what is wrong, its duration and its start. */
export function ShortEventList({ events, title = "Recent events" }: ShortEventListProps) {
  const { time } = useConsole();
  const { machineOf } = useEventNames();
  return (
    <ol class="rows latest" data-events={title}>
      {events.map((event) => (
        <li key={event.id} class={event.is_active ? "" : "over"}>
          <SeverityGlyph severity={event.severity} />
          <EventLink event={event} machine={machineOf(event).machine}>
            <span class="event-length">
              {event.is_active ? "active" : durationText(lengthMs(event, 0))}
            </span>
          </EventLink>
          <span class="end muted number">{time.moment(Date.parse(event.start_time))}</span>
        </li>
      ))}
    </ol>
  );
}
