import { useLocation } from "preact-iso";
import { ExplainedRules } from "../../explanation/explained_rules.tsx";
import { type Explanation, useExplanation, usePastExplanation } from "../../explanation/use_explanation.ts";
import { LeftOutRules } from "../../instances/left_out_rules.tsx";
import type { ResourceHandle } from "../../live/use_resource.ts";
import { Form } from "../../parts/form/form.tsx";
import { MomentField } from "../../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../../parts/form/moment_text.ts";
import { useForm } from "../../parts/form/use_form.ts";
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

/** A field for a past time. */
function PastForm({ at }: { at?: string }) {
  const { time } = useConsole();
  const { path, query, route } = useLocation();
  const form = useForm({
    initial: { at: at === undefined ? "" : time.field(Date.parse(at)) },
    check: ({ at }) => {
      const ms = time.fromField(at);
      if (Number.isNaN(ms)) return [{ path: "at", message: MOMENT_ISSUES.moment }];
      return ms > Date.now() ? [{ path: "at", message: "Enter a time that has passed" }] : [];
    },
    send: ({ at }) => {
      const past = new Date(time.fromField(at)).toISOString();
      return Promise.resolve(route(`${path}?${new URLSearchParams({ ...query, at: past })}`));
    },
  });
  return (
    <Form form={form} action="Show at this time" isSecondary class="wrap evaluation-at">
      <MomentField path="at" label="Past time" isExact />
    </Form>
  );
}
