/** A rule as docs/rule_operators.md writes it, bound for the reference evaluator. Texts that are compared are left out. */
import type {
  BoundComparison,
  BoundExpression,
  BoundOperand,
  BoundRule,
  BoundTrigger,
} from "../../domain/evaluation/types.ts";
import { isOperator, type Operator } from "../../domain/rule/operators/table.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import { calculationOf } from "./expression_arbitraries.ts";
import type { RuleVector, VectorCondition } from "./rule_vectors.ts";

/** The streams by their names, and what each placeholder is bound to: the name of a stream, or a constant. */
interface Names {
  streams: ReadonlyMap<string, number>;
  bindings: Readonly<Record<string, string | number>>;
}

export function boundVector(
  { rule, bindings = {} }: RuleVector,
  streams: Names["streams"],
): Omit<BoundRule, "ruleId"> {
  const binding = new Binding({ streams, bindings }), { logic = "all", until } = rule;
  return {
    expression: { kind: logic, of: rule.conditions.map((each) => binding.condition(each)) },
    until: until && { kind: "all", of: until.map((each) => binding.condition(each)) },
    onDelay: binding.ticks(rule.on_delay_seconds ?? 0),
    offDelay: binding.ticks(rule.off_delay_seconds ?? 0),
  };
}

class Binding {
  constructor(readonly names: Names) {}

  condition(given: VectorCondition): BoundExpression {
    const { all, any, not, at_least, conditions } = given;
    if (all !== undefined) return { kind: "all", of: this.#list(all) };
    if (any !== undefined) return { kind: "any", of: this.#list(any) };
    if (not !== undefined) return { kind: "not", of: this.condition(fieldsOf(not)) };
    if (at_least !== undefined) {
      return { kind: "at_least", atLeast: Number(at_least), of: this.#list(conditions) };
    }
    return { kind: "comparison", comparison: this.#comparison(given) };
  }

  #list(conditions: unknown): BoundExpression[] {
    if (!Array.isArray(conditions)) throw new TypeError("Not a list");
    return conditions.map((each) => this.condition(each));
  }

  #comparison(given: VectorCondition): BoundComparison {
    const { expression, of, limit, comparison, rollover, window_seconds, accept_uncertain } = given;
    const maxAge = this.ticks(given.max_age_seconds ?? 0);
    const calculation = expression === undefined ? undefined : this.#calculation(String(expression), maxAge);
    return {
      ...this.#compared(given),
      stream: calculation?.parts[0].stream ?? this.#stream(given.stream),
      calculation,
      of: of === undefined ? null : this.#stream(of),
      limit: limit === undefined ? undefined : this.#operand(limit),
      trigger: comparison === undefined ? undefined : this.#compared(fieldsOf(comparison)),
      rollover: rollover === undefined ? undefined : Number(rollover),
      window: window_seconds === undefined ? undefined : this.ticks(window_seconds),
      maxAge,
      acceptUncertain: accept_uncertain === true,
    };
  }

  #compared({ operator, value, deadband, tolerance, ignore_case }: VectorCondition): BoundTrigger {
    const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
    return {
      operator: operatorOf(operator),
      operands: values.map((each) => this.#operand(each)),
      deadband: this.#number(deadband ?? 0),
      tolerance: Number(tolerance ?? 0),
      ignoreCase: ignore_case === true,
    };
  }

  #calculation(expression: string, maxAge: Ticks): BoundComparison["calculation"] {
    const bound = Object.entries(this.names.bindings).map(([name, to]) => [
      name,
      typeof to === "number" ? { constant: to } : { stream: this.#stream(to), maxAge },
    ]);
    return calculationOf(expression, Object.fromEntries(bound));
  }

  #operand(value: unknown): BoundOperand {
    const named = this.#named(value);
    if (typeof named === "number" || typeof named === "boolean") return { literal: named };
    return { stream: this.#stream(named) };
  }

  /** What a placeholder stands for, else the value itself. */
  #named(value: unknown): unknown {
    const name = /^<(.+)>$/.exec(String(value))?.[1];
    return name === undefined ? value : this.names.bindings[name];
  }

  #stream(given: unknown): number {
    const stream = this.names.streams.get(String(this.#named(given)));
    if (stream === undefined) throw new TypeError(`"${given}" is no stream`);
    return stream;
  }

  #number(given: unknown): number {
    return Number(this.#named(given));
  }

  ticks(seconds: unknown): Ticks {
    return ticksOfSeconds(this.#number(seconds));
  }
}

function operatorOf(name: unknown): Operator {
  if (typeof name !== "string" || !isOperator(name)) throw new TypeError(`"${name}" is no operator`);
  return name;
}

function fieldsOf(given: unknown): VectorCondition {
  if (typeof given !== "object" || given === null) throw new TypeError("Not a condition");
  return { ...given };
}
