import { useLocation } from "preact-iso";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { type Explanation, useExplanation, usePastExplanation } from "../../explanation/use_explanation.ts";
import { LeftOutRules } from "../../instances/left_out_rules.tsx";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

interface ExplanationPanelProps {
  instance: number;
  streams: readonly string[];
  /** The name of a rule in words. */
  nameOf(ruleId: string): string;
}

/** Explains the state of a deployed instance's rules, now or at the past time in the address. */
export function ExplanationPanel(props: ExplanationPanelProps) {
  const at = timeIn(useLocation().query.at);
  return at === undefined
    ? <CurrentExplanation {...props} />
    : <PastExplanation key={at} {...props} at={at} />;
}

/** The past time in an address as the API expects it; undefined means now. */
export function timeIn(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function CurrentExplanation({ instance, streams, nameOf }: ExplanationPanelProps) {
  const explanation = useExplanation(instance, streams);
  return (
    <>
      <ExplanationView explanation={explanation} what="Loading the state" nameOf={nameOf} />
      <div class="row wrap evaluation-tools">
        <button type="button" onClick={explanation.reload}>Refresh</button>
        <PastForm />
      </div>
    </>
  );
}

function PastExplanation({ instance, at, nameOf }: ExplanationPanelProps & { at: string }) {
  const explanation = usePastExplanation(instance, at);
  return (
    <>
      <ExplanationView explanation={explanation} what="Evaluating at that time" nameOf={nameOf} />
      <div class="row wrap evaluation-tools">
        <a class="button" href={`/instances/${instance}`}>Show current state</a>
        <PastForm at={at} />
      </div>
    </>
  );
}

function ExplanationView(
  { explanation, what, nameOf }: Pick<ExplanationPanelProps, "nameOf"> & {
    explanation: ResourceHandle<Explanation>;
    what: string;
  },
) {
  return (
    <Loaded resource={explanation} what={what}>
      {(read) => (
        <>
          {!read.judging && <p class="stale" role="status">{read.text}</p>}
          <ExplainedRules rules={read.rules} />
          <LeftOutRules leftOut={read.left_out_rules} nameOf={nameOf} />
          <EvaluatedUntil explanation={read} />
        </>
      )}
    </Loaded>
  );
}

function EvaluatedUntil({ explanation: { at, basis } }: { explanation: Explanation }) {
  const { time } = useConsole();
  if (at === null) return null;
  const moment = time.named(Date.parse(at));
  return (
    <p class="muted evaluation-note">
      {basis === "live" && `Evaluated until ${moment}.`}
      {basis === "replay" && `State at ${moment}.`}
      {basis === "backtest" &&
        `State at ${moment}, evaluated again with the current rules and bindings: no state is stored for that time.`}
    </p>
  );
}

/** A field for a past time in the plant's zone. */
function PastForm({ at }: { at?: string }) {
  const { time } = useConsole();
  const { path, query, route } = useLocation();
  return (
    <form
      class="wrap evaluation-at"
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
      <button type="submit">Show at this time</button>
    </form>
  );
}
