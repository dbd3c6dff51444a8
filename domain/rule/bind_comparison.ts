import type { BoundCalculation, BoundComparison, BoundOperand, BoundTrigger } from "../evaluation/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { type Ticks, ticksOfSeconds } from "../shared/time.ts";
import { bindExpression } from "./bind_expression.ts";
import type { BoundPlaceholder, StreamLookup, StreamOfName } from "./bind_placeholders.ts";
import type { DataType } from "../sample/types.ts";
import { timeTagByName } from "../evaluation/intake/time_tag_streams.ts";
import { limitOf, operandsOf, type PlacedOperand, streamNameIssues } from "./check.ts";
import { comparisonIssues, type ValueView } from "./comparison_check.ts";
import { type NumericComparison, withNumbers } from "./bind_constants.ts";
import { triggerOf } from "./condition.ts";
import { RULE_LIMITS } from "./limits.ts";
import { typeOfLiteral } from "./literal_types.ts";
import { OPERATORS, takesPlainTexts } from "./operators/table.ts";
import { wholeReference } from "./references.ts";
import type { Comparison, Literal } from "./types.ts";

/** The context for binding comparisons. `problems` collects problems, `used` the named streams by id. */
export interface BindContext {
  bound: ReadonlyMap<string, BoundPlaceholder>;
  streams: StreamLookup;
  sourceMaxAgeSeconds: number;
  correctionHorizonHours: number | undefined;
  problems: Issue[];
  used: Map<number, DataType>;
}

export interface ComparisonPlace {
  path: string;
  insideNot: boolean;
}

/**
 * Binds a comparison to stream ids and constants; undefined when it cannot be bound, with the reason in
 * `problems`.
 */
