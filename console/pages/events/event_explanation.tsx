import type { RuleEvent } from "../../api/client.ts";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { usePastExplanation } from "../../explanation/use_explanation.ts";
import { Loaded } from "../../parts/states.tsx";

/** Explains the rule's state when the event was raised; nothing for Andon's own events. */
export function EventExplanation({ event }: { event: RuleEvent }) {
  const { instance_id: instance } = event;
  return instance === null ? null : <Explained event={event} instance={instance} />;
}

function Explained({ event, instance }: { event: RuleEvent; instance: number }) {
  const explanation = usePastExplanation(instance, justAfter(event.activated_at));
  return (
    <section class="panel" aria-label="Explanation">
      <div class="panel-head">
        <h2>Why the event was raised</h2>
      </div>
      <Loaded resource={explanation} what="Evaluating at that time">
        {({ rules, basis }) => {
          const own = rules.filter(({ rule_id }) => rule_id === event.rule_id);
          if (own.length === 0) return <p class="muted">The rule that raised this event no longer exists.</p>;
          return (
            <>
              <ExplainedRules rules={own.map((rule) => ({ ...rule, event_id: null }))} />
              {basis === "backtest" && (
                <p class="muted evaluation-note">
                  Evaluated again with the current rules and bindings: no state is stored for that time.
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Event times are rounded down to milliseconds, so the state is known one millisecond later. */
function justAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString();
}
