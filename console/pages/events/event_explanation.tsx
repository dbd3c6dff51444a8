import type { RuleEvent } from "../../api/client.ts";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { usePastExplanation } from "../../explanation/use_explanation.ts";
import { Loaded } from "../../parts/states.tsx";

/** What its rule stood on when it became an event; nothing for an event of Andon's own. */
export function EventExplanation({ event }: { event: RuleEvent }) {
  const { instance_id: instance } = event;
  return instance === null ? null : <Explained event={event} instance={instance} />;
}

function Explained({ event, instance }: { event: RuleEvent; instance: number }) {
  const explanation = usePastExplanation(instance, justAfter(event.activated_at));
  return (
    <section class="panel" aria-label="Explanation">
      <div class="panel-head">
        <h2>Why it was raised</h2>
      </div>
      <Loaded resource={explanation} what="Judging that time again">
        {({ rules, basis }) => {
          const own = rules.filter(({ rule_id }) => rule_id === event.rule_id);
          if (own.length === 0) return <p class="muted">The rule that raised it is no more.</p>;
          return (
            <>
              <ExplainedRules rules={own.map((rule) => ({ ...rule, event_id: null }))} />
              {basis === "backtest" && (
                <p class="muted seen-note">
                  Nothing is stored of that time: it was judged anew, with the rules and bindings of now.
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** Times are cut to milliseconds: what happened in one is over with the next. */
function justAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString();
}
