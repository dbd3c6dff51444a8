import type { Schemas } from "../../api/client.ts";
import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";
import { AdviceTrial } from "./advice_trial.tsx";
import { percentText } from "../../parts/numbers.ts";

/** An advice with its instance; null if it concerns no single instance. */
export type InstanceAdvice = Schemas["AlarmAdvice"] & { instance: number | null };

/** Advice to reduce events, with links that open the template with the change filled in. */
export function AdviceList({ advice, hours }: { advice: readonly InstanceAdvice[]; hours: number }) {
  const { session } = useConsole();
  return (
    <section class="panel" aria-label="Advice">
      <div class="panel-head">
        <h2>Advice</h2>
      </div>
      {advice.length === 0 && <p class="muted">No advice for these figures.</p>}
      <ul class="quality-advice" tabIndex={0} aria-label="Advice to reduce events">
        {advice.map((one) => (
          <li key={one.text}>
            <p>{one.text}</p>
            {one.expected_reduction !== null && (
              <div class="bar" role="img" aria-label={`${percentText(one.expected_reduction)} fewer events`}>
                <span style={{ inlineSize: `${one.expected_reduction * 100}%` }} />
              </div>
            )}
            {session.may("PUT /api/templates/:id") && <AdviceLink advice={one} hours={hours} />}
            {session.may("POST /api/alarm-statistics/advice") && one.instance !== null &&
              one.rule_id !== null &&
              <AdviceTrial instance_id={one.instance} rule_id={one.rule_id} hours={hours} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AdviceLink({ advice, hours }: { advice: InstanceAdvice; hours: number }) {
  const address = adviceAddress(advice, { instance: advice.instance, hours });
  if (address === undefined) return null;
  return <a href={address}>{advice.seconds === null ? "Edit template" : "Backtest this change"}</a>;
}
