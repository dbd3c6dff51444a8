import type { FunctionCall } from "./chat_model.ts";

/** What the model looked up, each of which opens. */
export function AnswerCalls({ calls }: { calls: readonly FunctionCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul class="answer-calls" aria-label="What the model looked up">
      {calls.map((call, index) => (
        <li key={index}>
          <details class="answer-more">
            <summary>
              <code>{call.name}</code>
              <span class={call.outcome === "error" ? "answer-failed" : ""}>
                {call.outcome === "error" && "failed: "}
                {call.result_summary}
              </span>
              <span class="muted">{call.duration_ms} ms</span>
            </summary>
            <pre>{argumentsText(call.arguments)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function argumentsText(given: FunctionCall["arguments"]): string {
  return typeof given === "string" ? given : JSON.stringify(given, null, 2);
}