export function bindComparison(
  given: Comparison,
  { path, insideNot }: ComparisonPlace,
  context: BindContext,
): BoundComparison | undefined {
  const comparison = withNumbers(given, path, context);
  const subject = bindSubject(comparison, path, context);
  const of = comparison.of === undefined ? undefined : bindStream(comparison.of, `${path}.of`, context);
  if (subject === undefined || (comparison.of !== undefined && of === undefined)) return undefined;
  const { stream, maxAge, calculation } = subject;
  const entry = OPERATORS[comparison.operator];
  const isText = takesPlainTexts(entry, stream.data_type);
  const ownAgeOf = (text: string) => {
    const own = maxAgeOf(text, comparison, context);
    return own === maxAge ? undefined : own;
  };
  const bound = (placed: PlacedOperand[]) => bindOperands(placed, { isText, context, ownAgeOf });
  const operands = bound(operandsOf(comparison, path)), limits = bound(limitOf(comparison, path));
  if (operands === undefined || limits === undefined) return undefined;
  const [limit] = limits, ofMaxAge = comparison.of === undefined ? undefined : ownAgeOf(comparison.of);
  const issues = comparisonIssues({
    comparison,
    path,
    insideNot,
    operands: operands.map((one) => one.view),
    limit: limit?.view,
    subject: streamView(stream, `${path}.${calculation === undefined ? "stream" : "expression"}`),
    of: of === undefined ? undefined : streamView(of, `${path}.of`),
  });
  context.problems.push(...issues);
  const trigger = bindTrigger(comparison, { path, stream, context });
  if (issues.length > 0 || (comparison.comparison !== undefined && trigger === undefined)) return undefined;
  return {
    stream: stream.id,
    ...(calculation === undefined ? {} : { calculation }),
    operator: comparison.operator,
    of: of?.id ?? null,
    ...(ofMaxAge === undefined ? {} : { ofMaxAge }),
    operands: operands.map((one) => one.operand),
    deadband: comparison.deadband ?? 0,
    ...(limit === undefined ? {} : { limit: limit.operand }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(entry.window ? { window: windowOf(comparison) } : {}),
    tolerance: comparison.tolerance ?? 0,
    ...(comparison.rollover === undefined ? {} : { rollover: comparison.rollover }),
    ignoreCase: comparison.ignore_case ?? false,
    maxAge,
    acceptUncertain: comparison.accept_uncertain ?? false,
  };
}

/** What is compared: a stream, or the first one of an expression. */
interface BoundSubject {
  stream: StreamOfName;
  maxAge: Ticks;
  calculation?: BoundCalculation;
}

function bindSubject(
  comparison: NumericComparison,
  path: string,
  context: BindContext,
): BoundSubject | undefined {
  const ageOf = (text: string) => maxAgeOf(text, comparison, context);
  if (comparison.stream !== undefined) {
    const stream = bindStream(comparison.stream, `${path}.stream`, context);
    return stream && { stream, maxAge: ageOf(comparison.stream) };
  }
  const calculation = bindExpression(comparison, { path, context, maxAgeOf: ageOf });
  const [first] = calculation?.parts ?? [];
  if (first === undefined) return undefined;
  const stream: StreamOfName = { id: first.stream, data_type: "NUM", stream_name: "" };
  return { stream, maxAge: first.maxAge, calculation };
}

/** Undefined when there is none, or one that cannot be bound. */
function bindTrigger(
  comparison: Comparison,
  { path, stream, context }: { path: string; stream: StreamOfName; context: BindContext },
): BoundTrigger | undefined {
  const counted = triggerOf(comparison), at = `${path}.comparison`;
  if (counted === undefined) return undefined;
  const trigger = withNumbers(counted, at, context);
  const placed = operandsOf(trigger, at), operands: FoundOperand[] = [];
  for (const { operand, path } of placed) {
    const name = typeof operand === "string" ? wholeReference(operand) : undefined;
    const bound = name === undefined ? undefined : context.bound.get(name);
    if (name === undefined) operands.push(literalOperand(operand, path));
    else if (bound?.kind === "constant") operands.push(literalOperand(bound.value, path));
  }
  if (operands.length < placed.length) return undefined;
  const views = { operands: operands.map(({ view }) => view), of: undefined, limit: undefined };
  const subject = streamView(stream, `${at}.operator`);
  const issues = comparisonIssues({ comparison: trigger, path: at, insideNot: false, subject, ...views });
  context.problems.push(...issues);
  if (issues.length > 0) return undefined;
  return {
    operator: trigger.operator,
    operands: operands.map((one) => one.operand),
    deadband: trigger.deadband ?? 0,
    tolerance: trigger.tolerance ?? 0,
    ignoreCase: trigger.ignore_case ?? false,
  };
}

function windowOf({ window_seconds: seconds }: NumericComparison): Ticks {
  return ticksOfSeconds(seconds ?? RULE_LIMITS.defaultWindowSeconds);
}

/** The maximum age of a value: from the comparison, else from its placeholder, else from the source. */
function maxAgeOf(text: string, comparison: NumericComparison, context: BindContext): Ticks {
  const placeholder = context.bound.get(wholeReference(text) ?? "");
  return ticksOfSeconds(
    comparison.max_age_seconds ?? placeholder?.maxAgeSeconds ?? context.sourceMaxAgeSeconds,
  );
}

/** Reports no problem for an unbound placeholder: it has been reported already, at its declaration. */
function bindStream(text: string, path: string, context: BindContext): StreamOfName | undefined {
  const name = wholeReference(text);
  if (name === undefined) return bindStreamName(text, path, context);
  const bound = context.bound.get(name);
  if (bound?.kind !== "stream") return undefined;
  context.used.set(bound.stream.id, bound.stream.data_type);
  return bound.stream;
}

function bindStreamName(text: string, path: string, context: BindContext): StreamOfName | undefined {
  const issues = streamNameIssues(text, path);
  const tag = timeTagByName(text);
  if (tag !== undefined) return tag;
  const stream = context.streams.byName(text);
  if (issues.length === 0 && stream === undefined) {
    issues.push({ path, message: `Stream "${text}" is unknown` });
  }
  context.problems.push(...issues);
  if (issues.length > 0 || stream === undefined) return undefined;
  context.used.set(stream.id, stream.data_type);
  return stream;
}

interface FoundOperand {
  operand: BoundOperand;
  view: ValueView;
}

interface OperandContext {
  /** True: a plain text is a text literal; false: it is the name of a stream. */
  isText: boolean;
  context: BindContext;
  /** The maximum age of an operand that is a stream, when it differs from the comparison's. */
  ownAgeOf: (text: string) => Ticks | undefined;
}

/** Undefined when an operand cannot be bound. */
function bindOperands(placed: PlacedOperand[], operandContext: OperandContext): FoundOperand[] | undefined {
  const found = placed.map(({ operand, path }) => bindOperand(operand, path, operandContext));
  const complete = found.filter((one) => one !== undefined);
  return complete.length < found.length ? undefined : complete;
}

function bindOperand(
  operand: Literal,
  path: string,
  { isText, context, ownAgeOf }: OperandContext,
): FoundOperand | undefined {
  const name = typeof operand === "string" ? wholeReference(operand) : undefined;
  const constant = name === undefined ? undefined : context.bound.get(name);
  if (constant?.kind === "constant") return literalOperand(constant.value, path);
  if (typeof operand !== "string" || (isText && name === undefined)) return literalOperand(operand, path);
  const stream = bindStream(operand, path, context);
  if (stream === undefined) return undefined;
  const maxAge = ownAgeOf(operand);
  return {
    operand: maxAge === undefined ? { stream: stream.id } : { stream: stream.id, maxAge },
    view: streamView(stream, path),
  };
}

function literalOperand(literal: Literal, path: string): FoundOperand {
  return { operand: { literal }, view: { path, type: typeOfLiteral(literal), literal } };
}

function streamView(stream: StreamOfName, path: string): ValueView {
  return { path, type: stream.data_type, literal: undefined };
}
