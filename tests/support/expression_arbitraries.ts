/** Random expressions for fast-check, as texts, and bound as the reference evaluator reads them. */
import type { BoundCalculation, CalculationStep } from "../../domain/evaluation/types.ts";
import { fc } from "./fast_check.ts";
import { number } from "./operator_families.ts";
import { stepsOf } from "./reference_expression.ts";

export const NAMES = ["A", "B", "T_2"];

const blank = fc.constantFrom("", "", "", " ", "\t", "\n ");
/** Parts with blanks between them. */
function spaced(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(fc.tuple(...parts), fc.array(blank, { minLength: parts.length, maxLength: parts.length }))
    .map(([texts, blanks]) => texts.map((text, i) => `${text}${blanks[i]}`).join(""));
}

const is = (text: string) => fc.constant(text);
const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES).map((name) => `<${name}>`) },
  fc.constantFrom("0", "1", "2", "2.5", "1e1", "05E-1", "1e308"),
);

/** Any that can be read, at most `depth` deep, placeholders or not. */
export function expressionText(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return leaf;
  const inner = expressionText(depth - 1);
  const operator = fc.constantFrom("+", "-", "*", "/");
  const list = fc.array(spaced(is(","), inner), { maxLength: 2 }).map((more) => more.join(""));
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 4, arbitrary: spaced(inner, operator, inner) },
    { weight: 2, arbitrary: spaced(inner, operator, inner, operator, inner) },
    { weight: 2, arbitrary: spaced(is("("), inner, is(")")) },
    { weight: 1, arbitrary: spaced(is("-"), inner) },
    { weight: 1, arbitrary: spaced(is("abs"), is("("), inner, is(")")) },
    {
      weight: 2,
      arbitrary: spaced(fc.constantFrom("min", "max", "avg", "sum"), is("("), inner, list, is(")")),
    },
  );
}

/** What a placeholder is bound to. */
export type BoundName = { stream: number; maxAge: number } | { constant: number };

/** Undefined: no placeholder in it is bound to a stream. */
export function calculationOf(
  text: string,
  bound: Readonly<Record<string, BoundName>>,
): BoundCalculation | undefined {
  const names: string[] = [], parts: BoundCalculation["parts"] = [];
  const steps = stepsOf(text).map((step): CalculationStep => {
    if (!("placeholder" in step)) return step;
    const to = bound[step.placeholder];
    if ("constant" in to) return to;
    if (!names.includes(step.placeholder)) {
      names.push(step.placeholder);
      parts.push(to);
    }
    return { part: names.indexOf(step.placeholder) };
  });
  return parts.length === 0 ? undefined : { parts, steps, unit: null };
}

/** Of values held by the streams, each with the age at which it is too old. */
export function calculationArbitrary(
  streams: fc.Arbitrary<number>,
  ages: fc.Arbitrary<number>,
): fc.Arbitrary<BoundCalculation> {
  const stream = fc.record({ stream: streams, maxAge: ages });
  const to = fc.oneof({ weight: 4, arbitrary: stream }, number.map((constant) => ({ constant })));
  const names = fc.tuple(stream, to, to);
  return fc.tuple(expressionText(2), names).map(([text, bound]): BoundCalculation => {
    const byName = Object.fromEntries(NAMES.map((name, i) => [name, bound[i]]));
    return calculationOf(text, byName) ?? calculationOf(`<${NAMES[0]}> - (${text})`, byName)!;
  });
}

const piece = fc.oneof(
  fc.constantFrom(
    "<A>",
    "<a>",
    "<",
    ">",
    "<A",
    "+",
    "-",
    "*",
    "/",
    "(",
    ")",
    ",",
    "abs",
    "min",
    "Sum",
    "sqrt",
  ),
  fc.constantFrom(
    "1",
    "1.",
    ".5",
    "1e",
    "1e+",
    "2e5",
    "1e999",
    "é",
    "_",
    "\u00a0",
    "%",
    "\0",
    "😀",
    " ",
    "0x1",
  ),
);

/** An expression with a piece too much or too little, which can seldom be read, or any pieces. */
export const brokenText: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(expressionText(2), fc.nat(30), fc.nat(3), piece).map(([text, at, less, more]) =>
    `${text.slice(0, at)}${more}${text.slice(at + less)}`
  ),
  fc.tuple(expressionText(2), fc.nat(30), fc.nat(3)).map(([text, at, less]) =>
    text.slice(0, at) + text.slice(at + less)
  ),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
);
