import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { bandsOf, eventsOn, limitsOf } from "../../backtest/backtest_text.ts";
import { spanOf } from "../../backtest/spans.ts";
import type { FinishedBacktest } from "../../backtest/types.ts";
import { useLastValue } from "../../live/use_last_value.ts";
import { useResource } from "../../live/use_resource.ts";
import { numberText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { type LimitHandle, LimitHandles } from "../../parts/trend/limit_handles.tsx";
import { proposedLimit } from "../../parts/trend/limit_steps.ts";
import { TrendChart } from "../../parts/trend/trend_chart.tsx";
import type { TrendLimit } from "../../parts/trend/types.ts";
import { type ValueRange, valueRange } from "../../parts/trend/value_range.ts";
import type { MovableLimit } from "../../rules/movable_limits.ts";
import { useConsole } from "../../shell/console.ts";
import { seriesOf } from "../../streams/trend_series.ts";
import { useEditor } from "./editor.ts";
import type { RuleLimits } from "./use_movable_limits.ts";

interface LimitChartProps extends RuleLimits {
  /** The last backtest, whose events are drawn. */
  finished: FinishedBacktest | null;
  /** A limit that is not entered yet is proposed at once. */
  proposes: boolean;
}

const POINTS = 240;
const HEIGHT = 200;
/** The room above and below the values, to which a limit can be moved: a part of their range. */
const ROOM = 0.25;

/** The recent history of a rule's stream, with the rule's limits, which can be moved. */
export function LimitChart(props: LimitChartProps) {
  const { stream, limits } = props;
  const { api } = useConsole();
  const { form, choice } = useEditor();
  const span = spanOf(choice.value);
  const read = useResource(`limit trend ${stream.id} ${span.from} ${span.to}`, async (signal) => {
    const params = { path: { id: stream.id }, query: { ...span, points: POINTS } };
    return (await unwrap(api.GET("/api/streams/{id}/data", { params, signal }))).data;
  });
  const trend = useLastValue(read);
  const curve = useMemo(() => trend === undefined ? undefined : seriesOf(trend), [trend]);
  const propose = (one: MovableLimit) => {
    if (one.side === undefined) return;
    const ends = one.side === "above" ? curve?.highs : curve?.lows;
    const value = proposedLimit(ends ?? [], one.side);
    if (value !== undefined) form.set(one.path, value);
  };
  const isProposed = useProposal({ ...props, isRead: curve !== undefined, propose });
  if (curve === undefined) {
    return (
      <div class="limit-chart">
        <Loaded resource={read} what="Loading the stream's history">{() => null}</Loaded>
      </div>
    );
  }
  const hasValues = curve.values.some((value) => value !== null);
  const missing = limits.filter(({ value, side }) => hasValues && value === null && side !== undefined);
  return (
    <div class="limit-chart">
      <MovableTrend {...props} curve={curve} />
      {missing.map((one) => (
        <button key={one.path} type="button" class="link" onClick={() => propose(one)}>
          Propose a {one.name}
        </button>
      ))}
      <p class="hint">
        {isProposed && "Proposed: just beyond the values of this time. "}
        Drag the limit, or focus it and press ↑ or ↓.
      </p>
    </div>
  );
}

interface ProposalOptions extends LimitChartProps {
  isRead: boolean;
  propose(limit: MovableLimit): void;
}

/** Proposes the limits of a new rule once, and tells whether they are still those that were proposed. */
function useProposal({ limits, proposes, isRead, propose }: ProposalOptions): boolean {
  const { form } = useEditor();
  const isDone = useRef(false);
  const proposed = useSignal("");
  const given = JSON.stringify(limits.map(({ value }) => value));
  useEffect(() => {
    if (!proposes || !isRead || isDone.current) return;
    isDone.current = true;
    if (!limits.every(({ value }) => value === null)) return;
    const isUntouched = !form.isDirty.peek();
    limits.forEach(propose);
    // A person who changes nothing may leave without a question.
    if (isUntouched) form.reset(form.values.peek());
    proposed.value = JSON.stringify(limits.map(({ path }) => form.at(path)));
  }, [isRead]);
  return proposed.value === given && given !== "[]";
}

function MovableTrend(
  { stream, limits, open, finished, curve }: LimitChartProps & { curve: ReturnType<typeof seriesOf> },
) {
  const { form } = useEditor();
  const rule = form.values.value.rules[open]!;
  const held = useSignal<ValueRange | null>(null);
  const text = JSON.stringify([limits, rule.rule_name, rule.display_name, rule.severity]);
  const lines = useMemo((): TrendLimit[] =>
    limits.flatMap(({ value, side }) => {
      const label = `${rule.display_name || rule.rule_name} ${numberText(value ?? 0)}`;
      return value === null ? [] : [{ value, wrong: side, severity: rule.severity, label }];
    }), [text]);
  const others = useMemo(() => otherLimits(stream.stream_name, { rule: rule.rule_id, finished }), [
    stream,
    finished,
    rule.rule_id,
  ]);
  const shown = useMemo(() => [...lines, ...others], [lines, others]);
  const fitting = useMemo(() => rangeFor(curve, shown), [curve, shown]);
  const series = useMemo(() => [curve], [curve]);
  const bands = useMemo(() => {
    if (finished === null) return [];
    const { backtest, request: { evaluated } } = finished;
    return bandsOf(eventsOn(stream.stream_name, { backtest, evaluated }));
  }, [finished, stream]);
  const handles = limits.flatMap(({ path, value, name }): LimitHandle[] =>
    value === null ? [] : [{
      key: path,
      label: `${rule.rule_name || "Rule"}, ${name}`,
      value,
      unit: stream.uom,
      set: (next) => form.set(path, next),
    }]
  );
  return (
    <TrendChart
      series={series}
      bands={bands}
      height={HEIGHT}
      limits={shown}
      range={held.value ?? fitting}
      overlay={(control) => (
        <LimitHandles
          control={control}
          handles={handles}
          onDrag={(isDragging) => held.value = isDragging ? fitting : null}
        />
      )}
    />
  );
}

/** The thresholds of the other rules on the stream, and where events end, as they were in the last backtest. */
function otherLimits(
  stream: string,
  { rule, finished }: { rule: string; finished: FinishedBacktest | null },
): TrendLimit[] {
  if (finished === null) return [];
  const { template, instances } = finished.request.evaluated;
  const limitsOfRules = (isWanted: (id: string) => boolean) => {
    const rules = template.rules.filter(({ rule_id }) => isWanted(rule_id));
    return limitsOf(stream, { template: { ...template, rules }, instances });
  };
  const ends = limitsOfRules((id) => id === rule).filter(({ isEnd }) => isEnd === true);
  return [...limitsOfRules((id) => id !== rule), ...ends];
}

/** The axis holds still while a limit is dragged on it. */
function rangeFor(
  { values, lows = values, highs = values }: ReturnType<typeof seriesOf>,
  limits: readonly TrendLimit[],
): ValueRange {
  const range = valueRange({
    values: [...lows, ...highs],
    limits: limits.map(({ value }) => value),
    isWhole: false,
  });
  const room = (range.max - range.min) * ROOM;
  return { ...range, min: range.min - room, max: range.max + room };
}
