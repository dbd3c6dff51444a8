import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Schemas, told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { adviceAddress } from "../../rules/advice_address.ts";
import { useConsole } from "../../shell/console.ts";

type Trial = Schemas["AlarmAdviceTrial"];
type Tried = Trial["tried"][number];

interface Asked {
  instance_id: number;
  rule_id: string;
  hours: number;
}

/** A line of the outcome, and where its change is filled in. */
interface Line {
  text: string;
  address?: string;
}

/** Tries changes of a rule of an instance by one backtest, and tells the events before and after. */
export function AdviceTrial(asked: Asked) {
  const { api, session } = useConsole();
  const lines = useSignal<readonly Line[]>([]);
  const isUnderWay = useSignal(false);
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(), []);
  const run = async () => {
    isUnderWay.value = true;
    const body = { ...asked, stream: false };
    try {
      const call = api.POST("/api/alarm-statistics/advice", { body, signal: leaving.signal });
      const answer = await told(call);
      // Text comes of a stream alone, which is not asked for.
      lines.value = typeof answer === "string" ? [] : linesOf(answer.data, asked);
    } catch (error) {
      if (!leaving.signal.aborted) lines.value = [{ text: problemOf(error).message }];
    } finally {
      isUnderWay.value = false;
    }
  };
  return (
    <>
      <div>
        <button type="button" disabled={isUnderWay.value} onClick={run}>
          {isUnderWay.value ? "Trying…" : "Try delays and deadbands"}
        </button>
      </div>
      <div role="status">
        {lines.value.map(({ text, address }) => (
          <p key={text}>
            {text}
            {address !== undefined && session.may("PUT /api/templates/:id") && (
              <>
                {" · "}
                <a href={address}>Fill it in</a>
              </>
            )}
          </p>
        ))}
      </div>
    </>
  );
}

function linesOf({ stored, tried, template_id }: Trial, { instance_id, rule_id, hours }: Asked): Line[] {
  const advised = tried.filter(({ is_advised }) => is_advised);
  if (advised.length === 0) {
    return [{ text: `None of ${tried.length} changes would spare half of its ${stored.events} events.` }];
  }
  return advised.map((change) => ({
    text: `${nameOf(change)}: ${stored.events} → ${change.events} events`,
    address: adviceAddress({ ...change, template_id, rule_id }, { instance: instance_id, hours }),
  }));
}

function nameOf({ kind, deadband, seconds }: Tried): string {
  if (kind === "deadband") return `Deadband of ${deadband}`;
  return kind === "on_delay" ? `On-delay of ${seconds} s` : `Off-delay of ${seconds} s`;
}
