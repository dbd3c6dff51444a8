import { answerParts } from "../../../domain/conversation/rendering.ts";
import { withPlainTimes } from "../../api/plain_words.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";
import type { ChatEntry } from "./chat_model.ts";

const REFERENCES = /\[(event|stream):\s*#?([^\]\n]{1,400})\]/gi;

/** An answer as plain text, without HTML and images; links show their host and load nothing. */
export function AnswerText({ entry }: { entry: ChatEntry }) {
  return (
    <div class="answer-text">
      {answerParts(entry.answer).map((part, index) =>
        part.kind === "link"
          ? (
            <span key={index}>
              <a href={part.url} target="_blank" rel="noopener noreferrer nofollow">{part.text}</a>{" "}
              <span class="muted">({part.host})</span>
            </span>
          )
          : <TextWithReferences key={index} text={part.text} entry={entry} />
      )}
    </div>
  );
}

/** Turns `[event:42]` into a link, or marks it as unverified if there is no such event. */
function TextWithReferences({ text, entry }: { text: string; entry: ChatEntry }) {
  const { time } = useConsole();
  const plain = (piece: string) => withPlainTimes(piece, time.full);
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCES)) {
    pieces.push(plain(text.slice(end, match.index)));
    pieces.push(
      <Reference key={match.index} type={match[1]!.toLowerCase()} text={match[2]!.trim()} entry={entry} />,
    );
    end = match.index + match[0].length;
  }
  return <>{pieces}{plain(text.slice(end))}</>;
}

function Reference({ type, text, entry }: { type: string; text: string; entry: ChatEntry }) {
  const isUnverified = entry.unverified.some((one) => one.type === type && one.text === text);
  if (isUnverified) return <span class="answer-doubt" title="Not found in Andon">{text}?</span>;
  if (type !== "event" || !/^\d+$/.test(text)) return <span class="answer-stream">{text}</span>;
  return <a class="answer-mark" href={`/events/${text}`}>#{text}</a>;
}

/** The answers whose evidence is open, so that it is after Back. */
const open = new Set<string>();

/** The evidence of an answer, and the references that could not be verified. */
export function AnswerEvidence({ entry }: { entry: ChatEntry }) {
  const { evidence, unverified, isChecked } = entry;
  return (
    <>
      {unverified.length > 0 && (
        <p class="answer-warning">
          <strong>Unverified:</strong> {unverified.map(({ type, text }) => `${type} ${text}`).join(", ")}{" "}
          {unverified.length === 1 ? "does" : "do"} not exist in Andon.
        </p>
      )}
      {evidence.length > 0 && (
        <details
          class="answer-more"
          open={open.has(entry.answer)}
          onToggle={({ currentTarget }) =>
            currentTarget.open ? open.add(entry.answer) : open.delete(entry.answer)}
        >
          <summary>
            {isChecked
              ? `Evidence: ${numberText(evidence.length)} verified by Andon`
              : `Refers to ${countText(evidence.length, "event")}`}
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
