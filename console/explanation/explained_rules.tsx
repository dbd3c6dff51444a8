import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_words.ts";
import { Dotted } from "../parts/dotted.tsx";
import { SeverityGlyph, StateGlyph } from "../parts/glyph.tsx";
import { useConsole } from "../shell/console.ts";

type Rule = Schemas["Explanation"]["rules"][number];
type Part = Rule["parts"][number];
type Input = NonNullable<Part["comparison"]>["inputs"][number];

/** Rules with what they stand on, as they are told. */
export function ExplainedRules({ rules }: { rules: readonly Rule[] }) {
  return (
    <ol class="seen">
      {rules.map((rule) => (
        <li key={rule.rule_id}>
          <div class="seen-rule">
            <RuleGlyph rule={rule} />
            <span class="seen-name">{rule.rule_name}</span>
            <span class="seen-state">{rule.state}</span>
            {rule.event_id !== null && <a href={`/events/${rule.event_id}`}>active event</a>}
          </div>
          <p class="seen-sentence breaks">{rule.text}</p>
          {rule.parts.map((part, place) => (
            <ExplainedPart
              key={place}
              part={part}
              isSaid={isSaid(rule)}
            />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Whether its sentence already says what its one comparison sees. */
function isSaid({ parts, next }: Rule): boolean {
  return parts.length === 1 && next.some((step) => step.parts.length > 0);
}

function RuleGlyph({ rule: { state, truth, severity } }: { rule: Rule }) {
  if (state === "active" || state === "clearing") return <SeverityGlyph severity={severity} />;
  return truth === "unknown"
    ? <StateGlyph state="unknown" label="nothing known" />
    : <StateGlyph state="normal" label="no event" />;
}

const TRUTH_WORDS = { true: "holds", false: "no", unknown: "unknown" } as const;
const KIND_WORDS = { all: "All of", any: "Any of", not: "Not", comparison: "" } as const;

/** `isSaid`: its text stands in the sentence above. */
function ExplainedPart({ part, isSaid }: { part: Part; isSaid: boolean }) {
  const { depth, kind, truth, text, comparison } = part;
  return (
    <div class={`seen-line seen-depth-${depth}`}>
      <span class={`seen-truth ${truth}`}>{TRUTH_WORDS[truth]}</span>
      <span class="seen-text">
        {comparison === null && <span class="muted">{KIND_WORDS[kind]}</span>}
        {comparison !== null && !isSaid && <span class="seen-need">{text}</span>}
        {comparison?.inputs.map((input, place) => <SeenInput key={place} input={input} />)}
      </span>
    </div>
  );
}

const DOUBTS = {
  unread: "not read yet",
  no_sample: "no sample",
  bad_quality: "bad quality",
  too_old: "too old",
  history_unread: "its past is not read yet",
  not_covered: "too little of its window is known",
} as const;

/** A stream with the sample that counts, and why it does not. */
function SeenInput({ input }: { input: Input }) {
  const { time } = useConsole();
  const { stream_id, stream_name, uom, sample, doubt, waiting } = input;
  return (
    <span class="seen-input">
      {stream_id > 0
        ? (
          <a class="breaks" href={`/plant/streams/${stream_id}`}>
            <Dotted name={stream_name} />
          </a>
        )
        : stream_name}
      {sample !== null && (
        <>
          <strong>
            {valueText(sample.value)}
            {uom !== null && <span class="unit">{uom}</span>}
          </strong>
          <span class="muted">{time.moment(Date.parse(sample.time))}</span>
        </>
      )}
      {doubt !== null && <span class="seen-doubt">{DOUBTS[doubt]}</span>}
      {waiting > 0 && <span class="muted">{waiting} newer not judged yet</span>}
    </span>
  );
}
