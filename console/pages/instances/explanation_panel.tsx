import { useLocation } from "preact-iso";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { type Explanation, useExplanation, usePastExplanation } from "../../explanation/use_explanation.ts";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

/** What a deployed instance's rules stand on, as its evaluation tells it; at a past time where the address names one. */
export function ExplanationPanel({ instance, streams }: { instance: number; streams: readonly string[] }) {
  const at = timeIn(useLocation().query.at);
  return at === undefined
    ? <Now instance={instance} streams={streams} />
    : <Then key={at} instance={instance} at={at} />;
}

/** The time that an address asks for, as the interface takes it; undefined: now. */
export function timeIn(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function Now({ instance, streams }: { instance: number; streams: readonly string[] }) {
  const explanation = useExplanation(instance, streams);
  return (
    <>
      <Told explanation={explanation} what="Asking its evaluation" />
      <div class="seen-tools">
        <button type="button" onClick={explanation.reload}>Look again</button>
        <PastForm />
      </div>
    </>
  );
}

function Then({ instance, at }: { instance: number; at: string }) {
  const explanation = usePastExplanation(instance, at);
  return (
    <>
      <Told explanation={explanation} what="Judging that time again" />
      <div class="seen-tools">
        <a class="button" href={`/instances/${instance}`}>Back to now</a>
        <PastForm at={at} />
      </div>
    </>
  );
}

function Told({ explanation, what }: { explanation: ResourceHandle<Explanation>; what: string }) {
  return (
    <Loaded resource={explanation} what={what}>
      {(told) => (
        <>
          {!told.judging && <p class="stale" role="status">{told.text}</p>}
          <ExplainedRules rules={told.rules} />
          <JudgedUpTo explanation={told} />
        </>
      )}
    </Loaded>
  );
}

function JudgedUpTo({ explanation: { at, basis } }: { explanation: Explanation }) {
  const { time } = useConsole();
  if (at === null) return null;
  const moment = time.moment(Date.parse(at));
  return (
    <p class="muted seen-note">
      {basis === "live" && `As of ${moment}: all up to then has been judged.`}
      {basis === "replay" && `As it was judged at ${moment}.`}
      {basis === "backtest" &&
        `At ${moment}, judged anew with the rules and bindings of now: nothing is stored of that time.`}
    </p>
  );
}

/** Asks for a past time, in the plant's zone. */
function PastForm({ at }: { at?: string }) {
  const { time } = useConsole();
  const { path, query, route } = useLocation();
  return (
    <form
      class="seen-at"
      onSubmit={(event) => {
        event.preventDefault();
        const ms = time.fromField(String(new FormData(event.currentTarget).get("at")));
        if (!Number.isNaN(ms)) {
          route(`${path}?${new URLSearchParams({ ...query, at: new Date(ms).toISOString() })}`);
        }
      }}
    >
      <input
        type="datetime-local"
        name="at"
        step={1}
        required
        aria-label={`Past time, ${time.zone}`}
        max={time.field(Date.now())}
        value={at === undefined ? "" : time.field(Date.parse(at))}
      />
      <button type="submit">Look back</button>
    </form>
  );
}
