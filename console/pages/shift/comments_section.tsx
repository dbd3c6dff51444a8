import { CommentText } from "../../events/comments.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { numberText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { EventName } from "./event_sections.tsx";
import { ShiftSection } from "./shift_section.tsx";
import { type ShiftScope, useShiftComments } from "./use_shift.ts";

/** What people wrote: the handover, newest first. */
export function CommentsSection(scope: ShiftScope) {
  const { time, people } = useConsole();
  const read = useShiftComments(scope);
  return (
    <ShiftSection id="comments" title="Comments" count={read.state.value.value?.total}>
      <Loaded resource={read} what="Loading comments">
        {({ comments, total }) =>
          comments.length === 0
            ? <p class="muted">Nobody has written a comment. Comments are written on the page of an event.</p>
            : (
              <>
                <ol class="comments shift-comments">
                  {comments.map(({ id, text, created_by, created_at, event }) => (
                    <li key={`${event.id}/${id}`}>
                      <p class="comment-head">
                        <strong>{created_by === null ? "Author unknown" : people.nameOf(created_by)}</strong>
                        {created_at !== null && (
                          <time class="muted number" dateTime={created_at}>
                            {time.moment(Date.parse(created_at))}
                          </time>
                        )}
                        <span class="shift-comment-on">
                          <SeverityGlyph severity={event.severity} />
                          <EventName event={event} />
                        </span>
                      </p>
                      <CommentText text={text} />
                    </li>
                  ))}
                </ol>
                {total > comments.length && (
                  <p class="muted">The newest {numberText(comments.length)} are shown.</p>
                )}
              </>
            )}
      </Loaded>
    </ShiftSection>
  );
}
