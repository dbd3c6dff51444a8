import type { RuleEvent } from "../api/client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { countText, numberText } from "../parts/numbers.ts";
import { oneOfEach } from "./bulk_events.ts";
import { useEventNames } from "./event_names.ts";
import { ShelveFields } from "./shelve_fields.tsx";
import type { Failure } from "./use_bulk_run.ts";

interface ShelveManyProps {
  events: readonly RuleEvent[];
  /** What was typed as the comment. */
  reason: string;
  shelve(shelf: { minutes: number; reason: string }): void;
  onClose(): void;
}

/** Names listed before the others are counted. */
const MOST_NAMED = 5;

/** One time and one reason for all selected events. */
export function ShelveManyDialog({ events, reason, shelve, onClose }: ShelveManyProps) {
  const { titleOf } = useEventNames();
  const alarms = oneOfEach(events);
  const form = useForm<{ minutes: number | null; reason: string }>({
    initial: { minutes: 60, reason },
    check: ({ minutes, reason }) => [
      ...minutes === null ? [{ path: "minutes", message: "Enter 1 to 1,440 minutes" }] : [],
      ...reason.trim() === "" ? [{ path: "reason", message: "Enter a reason" }] : [],
    ],
    send: ({ minutes, reason }) => Promise.resolve(shelve({ minutes: minutes ?? 0, reason: reason.trim() })),
  });
  return (
    <Dialog title={`Shelve ${countText(alarms.length, "alarm")}`} onClose={onClose}>
      <ul class="muted">
        {alarms.slice(0, MOST_NAMED).map((event) => <li key={event.id}>{titleOf(event)}</li>)}
        {alarms.length > MOST_NAMED && <li>and {numberText(alarms.length - MOST_NAMED)} more</li>}
      </ul>
      <Form form={form} action="Shelve" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <ShelveFields form={form} />
      </Form>
    </Dialog>
  );
}

/** What could not be done, and why. */
export function FailuresDialog(
  { failures, onClose }: { failures: readonly Failure[]; onClose(): void },
) {
  return (
    <Dialog title={`${countText(failures.length, "event")} failed`} onClose={onClose} wide>
      <p class="muted">What failed stays selected.</p>
      <ul class="selection-failures">
        {failures.map(({ event, title, reason }) => (
          <li key={event.id}>
            <a href={`/events/${event.id}`}>{title}</a>: {reason}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="primary" autofocus onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}
