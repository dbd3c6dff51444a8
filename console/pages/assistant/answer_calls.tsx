import { Fact } from "../../parts/facts.tsx";
import { numberText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";
import { argumentTexts, functionText } from "./call_text.ts";
import type { FunctionCall } from "./chat_model.ts";

/** The function calls of the model; each one opens to show its arguments. */
export function AnswerCalls({ calls }: { calls: readonly FunctionCall[] }) {
  if (calls.length === 0) return null;
  return (
    <ul class="answer-calls" aria-label="Function calls">
      {calls.map((call, index) => (
        <li key={index}>
          <details class="answer-more">
            <summary>
              <strong>{functionText(call.name)}</strong>
              <span class={call.outcome === "error" ? "answer-failed" : ""}>
                {call.outcome === "error" && "failed: "}
                {call.result_summary}
              </span>
              <span class="muted">{numberText(call.duration_ms)} ms</span>
            </summary>
            <CallArguments args={call.arguments} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function CallArguments({ args }: { args: FunctionCall["arguments"] }) {
  const { time } = useConsole();
  const texts = argumentTexts(args, time.full);
  if (texts.length === 0) return <p class="muted">Without arguments</p>;
  return (
    <dl class="facts">
      {texts.map(({ name, value }, index) => (
        <Fact key={index} name={name === "" ? "Arguments" : name}>
          <span class="breaks">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}
