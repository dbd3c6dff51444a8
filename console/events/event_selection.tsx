import { useSignal } from "@preact/signals";
import { type RuleEvent, unwrap } from "../api/client.ts";
import { useOwnOf } from "../parts/areas.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TextAreaField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { countText, numberText } from "../parts/numbers.ts";
import { SomeOutside } from "../parts/outside_areas.tsx";
import { useRemembered } from "../parts/table/list_memory.ts";
import { useConsole } from "../shell/console.ts";
import { EventTable, type ListPage } from "./event_table.tsx";

interface SelectableEventsProps {
  events: readonly RuleEvent[];
  label: string;
  page?: ListPage;
  /** Called after events were acknowledged. */
  onDone(): void;
}

const NONE: ReadonlySet<number> = new Set();

/** A table of events of which an operator acknowledges several together, with one comment. */
export function SelectableEvents({ events, label, page, onDone }: SelectableEventsProps) {
  const { session } = useConsole();
  const selected = useRemembered<ReadonlySet<number>>(`selected ${label}`, NONE);
  const isAsking = useSignal(false);
  const ownOf = useOwnOf();
  if (!session.may("POST /api/rule-events/bulk-acknowledge")) {
    return <EventTable events={events} label={label} page={page} />;
  }
  const chosen = events.filter(({ id }) => selected.value.has(id));
  const { own, outside } = ownOf("POST /api/rule-events/bulk-acknowledge", chosen);
  const close = () => isAsking.value = false;
  return (
    <>
      {chosen.length > 0 && (
        <div class="row wrap selection-bar" role="group" aria-label="Selected events">
          <strong role="status">{countText(chosen.length, "event")} selected</strong>
          {own.length > 0 && (
            <button type="button" class="primary" onClick={() => isAsking.value = true}>
              Acknowledge {outside > 0 && `${numberText(own.length)} `}with comment
            </button>
          )}
          <SomeOutside outside={outside} total={chosen.length} noun="selected event" />
          <button type="button" class="link quiet" onClick={() => selected.value = new Set()}>
            Clear selection
          </button>
        </div>
      )}
      <EventTable events={events} label={label} page={page} selected={selected} />
      {isAsking.value && (
        <AcknowledgeDialog
          events={own}
          onClose={close}
          onDone={() => {
            close();
            selected.value = new Set();
            onDone();
          }}
        />
      )}
    </>
  );
}

interface AcknowledgeDialogProps {
  events: readonly RuleEvent[];
  onClose(): void;
  onDone(): void;
}

/** Acknowledges events in one request; the comment is added to each of them. */
function AcknowledgeDialog({ events, onClose, onDone }: AcknowledgeDialogProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { comment: "" },
    async send({ comment }) {
      const text = comment.trim();
      const body = { event_ids: events.map(({ id }) => id), ...text !== "" && { comment: text } };
      const { data, message } = await unwrap(api.POST("/api/rule-events/bulk-acknowledge", { body }));
      const failed = data.items.flatMap(({ problems = [] }) => problems);
      if (failed.length === 0) toasts.done(message);
      else toasts.problem(`${message}; ${data.summary.failed} failed: ${failed[0]!.message}`);
      onDone();
    },
  });
  return (
    <Dialog title={`Acknowledge ${countText(events.length, "event")}`} onClose={onClose}>
      <Form
        form={form}
        action="Acknowledge"
        more={<button type="button" onClick={onClose}>Cancel</button>}
      >
        <TextAreaField path="comment" label="Comment for each event" rows={3} autofocus />
      </Form>
    </Dialog>
  );
}
