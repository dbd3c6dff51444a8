import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";
import type { InstanceAdvice } from "./advice_of.ts";
import { AdviceTrial } from "./advice_trial.tsx";
import { percentText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";

interface AdviceListProps {
  advice: readonly InstanceAdvice[];
  hours: number;
  /** Whether advice for critical and safety alarms is included. */
  critical: boolean;
  setCritical(critical: boolean): void;
}

/**
 * Advice to reduce events, with links that open the template with the change filled in. Delays of critical and
 * safety alarms follow apart, and only by choice.
 */
export function AdviceList({ advice, hours, critical, setCritical }: AdviceListProps) {
  const usual = advice.filter(({ is_critical }) => !is_critical);
  const ofCritical = advice.filter(({ is_critical }) => is_critical);
  return (
    <Panel title="Advice">
      {usual.length === 0 && <p class="muted">No advice for these figures.</p>}
      <Items title="Advice to reduce events" advice={usual} hours={hours} />
      <label class="row quality-choice">
        <input
          type="checkbox"
          checked={critical}
          onChange={({ currentTarget }) => setCritical(currentTarget.checked)}
        />
        Also for critical and safety alarms
      </label>
      {critical && (
        <>
          <h3>Critical and safety alarms</h3>
          {ofCritical.length === 0 && <p class="muted">No advice for these alarms.</p>}
          <Items title="Advice for critical and safety alarms" advice={ofCritical} hours={hours} />
        </>
      )}
    </Panel>
  );
}

interface ItemsProps {
  title: string;
  advice: readonly InstanceAdvice[];
  hours: number;
}

function Items({ title, advice, hours }: ItemsProps) {
  const { session } = useConsole();
  if (advice.length === 0) return null;
  return (
    <ul class="stack quality-advice" tabIndex={0} aria-label={title}>
      {advice.map((one) => (
        <li key={`${one.instance} ${one.text}`}>
          {one.subject !== "" && <strong>{one.subject}</strong>}
          <p>{one.text}</p>
          {one.expected_reduction !== null && (
            <div class="bar" role="img" aria-label={`${percentText(one.expected_reduction)} fewer events`}>
              <span style={{ inlineSize: `${one.expected_reduction * 100}%` }} />
            </div>
          )}
          {session.may("PUT /api/templates/:id") && <AdviceLink advice={one} hours={hours} />}
          {session.may("POST /api/alarm-statistics/advice") && one.instance !== null &&
            one.rule_id !== null &&
            (
              <AdviceTrial
                instance_id={one.instance}
                rule_id={one.rule_id}
                hours={hours}
                critical={one.is_critical}
              />
            )}
        </li>
      ))}
    </ul>
  );
}

function AdviceLink({ advice, hours }: { advice: InstanceAdvice; hours: number }) {
  const address = adviceAddress(advice, { instance: advice.instance, hours });
  if (address === undefined) return null;
  return <a href={address}>{advice.seconds === null ? "Edit template" : "Backtest this change"}</a>;
}
