import type { Schemas } from "../../api/client.ts";
import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";
import { AdviceTrial } from "./advice_trial.tsx";
import { percent } from "./quality_place.ts";

/** An advice, and the instance that it is about where it is about one. */
export type PlacedAdvice = Schemas["AlarmAdvice"] & { instance: number | null };

/** What would make events fewer; a change begins at its template, filled in. */
export function AdviceList({ advice, hours }: { advice: readonly PlacedAdvice[]; hours: number }) {
  const { session } = useConsole();
  return (
    <section class="panel" aria-label="Advice">
      <div class="panel-head">
        <h2>Advice</h2>
      </div>
      {advice.length === 0 && <p class="muted">Nothing to be advised from these figures.</p>}
      <ul class="quality-advice" tabIndex={0} aria-label="What would make events fewer">
        {advice.map((one) => (
          <li key={one.text}>
            <p>{one.text}</p>
            {one.expected_reduction !== null && (
              <div class="bar" role="img" aria-label={`${percent(one.expected_reduction)} fewer`}>
                <span style={{ inlineSize: percent(one.expected_reduction).replace(" ", "") }} />
              </div>
            )}
            {session.may("PUT /api/templates/:id") && <TryAdvice advice={one} hours={hours} />}
            {session.may("POST /api/alarm-statistics/advice") && one.instance !== null &&
              one.rule_id !== null &&
              <AdviceTrial instance_id={one.instance} rule_id={one.rule_id} hours={hours} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TryAdvice({ advice, hours }: { advice: PlacedAdvice; hours: number }) {
  const address = adviceAddress(advice, { instance: advice.instance, hours });
  if (address === undefined) return null;
  return <a href={address}>{advice.seconds === null ? "Change the template" : "Try it on the past"}</a>;
}
