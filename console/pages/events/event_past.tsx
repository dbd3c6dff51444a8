import { useComputed } from "@preact/signals";
import { type Api, type RuleEvent, unwrap } from "../../api/client.ts";
import { CommentText } from "../../events/comments.tsx";
import { useResource } from "../../live/use_resource.ts";
import { CLOSE_REASONS, keyOfEvent, lengthMs } from "../../parts/event_text.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { durationText } from "../../parts/plant_time.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { causeText } from "./event_cause.ts";

const MOST_SHOWN = 10;
const PAGE_ROWS = 100;
/** An instance's other rules may have raised the events between; beyond this many the search ends. */
const MOST_READ = 500;

/** The other times when this rule was true on this instance, newest first: how long, why, and what people wrote. */
export function PastEvents({ event }: { event: RuleEvent }) {
  const { api, live } = useConsole();
  const key = keyOfEvent(event);
  const newest = useComputed(() => {
    const ids = [...live.events.value.values()].filter((one) => keyOfEvent(one) === key).map(({ id }) => id);
    return Math.max(0, ...ids);
  });
  const past = useResource(
    `past events ${key} ${event.id} ${newest.value}`,
    (signal) => pastEvents(api, { event, signal }),
  );
  return (
    <Panel
      title="Last 10 times"
      tools={<a href={`/events?instance=${event.instance_id}`}>All events of the instance</a>}
    >
      <Loaded resource={past}>
        {({ events, isWhole, read }) => (
          <>
            {events.length === 0
              ? <p class="muted">No other event of this alarm.</p>
              : (
                <ol class="event-past" data-events="Last 10 times">
                  {events.map((one) => <PastEvent key={one.id} event={one} />)}
                </ol>
              )}
            {!isWhole && events.length < MOST_SHOWN && (
              <p class="muted">Found in the newest {numberText(read)} events of the instance.</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function PastEvent({ event }: { event: RuleEvent }) {
  const { time } = useConsole();
  const { id, start_time, close_reason, note, comment_count } = event;
  return (
    <li>
      <a class="number" href={`/events/${id}`}>{time.moment(Date.parse(start_time))}</a>
      <div>
        <p>
          <strong>{durationText(lengthMs(event, Date.now()))}</strong>
          <span class="muted">
            , {close_reason === null ? "active" : CLOSE_REASONS[close_reason].toLowerCase()}
          </span>
        </p>
        <p class="breaks">{causeText(event)}</p>
        {note !== null && (
          <blockquote>
            <CommentText text={note} />
            {comment_count > 1 && (
              <a href={`/events/${id}`}>{countText(comment_count - 1, "older comment")}</a>
            )}
          </blockquote>
        )}
      </div>
    </li>
  );
}

interface Past {
  events: RuleEvent[];
  /** Whether all events of the instance were read. */
  isWhole: boolean;
  /** How many were read. */
  read: number;
}

async function pastEvents(
  api: Api,
  { event, signal }: { event: RuleEvent; signal: AbortSignal },
): Promise<Past> {
  const events: RuleEvent[] = [];
  for (let offset = 0;; offset += PAGE_ROWS) {
    const query = { instance_id: event.instance_id ?? 0, limit: PAGE_ROWS, offset };
    const { data, pagination } = await unwrap(
      api.GET("/api/rule-events/history", { params: { query }, signal }),
    );
    events.push(...data.filter(({ id, rule_id }) => rule_id === event.rule_id && id !== event.id));
    const read = offset + data.length, isWhole = !pagination.has_next;
    if (isWhole || events.length >= MOST_SHOWN || read >= MOST_READ) {
      return { events: events.slice(0, MOST_SHOWN), isWhole, read };
    }
  }
}
