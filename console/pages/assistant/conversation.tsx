import { useEffect, useRef } from "preact/hooks";
import { Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { AnswerCalls } from "./answer_calls.tsx";
import { AnswerEvidence, AnswerText } from "./answer_text.tsx";
import type { ChatEntry } from "./chat_model.ts";
import { CONTEXT_DEFAULTS } from "./composer.tsx";
import { Proposal } from "./proposal.tsx";
import type { Chat } from "./use_chat.ts";
import type { Provider } from "./use_providers.ts";

const SUGGESTIONS = [
  "Which events are active now?",
  "Which rules raised the most events today?",
  "Propose a rule template for high pressure",
];
/** Within this distance of its end, the list follows a growing answer. */
const NEAR_PX = 80;

/** The entries of a session, newest last. */
export function Conversation({ chat, provider }: { chat: Chat; provider: Provider }) {
  const host = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const top = useRef(0);
  const entries = chat.entries.value;
  const running = chat.running.value;
  useEffect(() => {
    const [outer, inner] = [host.current, content.current];
    if (outer === null || inner === null) return;
    // Charts grow after rendering, so the size is observed.
    const observer = new ResizeObserver(() => {
      if (isNear.current) outer.scrollTop = outer.scrollHeight;
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      class="chat-turns"
      ref={host}
      role="group"
      tabIndex={0}
      aria-label="Questions and answers"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        // New content also moves the end away; only scrolling up stops following.
        if (scrollHeight - scrollTop - clientHeight < NEAR_PX) isNear.current = true;
        else if (scrollTop < top.current) isNear.current = false;
        top.current = scrollTop;
      }}
    >
      <div ref={content}>
        {chat.problem.value !== null && <p class="stale" role="alert">{chat.problem.value}</p>}
        {chat.isLoading.value && <Loading what="Loading the conversation" />}
        {entries.length === 0 && running === null && !chat.isLoading.value && (
          <Start chat={chat} provider={provider} />
        )}
        {entries.map((entry) => <ChatEntryView key={entry.key} entry={entry} />)}
        {running !== null && <ChatEntryView entry={running} isRunning />}
      </div>
    </div>
  );
}

function Start({ chat, provider }: { chat: Chat; provider: Provider }) {
  return (
    <div class="state">
      <p class="state-title">Ask {provider.display_name} about the plant</p>
      <p>
        It reads with your permissions and changes nothing.{" "}
        {provider.share_plant_data ? "" : "Only your messages are sent to it, no plant data."}
      </p>
      <div class="wrap chat-starts">
        {SUGGESTIONS.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => chat.send(text, CONTEXT_DEFAULTS)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

function ChatEntryView({ entry, isRunning = false }: { entry: ChatEntry; isRunning?: boolean }) {
  const { time } = useConsole();
  return (
    <article class="turn" aria-busy={isRunning}>
      <div class="turn-question">
        <p>{entry.question}</p>
        <span class="muted">{time.named(entry.atMs)}</span>
      </div>
      <div class="turn-answer">
        <AnswerCalls calls={entry.calls} />
        {entry.answer !== "" && <AnswerText entry={entry} />}
        {isRunning && <p class="muted" role="status">{entry.answer === "" ? "Thinking…" : "Writing…"}</p>}
        {!isRunning && entry.state === "stopped" && <p class="muted">Stopped. The answer is incomplete.</p>}
        {entry.problem !== null && <p class="answer-warning" role="alert">{entry.problem}</p>}
        <AnswerEvidence entry={entry} />
        {entry.proposals.map((proposal, index) => (
          <Proposal key={index} proposal={proposal} isLogged={!entry.isChecked} />
        ))}
      </div>
    </article>
  );
}
