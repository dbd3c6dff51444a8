import { type ReadonlySignal, useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { TRUTH_NAMES } from "../../domain/evaluation/evaluating/truth.ts";
import { calculationText } from "../../domain/explanation/calculation_text.ts";
import { displayNameOf } from "../../domain/rule/display_name.ts";
import type {
  BoundComparison,
  BoundExpression,
  BoundOperand,
  BoundRule,
} from "../../domain/evaluation/types.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import type { RuleEvent, Schemas } from "../api/client.ts";
import { constantText, valueText } from "../parts/event_text.ts";
import { SeverityGlyph, StateGlyph } from "../parts/glyph.tsx";
import { type OperatorLook, operatorLook } from "../rules/operator_table.ts";
import { countedText, secondsText } from "../rules/rule_sentence.ts";
import { Dotted } from "../parts/dotted.tsx";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { LiveValue, newerOf, readOf } from "../streams/live_value.tsx";
import type { KnownStream } from "../streams/stream_index.ts";
import type { BoundInstance } from "./bound_rules.ts";
import { LeftOutRule } from "./left_out_rules.tsx";
import { looksBack, type Sight, subjectNow, truthNow } from "./truth_now.ts";

interface RulesPreviewProps {
  bound: BoundInstance;
  rules: Schemas["Template"]["rules"];
  /** The instance's active events. */
  events: readonly RuleEvent[];
}

/** Each rule with the current result of its conditions, computed in the browser from the newest values. */
export function RulesPreview({ bound, rules, events }: RulesPreviewProps) {
  const { live } = useConsole();
  const names = [...bound.streamsById.values()].map(({ stream_name }) => stream_name);
  useEffect(() => live.streams.watch(names), [names.join("\n")]);
  return (
    <ol class="evaluation">
      {rules.map((rule) => {
        const evaluated = bound.rules.find(({ ruleId }) => ruleId === rule.rule_id);
        const leftOut = bound.leftOut.find(({ rule_id }) => rule_id === rule.rule_id);
        if (leftOut !== undefined) {
          return (
            <li key={rule.rule_id}>
              <LeftOutRule name={displayNameOf(rule)} leftOut={leftOut} />
            </li>
          );
        }
        const event = events.find(({ rule_id }) => rule_id === rule.rule_id);
        return (
          <li key={rule.rule_id}>
            <div class="evaluation-rule">
              {event === undefined
                ? <StateGlyph state="normal" label="no event" />
                : <SeverityGlyph severity={event.severity} />}
              <span class="evaluation-name">{displayNameOf(rule)}</span>
              {event !== undefined && <a href={`/events/${event.id}`}>active event</a>}
              <span class="muted">{evaluated !== undefined && delaysText(evaluated)}</span>
            </div>
            {evaluated !== undefined && <Condition part={evaluated.expression} streams={bound.streamsById} />}
            {evaluated?.until !== undefined && (
              <>
                <p class="evaluation-list muted">Ends when</p>
                <Condition part={evaluated.until} streams={bound.streamsById} />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function delaysText({ onDelay, offDelay }: BoundRule): string {
  const on = onDelay / TICKS_PER_SECOND, off = offDelay / TICKS_PER_SECOND;
  return [on > 0 ? `starts after ${on} s` : "", off > 0 ? `ends after ${off} s` : ""].filter(Boolean).join(
    ", ",
  );
}

interface ConditionProps {
  part: BoundExpression;
  streams: ReadonlyMap<number, KnownStream>;
}

function Condition({ part, streams }: ConditionProps) {
  const truth = useTruth(part, streams);
  if (part.kind === "comparison") {
    return (
      <TruthRow truth={truth} note={looksBack(part.comparison) ? "needs past values" : undefined}>
        <Comparison comparison={part.comparison} streams={streams} />
      </TruthRow>
    );
  }
  const inner = part.kind === "not" ? [part.of] : part.of;
  return (
    <div class="evaluation-group">
      <TruthRow truth={truth}>
        <span class="muted">
          {part.kind === "at_least"
            ? `At least ${part.atLeast} of`
            : { all: "All of", any: "Any of", not: "Not" }[part.kind]}
        </span>
      </TruthRow>
      <div class="evaluation-inner">
        {inner.map((one, index) => <Condition key={index} part={one} streams={streams} />)}
      </div>
    </div>
  );
}

type TruthName = (typeof TRUTH_NAMES)[number];

const TRUTH_TEXTS: Readonly<Record<TruthName, string>> = { true: "true", false: "false", unknown: "unknown" };

function useTruth(part: BoundExpression, streams: ConditionProps["streams"]): ReadonlySignal<TruthName> {
  return useNewest(streams, (sight) => TRUTH_NAMES[truthNow(part, sight)]);
}

/** A signal of what the newest values make of it, so that a new value redraws only the result. */
function useNewest<T>(streams: ConditionProps["streams"], read: (sight: Sight) => T): ReadonlySignal<T> {
  const { live } = useConsole();
  const nowMs = useNow();
  return useComputed(() =>
    read({
      nowMs: nowMs.value,
      valueOf(id) {
        const stream = streams.get(id);
        if (stream === undefined) return undefined;
        return newerOf(live.streams.of(stream.stream_name).value, readOf(stream));
      },
    })
  );
}

function TruthRow(
  { truth, note, children }: { truth: ReadonlySignal<TruthName>; note?: string; children: ComponentChildren },
) {
  const style = useComputed(() => `evaluation-truth ${truth.value}`);
  const word = useComputed(() => TRUTH_TEXTS[truth.value]);
  return (
    <div class="evaluation-line">
      <span class={style}>{word}</span>
      <span class="evaluation-text">{children}</span>
      {note !== undefined && <span class="muted">{note}</span>}
    </div>
  );
}

function Comparison(
  { comparison, streams }: { comparison: BoundComparison; streams: ConditionProps["streams"] },
) {
  const { operator, operands, of, stream, calculation, trigger, window } = comparison;
  const look = operatorLook(operator);
  const own = calculation === undefined ? streams.get(stream)?.uom : calculation.unit;
  const unit = operandUnit(look, own ?? "");
  return (
    <>
      <Subject comparison={comparison} streams={streams} />
      {trigger !== undefined && <span>“{countedText(trigger)}”</span>}
      <span class="evaluation-operator">{look.label}</span>
      {operands.map((operand, index) => (
        <span key={index}>
          {index > 0 && <span class="muted">{operands.length === 2 ? "and " : ", "}</span>}
          <Operand operand={operand} streams={streams} unit={unit} />
        </span>
      ))}
      {of !== null && (
        <>
          <span class="muted">from</span>
          <StreamNow stream={streams.get(of)} />
        </>
      )}
      {window !== undefined && <span class="muted">in the last {secondsText(window / TICKS_PER_SECOND)}
      </span>}
      {calculation !== undefined && (
        <>
          <span class="muted">with</span>
          {calculation.parts.map((part, index) => (
            <StreamNow key={index} stream={streams.get(part.stream)} />
          ))}
        </>
      )}
    </>
  );
}

/** What is compared: a stream, or a calculated value. */
function Subject(
  { comparison, streams }: { comparison: BoundComparison; streams: ConditionProps["streams"] },
) {
  const { stream, calculation } = comparison;
  const now = useNewest(streams, (sight) => subjectNow(comparison, sight));
  if (calculation === undefined) return <StreamNow stream={streams.get(stream)} />;
  const parts = calculation.parts.map((part) => streams.get(part.stream));
  return (
    <>
      <span class="breaks">
        {calculationText(calculation, parts.map((part) => part?.display_name ?? "…"))}
      </span>
      <strong>
        {valueText(now.value, { unit: calculation.unit })}
        {calculation.unit !== null && <span class="unit">{calculation.unit}</span>}
      </strong>
    </>
  );
}

/** The unit of an operator's value: its own, or that of the compared stream. */
function operandUnit({ value, explanation }: OperatorLook, uom: string): string {
  if (value?.meaning !== undefined || explanation.unit === "none") return value?.unit ?? "";
  return explanation.unit === "per_second" ? `${uom}/s` : uom;
}

function Operand(
  { operand, streams, unit }: { operand: BoundOperand; streams: ConditionProps["streams"]; unit: string },
) {
  if ("stream" in operand) return <StreamNow stream={streams.get(operand.stream)} />;
  return (
    <>
      {typeof operand.literal === "string" ? `“${operand.literal}”` : constantText(operand.literal)}
      {typeof operand.literal === "number" && <span class="unit">{unit}</span>}
    </>
  );
}

function StreamNow({ stream }: { stream: KnownStream | undefined }) {
  if (stream === undefined) return <span>—</span>;
  return (
    <>
      <a class="breaks" href={`/plant/streams/${stream.id}`} title={stream.stream_name}>
        <Dotted name={stream.display_name} />
      </a>
      <LiveValue stream={stream} />
    </>
  );
}
