import type { RefObject } from "preact";
import type { RuleEvent } from "../../api/client.ts";
import { CommentForm, CommentList, useComments } from "../../events/comments.tsx";
import { useMayAt } from "../../parts/areas.ts";
import { Loaded } from "../../parts/states.tsx";
import { Panel } from "../../parts/panel.tsx";

interface EventCommentsProps {
  event: RuleEvent;
  /** The text field of a new comment. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The thread of an event, active or ended. */
export function EventComments({ event, field }: EventCommentsProps) {
  const mayAt = useMayAt();
  const comments = useComments(event);
  return (
    <Panel title="Comments">
      <Loaded resource={comments}>
        {(found) =>
          found.length === 0
            ? <p class="muted">Nobody has commented on this event.</p>
            : <CommentList comments={found} />}
      </Loaded>
      {mayAt("POST /api/rule-events/:id/comments", event.plant_node_floc_id) && (
        <CommentForm event={event} comments={comments} field={field} />
      )}
    </Panel>
  );
}
