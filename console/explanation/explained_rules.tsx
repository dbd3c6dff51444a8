import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_text.ts";
import { Dotted } from "../parts/dotted.tsx";
import { SeverityGlyph, StateGlyph } from "../parts/glyph.tsx";
import { useConsole } from "../shell/console.ts";
import { countText } from "../parts/numbers.ts";

type Rule = Schemas["Explanation"]["rules"][number];
type Condition = Rule["parts"][number];
type Input = NonNullable<Condition["comparison"]>["inputs"][number];

/** The rules of an instance with the values behind their state, as the server explains them. */
export function ExplainedRules({ rules }: { rules: readonly Rule[] }) {
  return (
    <ol class="evaluation">
      {rules.map((rule) => (
        <li key={rule.rule_id}>
          <div class="evaluation-rule">
            <RuleGlyph rule={rule} />
            <span class="evaluation-name">{rule.display_name}</span>
            <span class="evaluation-state">{rule.state}</span>
            {rule.event_id !== null && <a href={`/events/${rule.event_id}`}>active event</a>}
          </div>
          <p class="evaluation-sentence breaks">{rule.text}</p>
          <ExplainedParts rule={rule} of="conditions" />
          <ExplainedParts rule={rule} of="until" />
        </li>
      ))}
    </ol>
  );
}

const LISTS = { conditions: "Raised when", until: "Ends when" } as const;

/** One list of the rule. Where the list of its end decides, both are titled, and the conditions need nothing. */
function ExplainedParts({ rule, of }: { rule: Rule; of: Condition["of"] }) {
  const parts = rule.parts.filter((part) => part.of === of);
  const hasEnd = rule.parts.some((part) => part.of === "until");
  if (parts.length === 0) return null;
  const isInSentence = parts.length === 1 && rule.next.some((step) => step.parts.length > 0);
  const isPlain = isInSentence || (hasEnd && of === "conditions");
  return (
    <>
      {hasEnd && <p class="evaluation-list muted">{LISTS[of]}</p>}
      {parts.map((part, place) => <ExplainedCondition key={place} part={part} isPlain={isPlain} />)}
    </>
  );
}

function RuleGlyph({ rule: { state, truth, severity } }: { rule: Rule }) {
  if (state === "active" || state === "clearing") return <SeverityGlyph severity={severity} />;
  return truth === "unknown"
    ? <StateGlyph state="unknown" label="no data" />
    : <StateGlyph state="normal" label="no event" />;
}

const TRUTH_TEXTS = { true: "true", false: "false", unknown: "unknown" } as const;

/** `isPlain`: without what would change it, which is in the sentence above or changes nothing now. */
function ExplainedCondition({ part, isPlain }: { part: Condition; isPlain: boolean }) {
  const { depth, truth, text, comparison } = part;
  return (
    <div class={`evaluation-line evaluation-depth-${depth}`}>
      <span class={`evaluation-truth ${truth}`}>{TRUTH_TEXTS[truth]}</span>
      <span class="evaluation-text">
        {comparison === null && <span class="muted">{text.charAt(0).toUpperCase() + text.slice(1)}</span>}
        {comparison !== null && !isPlain && <span class="evaluation-need">{text}</span>}
        {comparison?.inputs.map((input, place) => <ExplainedInput key={place} input={input} />)}
      </span>
    </div>
  );
}

const DOUBT_TEXTS = {
  unread: "not read yet",
  no_sample: "no data",
  bad_quality: "bad quality",
  too_old: "too old",
  history_unread: "history not read yet",
  not_covered: "too little data in the window",
} as const;

/** A stream with the sample that is used, or the reason why none is. */
function ExplainedInput({ input }: { input: Input }) {
  const { time } = useConsole();
  const { stream_id, stream_name, uom, sample, doubt, waiting } = input;
  return (
    <span class="evaluation-input">
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
            {valueText(sample.value, { unit: uom })}
            {uom !== null && <span class="unit">{uom}</span>}
          </strong>
          <span class="muted">{time.named(Date.parse(sample.time))}</span>
        </>
      )}
      {doubt !== null && <span class="evaluation-doubt">{DOUBT_TEXTS[doubt]}</span>}
      {waiting > 0 && <span class="muted">{countText(waiting, "newer sample")} not evaluated yet</span>}
    </span>
  );
}
