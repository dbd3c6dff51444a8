import { type RuleEvent, unwrap } from "../api/client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { useConsole } from "../shell/console.ts";
import { CommentForm, CommentList, useComments } from "./comments.tsx";
import { useEventActions } from "./event_actions.ts";
import { useEventNames } from "./event_names.ts";
import { ShelveFields } from "./shelve_fields.tsx";

interface EventDialogProps {
  event: RuleEvent;
  onClose(): void;
}

const NEWEST_COMMENTS = 3;

/** Shelves the event's rule and instance: hidden from the wall and silent for some minutes, with a reason. */
export function ShelveDialog({ event, onClose }: EventDialogProps) {
  const { api, live, toasts, time } = useConsole();
  const { titleOf } = useEventNames();
  const actions = useEventActions();
  const form = useForm<{ minutes: number | null; reason: string }>({
    initial: { minutes: 60, reason: "" },
    async send({ minutes, reason }) {
      const take = live.reading();
      const { data } = await unwrap(api.POST("/api/rule-events/{id}/shelve", {
        params: { path: { id: event.id } },
        body: { minutes: minutes ?? 0, reason },
      }));
      take([data]);
      const until = data.shelved_until === null ? "" : ` until ${time.named(Date.parse(data.shelved_until))}`;
      const undo = { label: "Undo", run: () => void actions.unshelve(data) };
      // A shelf that was there before would be lost, not restored.
      toasts.done(`Shelved “${titleOf(event)}”${until}`, event.shelved_until === null ? undo : undefined);
      onClose();
    },
  });
  return (
    <Dialog title="Shelve" onClose={onClose}>
      <p class="muted">{titleOf(event)}</p>
      <Form form={form} action="Shelve" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <ShelveFields form={form} />
      </Form>
    </Dialog>
  );
}

/** The newest comments on an event, and a field for another one. */
export function CommentDialog({ event, onClose }: EventDialogProps) {
  const comments = useComments(event);
  const { titleOf } = useEventNames();
  const newest = comments.state.value.value?.slice(-NEWEST_COMMENTS) ?? [];
  return (
    <Dialog title="Comment" onClose={onClose}>
      <p class="muted">{titleOf(event)}</p>
      {newest.length > 0 && <CommentList comments={newest} />}
      <CommentForm
        event={event}
        comments={comments}
        onAdded={onClose}
        more={<button type="button" onClick={onClose}>Cancel</button>}
        autofocus
      />
    </Dialog>
  );
}
