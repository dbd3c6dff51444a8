import type { ComponentChildren } from "preact";
import type { RuleEvent } from "../api/client.ts";

interface EventLinkProps {
  event: RuleEvent;
  machine: string;
  children?: ComponentChildren;
}

/** A link to an event in a short list: the machine, then what is wrong; on two lines where there is little room. */
export function EventLink({ event, machine, children }: EventLinkProps) {
  return (
    <a class="wrap event-link" href={`/events/${event.id}`} title={event.event_name}>
      <span class="event-machine">{machine}</span>
      <span class="event-what">{event.display_name}</span>
      {children}
    </a>
  );
}
