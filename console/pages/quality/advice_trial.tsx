import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Schemas, told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";

type Trial = Schemas["AlarmAdviceTrial"];
type Tried = Trial["tried"][number];

interface Asked {
  instance_id: number;
  rule_id: string;
  hours: number;
}

/** Tries changes of a rule of an instance by one backtest, and tells the events before and after. */
export function AdviceTrial(asked: Asked) {
  const { api } = useConsole();
  const lines = useSignal<readonly string[]>([]);
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
      lines.value = typeof answer === "string" ? [] : linesOf(answer.data);
    } catch (error) {
      if (!leaving.signal.aborted) lines.value = [problemOf(error).message];
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
      <div role="status">{lines.value.map((line) => <p key={line}>{line}</p>)}</div>
    </>
  );
}

function linesOf({ stored, tried }: Trial): string[] {
  const advised = tried.filter(({ is_advised }) => is_advised);
  if (advised.length === 0) {
    return [`None of ${tried.length} changes would spare half of its ${stored.events} events.`];
  }
  return advised.map((change) => `${nameOf(change)}: ${stored.events} → ${change.events} events`);
}

function nameOf({ kind, deadband, seconds }: Tried): string {
  if (kind === "deadband") return `Deadband of ${deadband}`;
  return kind === "on_delay" ? `On-delay of ${seconds} s` : `Off-delay of ${seconds} s`;
}
