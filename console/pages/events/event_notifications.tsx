import { type RuleEvent, type Schemas, unwrap } from "../../api/client.ts";
import { DeliveryTarget } from "../../events/delivery_target.tsx";
import { isTrouble, reasonText, resultText, unreachedOf } from "../../events/delivery_text.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type Notification = Schemas["EventNotification"];

/** How often messages that are under way or yet to come are looked at: half of the background reads that a page may make. */
const LOOK_MS = 30_000;

/** Who was told of the event, when, by which way, with what result, and who has not answered. */
export function EventNotifications({ event }: { event: RuleEvent }) {
  const { api, live } = useConsole();
  const notifications = useResource(
    `notifications ${event.id} ${event.revision} ${event.acknowledged_at} ${event.is_active}`,
    async (signal) => {
      const params = { path: { id: event.id } };
      return (await unwrap(api.GET("/api/rule-events/{id}/notifications", { params, signal }))).data;
    },
    { events: true, changes: ["notification_drill"] },
  );
  const rows = notifications.state.value.value;
  // The first message is written a moment after the event, and no frame tells of it.
  const isUnderWay = rows?.length === 0
    ? event.is_active && isStillNotified(event)
    : rows?.some(({ settled_at }) => settled_at === null) === true;
  useInterval(() => live.background.soon("notifications", notifications.reload), isUnderWay ? LOOK_MS : null);
  return (
    <Panel title="Who was told" tools={<button type="button" onClick={notifications.reload}>Refresh</button>}>
      <Loaded resource={notifications} what="Loading who was told">
        {(rows) =>
          rows.length === 0 ? <p class="muted">Nobody has been told of this event.</p> : (
            <>
              <Unreached event={event} rows={rows} />
              <Unanswered event={event} rows={rows} />
              <NotificationTable rows={rows} />
            </>
          )}
      </Loaded>
    </Panel>
  );
}

/** Whom no message about the event has reached, and why; of each way the last words. */
function Unreached({ event, rows }: { event: RuleEvent; rows: readonly Notification[] }) {
  const unreached = unreachedOf(rows);
  if (unreached.length === 0) return null;
  const isNobodyReached = rows.every(({ state }) => state === "failed" || state === "cancelled");
  return (
    <div class="event-unreached">
      <p>
        <strong>{isNobodyReached ? "Nobody could be told of this event" : "Could not be reached"}</strong>
        {isNobodyReached && isStillNotified(event) && ". It is told once the fallback contact point works."}
      </p>
      <ul>
        {unreached.map((row) => (
          <li key={row.id}>
            <DeliveryTarget delivery={row} />: <span class="breaks">{row.attempts.at(-1)?.words}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whoever has acknowledged, shelved, retracted or deleted an event knows of it. */
function isStillNotified({ acknowledged_at, shelved_until, flags }: RuleEvent): boolean {
  return acknowledged_at === null && shelved_until === null && !flags.includes("retracted");
}

/** Only of events that still need an answer. */
function Unanswered({ event, rows }: { event: RuleEvent; rows: readonly Notification[] }) {
  const { people } = useConsole();
  if (event.acknowledged_at !== null || !event.is_active) return null;
  const silent = new Set(
    rows.filter(({ answer, state }) => answer === null && (state === "accepted" || state === "delivered"))
      .flatMap(({ username }) => username ?? []),
  );
  if (silent.size === 0) return null;
  return <p>Not answered yet: {[...silent].map((name) => people.nameOf(name)).join(", ")}</p>;
}

function NotificationTable({ rows }: { rows: readonly Notification[] }) {
  const { time } = useConsole();
  const moment = (iso: string) => time.moment(Date.parse(iso));
  return (
    <div class="event-notifications">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Time, {time.zoneNames}</th>
            <th scope="col">Who</th>
            <th scope="col">Why</th>
            <th scope="col">Result</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{moment(row.settled_at ?? row.created_at)}</td>
              <td>
                <DeliveryTarget delivery={row} />
              </td>
              <td>{reasonText(row)}</td>
              <td>
                {isTrouble(row) ? <strong>{resultText(row, moment)}</strong> : resultText(row, moment)}
                {isTrouble(row) && <div class="muted breaks">{row.attempts.at(-1)?.words}</div>}
              </td>
              <td>{answerText(row, moment)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function answerText({ answer, answered_at, user_id }: Notification, moment: (iso: string) => string): string {
  if (answer === null || answered_at === null) return user_id === null ? "—" : "None yet";
  return `${answer === "acknowledge" ? "Acknowledged" : "“I cannot”"}, ${moment(answered_at)}`;
}
