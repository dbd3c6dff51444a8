import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { type Explanation, useExplanation } from "../../explanation/use_explanation.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

/** What a deployed instance's rules stand on, as its evaluation tells it. */
export function ExplanationPanel({ instance, streams }: { instance: number; streams: readonly string[] }) {
  const explanation = useExplanation(instance, streams);
  return (
    <>
      <Loaded resource={explanation} what="Asking its evaluation">
        {(told) => (
          <>
            {!told.judging && <p class="stale" role="status">{told.text}</p>}
            <ExplainedRules rules={told.rules} />
            <JudgedUpTo explanation={told} />
          </>
        )}
      </Loaded>
      <button type="button" onClick={explanation.reload}>Look again</button>
    </>
  );
}

function JudgedUpTo({ explanation: { at } }: { explanation: Explanation }) {
  const { time } = useConsole();
  if (at === null) return null;
  return <p class="muted seen-note">As of {time.moment(Date.parse(at))}: all up to then has been judged.</p>;
}
