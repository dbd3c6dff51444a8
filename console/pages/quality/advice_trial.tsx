import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";
import { countText, numberText } from "../../parts/numbers.ts";

type Trial = Schemas["AlarmAdviceTrial"];
type TestedChange = Trial["tried"][number];

interface TrialRequest {
  instance_id: number;
  rule_id: string;
  hours: number;
  /** The rule reports critical or safety alarms, and its delays are wanted all the same. */
  critical: boolean;
}

/** A line of the result, with the address that fills in its change. */
interface ResultRow {
  text: string;
  address?: string;
}

/** Tests changes of a rule in one backtest and shows the events before and after. */
export function AdviceTrial(request: TrialRequest) {
  const { api, session } = useConsole();
  const rows = useSignal<readonly ResultRow[]>([]);
  const isRunning = useSignal(false);
  const unmount = useMemo(() => new AbortController(), []);
  useEffect(() => () => unmount.abort(), []);
  const run = async () => {
    isRunning.value = true;
    const body = { ...request, stream: false };
    try {
      const call = api.POST("/api/alarm-statistics/advice", { body, signal: unmount.signal });
      const answer = await unwrap(call);
      // Only a streamed response is text.
      rows.value = typeof answer === "string" ? [] : resultRows(answer.data, request);
    } catch (error) {
      if (!unmount.signal.aborted) rows.value = [{ text: problemOf(error).message }];
    } finally {
      isRunning.value = false;
    }
  };
  return (
    <>
      <div>
        <button type="button" disabled={isRunning.value} onClick={run}>
          {isRunning.value ? "Testing…" : "Test delays and deadbands"}
        </button>
      </div>
      <div role="status">
        {rows.value.map(({ text, address }) => (
          <p key={text}>
            {text}
            {address !== undefined && session.may("PUT /api/templates/:id") && (
              <>
                {" · "}
                <a href={address}>Apply in editor</a>
              </>
            )}
          </p>
        ))}
      </div>
    </>
  );
}

function resultRows(
  { stored, tried, template_id }: Trial,
  { instance_id, rule_id, hours }: TrialRequest,
): ResultRow[] {
  const advised = tried.filter(({ is_advised }) => is_advised);
  if (advised.length === 0) {
    return [{
      text: `None of ${numberText(tried.length)} changes would halve its ${
        countText(stored.events, "event")
      }.`,
    }];
  }
  return advised.map((change) => ({
    text: `${nameOf(change)}: ${numberText(stored.events)} → ${countText(change.events, "event")}` +
      costText(change),
    address: adviceAddress({ ...change, template_id, rule_id }, { instance: instance_id, hours }),
  }));
}

function costText({ later_seconds }: TestedChange): string {
  return later_seconds === 0 ? "" : `; people hear of it ${later_seconds} s later`;
}

function nameOf({ kind, deadband, seconds }: TestedChange): string {
  if (kind === "deadband") return `Deadband of ${deadband}`;
  return kind === "on_delay" ? `On-delay of ${seconds} s` : `Off-delay of ${seconds} s`;
}
