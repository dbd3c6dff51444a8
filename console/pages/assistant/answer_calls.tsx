import type { FunctionCall } from "./chat_model.ts";
import { numberText } from "../../parts/numbers.ts";

/** The function calls of the model; each one opens to show its arguments. */
export function AnswerCalls({ calls }: { calls: readonly FunctionCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul class="answer-calls" aria-label="Function calls">
      {calls.map((call, index) => (
        <li key={index}>
          <details class="answer-more">
            <summary>
              <code>{call.name}</code>
              <span class={call.outcome === "error" ? "answer-failed" : ""}>
                {call.outcome === "error" && "failed: "}
                {call.result_summary}
              </span>
              <span class="muted">{numberText(call.duration_ms)} ms</span>
            </summary>
            <pre>{argumentsText(call.arguments)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function argumentsText(value: FunctionCall["arguments"]): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
