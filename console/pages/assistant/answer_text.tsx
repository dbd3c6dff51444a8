import { answerParts } from "../../../domain/conversation/rendering.ts";
import type { Turn } from "./chat_model.ts";

const MARKS = /\[(event|stream):\s*#?([^\]\n]{1,400})\]/gi;

/** An answer as text: no HTML, no image; a link shows its host and nothing of it is loaded. */
export function AnswerText({ turn }: { turn: Turn }) {
  return (
    <div class="answer-text">
      {answerParts(turn.answer).map((part, index) =>
        part.kind === "link"
          ? (
            <span key={index}>
              <a href={part.url} target="_blank" rel="noopener noreferrer nofollow">{part.text}</a>{" "}
              <span class="muted">({part.host})</span>
            </span>
          )
          : <MarkedText key={index} text={part.text} turn={turn} />
      )}
    </div>
  );
}

/** `[event:42]` as a link where there is such an event, and as doubtful where there is none. */
function MarkedText({ text, turn }: { text: string; turn: Turn }) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    pieces.push(text.slice(end, match.index));
    pieces.push(<Mark key={match.index} type={match[1].toLowerCase()} text={match[2].trim()} turn={turn} />);
    end = match.index + match[0].length;
  }
  return <>{pieces}{text.slice(end)}</>;
}

function Mark({ type, text, turn }: { type: string; text: string; turn: Turn }) {
  const isDoubtful = turn.unverified.some((one) => one.type === type && one.text === text);
  if (isDoubtful) return <span class="answer-doubt" title="There is no such thing here">{text}?</span>;
  if (type !== "event" || !/^\d+$/.test(text)) return <span class="answer-stream">{text}</span>;
  return <a class="answer-mark" href={`/events/${text}`}>#{text}</a>;
}

/** What the answer stands on, and what it made up. */
export function AnswerEvidence({ turn }: { turn: Turn }) {
  const { evidence, unverified, isChecked } = turn;
  return (
    <>
      {unverified.length > 0 && (
        <p class="answer-warning">
          <strong>Look twice:</strong> {unverified.map(({ type, text }) => `${type} ${text}`).join(", ")}{" "}
          {unverified.length === 1 ? "is" : "are"} not known here.
        </p>
      )}
      {evidence.length > 0 && (
        <details class="answer-more">
          <summary>
            {isChecked
              ? `Evidence: ${evidence.length} checked by Andon`
              : `Names ${evidence.length} ${evidence.length === 1 ? "event" : "events"}`}
          </summary>
          <ul class="answer-evidence">
            {evidence.map(({ type, id, name }) => (
              <li key={`${type} ${id}`}>
                {type === "event" ? <a href={`/events/${id}`}>#{id} {name}</a> : <span>Stream {name}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
