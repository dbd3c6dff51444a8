import { useEventNames } from "../../events/event_names.ts";
import { wayText } from "../../events/delivery_target.tsx";
import { type Delivery, outcomeText, reasonText, resultText } from "../../events/delivery_text.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Fact } from "../../parts/facts.tsx";
import { countText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";

const MOST_LINKS = 20;

function noAttemptText({ state }: Delivery): string {
  if (state === "folded") return "None: a digest names the event instead.";
  return state === "cancelled" ? "None." : "None yet.";
}

/** One message: its events, and each attempt with the receiver's own words. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const { time, people } = useConsole();
  const full = (iso: string) => time.full(Date.parse(iso));
  const { username, address, attempts, attempt_count, event_ids, event_count, first_event } = delivery;
  const { titleOf } = useEventNames();
  const left = event_count - Math.min(event_ids.length, MOST_LINKS);
  return (
    <Dialog title={reasonText(delivery)} onClose={onClose} wide>
      <dl class="facts">
        <Fact name="Result">{resultText(delivery, full)}</Fact>
        <Fact name="Person">{username === null ? null : people.nameOf(username)}</Fact>
        <Fact name="Contact point">{wayText(delivery)}</Fact>
        <Fact name="Address">{address}</Fact>
        <Fact name="Due">{full(delivery.due_at)}</Fact>
        <Fact name={event_count === 1 ? "Event" : "Events"}>
          {event_ids.slice(0, MOST_LINKS).map((id, i) => [
            <a key={id} href={`/events/${id}`}>
              {i === 0 && first_event !== null ? titleOf(first_event) : `#${id}`}
            </a>,
            " ",
          ])}
          {left > 0 && `and ${left} more`}
        </Fact>
      </dl>
      <h3>Attempts</h3>
      {attempts.length === 0 ? <p class="muted">{noAttemptText(delivery)}</p> : (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Result</th>
              <th scope="col">The receiver's words</th>
              <th scope="col" class="end">Took</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt, i) => (
              <tr key={i}>
                <td>{full(attempt.at)}</td>
                <td>{outcomeText(attempt)}</td>
                <td class="breaks">{attempt.words === "" ? "—" : attempt.words}</td>
                <td class="end">{Math.round(attempt.latency_ms)} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {attempt_count > attempts.length && (
        <p class="muted">{countText(attempt_count - attempts.length, "earlier attempt")} not shown.</p>
      )}
      <div class="buttons">
        <button type="button" onClick={onClose} autofocus>Close</button>
      </div>
    </Dialog>
  );
}
