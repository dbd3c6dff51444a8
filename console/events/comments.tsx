import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type RuleEvent, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { Field } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { SuggestingArea } from "../parts/search_picker.tsx";
import { useConsole } from "../shell/console.ts";
import { commentSegments, type EventComment, mentionAt, peopleOf } from "./comment_text.ts";

/** The comments on an event; read again when somebody adds one. */
export function useComments({ id, comment_count }: RuleEvent): ResourceHandle<EventComment[]> {
  const { api } = useConsole();
  const comments = useResource(`comments ${id}`, async (signal) => {
    const path = { id };
    return (await unwrap(api.GET("/api/rule-events/{id}/comments", { params: { path }, signal }))).data;
  });
  const seen = useRef(comment_count);
  useEffect(() => {
    if (seen.current !== comment_count) comments.reload();
    seen.current = comment_count;
  }, [comment_count]);
  return comments;
}

/** A thread, oldest first, with its authors and times. */
export function CommentList({ comments }: { comments: readonly EventComment[] }) {
  const { time, people } = useConsole();
  return (
    <ol class="comments">
      {comments.map(({ id, text, created_by, created_at }) => (
        <li key={id}>
          <p class="comment-head">
            <strong>{created_by === null ? "Author unknown" : people.nameOf(created_by)}</strong>
            {created_at !== null && (
              <time class="muted number" dateTime={created_at}>{time.full(Date.parse(created_at))}</time>
            )}
          </p>
          <CommentText text={text} />
        </li>
      ))}
    </ol>
  );
}

/** A comment with its `@names` marked, as display names. */
export function CommentText({ text }: { text: string }) {
  const { session, people } = useConsole();
  const own = session.user.value?.username;
  return (
    <p class="comment-text">
      {commentSegments(text).map((segment, index) =>
        segment.mentioned === undefined ? segment.text : (
          <mark
            key={index}
            class={segment.mentioned === own ? "mention own" : "mention"}
            title={segment.text}
          >
            @{people.nameOf(segment.mentioned)}
          </mark>
        )
      )}
    </p>
  );
}

interface CommentFormProps {
  event: RuleEvent;
  comments: ResourceHandle<EventComment[]>;
  onAdded?(): void;
  /** Further buttons: "Cancel". */
  more?: ComponentChildren;
  autofocus?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** Adds a comment; offers names after `@`. */
export function CommentForm({ event, comments, onAdded, more, autofocus, field }: CommentFormProps) {
  const { api, toasts, people } = useConsole();
  const form = useForm({
    initial: { text: "" },
    check: ({ text }) => /\S/.test(text) ? [] : [{ path: "text", message: "Write a comment first" }],
    async send({ text }) {
      const path = { id: event.id };
      await unwrap(api.POST("/api/rule-events/{id}/comments", { params: { path }, body: { text } }));
      toasts.done("The comment is added");
      form.reset({ text: "" });
      comments.reload();
      onAdded?.();
    },
  });
  const around = peopleOf(event, comments.state.value.value ?? []);
  const { nameOf } = people;
  const names = [...new Set([...around, ...people.usernames()])];
  return (
    <Form form={form} action="Add comment" more={more} retryField="text">
      <Field path="text" label="Comment" hint="Mention a person with @">
        {({ value, set, attributes }) => (
          <SuggestingArea
            attributes={attributes}
            value={String(value)}
            set={set}
            label="People"
            rows={3}
            suggest={(text, caret) => {
              const mention = mentionAt(text, { caret, names, nameOf });
              return mention && {
                start: mention.start,
                end: caret,
                options: mention.names.map((name) => ({
                  key: name,
                  text: `@${name} `,
                  content: (
                    <>
                      {nameOf(name)}
                      {nameOf(name) !== name && <span class="muted">@{name}</span>}
                    </>
                  ),
                })),
              };
            }}
            autofocus={autofocus}
            field={field}
          />
        )}
      </Field>
    </Form>
  );
}
