import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { type RuleEvent, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { Field } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
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
  const names = [...new Set([...around, ...people.usernames()])];
  return (
    <Form form={form} action="Add comment" more={more} retryField="text">
      <Field path="text" label="Comment" hint="Mention a person with @">
        {({ value, set, attributes }) => (
          <MentionArea
            attributes={attributes}
            value={String(value)}
            set={set}
            names={names}
            autofocus={autofocus}
            field={field}
          />
        )}
      </Field>
    </Form>
  );
}

interface MentionAreaProps {
  value: string;
  set(value: string): void;
  names: readonly string[];
  attributes: { id: string; "aria-invalid"?: "true"; "aria-describedby"?: string };
  autofocus?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** A text area with a list of names while a `@name` is typed: arrows, Enter or Tab, Escape. */
function MentionArea({ value, set, names, attributes, autofocus, field }: MentionAreaProps) {
  const { people: { nameOf } } = useConsole();
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const area = field ?? own;
  const caret = useSignal(-1);
  const at = useSignal(0);
  const mention = caret.value < 0 ? undefined : mentionAt(value, { caret: caret.value, names, nameOf });
  const active = Math.min(at.value, (mention?.names.length ?? 0) - 1);

  function choose(name: string): void {
    if (mention === undefined) return;
    const before = `${value.slice(0, mention.start)}@${name} `;
    set(before + value.slice(caret.value));
    caret.value = -1;
    queueMicrotask(() => area.current?.setSelectionRange(before.length, before.length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (mention === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (active + step + mention.names.length) % mention.names.length;
    else if (event.key === "Enter" || event.key === "Tab") choose(mention.names[active]!);
    else if (event.key === "Escape") caret.value = -1;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="mention-area">
      <textarea
        {...attributes}
        ref={area}
        rows={3}
        autofocus={autofocus}
        value={value}
        aria-autocomplete="list"
        aria-controls={mention === undefined ? undefined : id}
        aria-activedescendant={mention === undefined ? undefined : `${id}-${active}`}
        onInput={({ currentTarget }) => {
          at.value = 0;
          caret.value = currentTarget.selectionStart;
          set(currentTarget.value);
        }}
        onBlur={() => caret.value = -1}
        onKeyDown={onKeyDown}
      />
      {mention !== undefined && (
        <ul id={id} role="listbox" aria-label="People">
          {mention.names.map((name, index) => (
            <li
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {nameOf(name)}
              {nameOf(name) !== name && <span class="muted">@{name}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
