import type { RuleEvent } from "../../api/client.ts";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { type Explanation, useExplanation, usePastExplanation } from "../../explanation/use_explanation.ts";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import type { EventMoment } from "./event_moment.tsx";
import { Panel } from "../../parts/panel.tsx";

interface ExplanationProps {
  event: RuleEvent;
  moment: EventMoment;
}

/** Explains the rule's state, live while the event is active or when it was raised; nothing for Andon's own events. */
export function EventExplanation({ event, moment }: ExplanationProps) {
  const { instance_id: instance } = event;
  if (instance === null) return null;
  return event.is_active && moment === "now"
    ? <ExplainedNow event={event} instance={instance} />
    : <ExplainedThen event={event} instance={instance} />;
}

interface ExplainedProps {
  event: RuleEvent;
  instance: number;
}

function ExplainedNow({ event, instance }: ExplainedProps) {
  const explanation = useExplanation(instance, event.trigger.map(({ stream }) => stream));
  return <Explained title="Why the event is active" event={event} explanation={explanation} />;
}

function ExplainedThen({ event, instance }: ExplainedProps) {
  const explanation = usePastExplanation(instance, justAfter(event.activated_at));
  return <Explained title="Why the event was raised" event={event} explanation={explanation} />;
}

interface PanelProps {
  title: string;
  event: RuleEvent;
  explanation: ResourceHandle<Explanation>;
}

function Explained({ title, event, explanation }: PanelProps) {
  return (
    <Panel title={title} label="Explanation">
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
    </Panel>
  );
}

/** Event times are rounded down to milliseconds, so the state is known one millisecond later. */
function justAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString();
}
