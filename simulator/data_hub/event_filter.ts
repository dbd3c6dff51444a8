import { memberOf } from "./calculated.ts";
import { badRequest } from "./http/answers.ts";
import type { IndexCodec } from "./index_codec.ts";
import type { Json, SdsType } from "./sds_types.ts";
import type { StreamEvent } from "./stream_reader.ts";

const TERM = /^\s*(\w+)\s+(eq|ne|gt|ge|lt|le)\s+('(?:[^']*)'|\S+)\s*$/i;

type Comparison = (a: number | string, b: number | string) => boolean;

const COMPARISONS: Record<string, Comparison> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

/** A subset of the filter language: comparisons of a member with a literal, joined by `and`. Anything else is 400. */
export function eventFilter(
  text: string | undefined,
  of: { type: SdsType; codec: IndexCodec },
): (event: StreamEvent) => boolean {
  if (text === undefined) return () => true;
  const terms = text.split(/\s+and\s+/i).map((term) => comparison(term, of));
  return (event) => terms.every((holds) => holds(event));
}

function comparison(term: string, of: { type: SdsType; codec: IndexCodec }): (event: StreamEvent) => boolean {
  const match = TERM.exec(term);
  if (match === null) throw badRequest(`The filter '${term.trim()}' cannot be understood.`);
  const [, name, operator = "", literal = ""] = match;
  const compare = COMPARISONS[operator.toLowerCase()]!;
  if (name === of.codec.property) {
    const index = of.codec.parse(unquoted(literal));
    if (index === undefined) throw badRequest(`'${literal}' is not an index.`);
    return (event) => compare(event.at, index);
  }
  const property = of.type.Properties.find((each) => each.Id === name);
  if (property === undefined) throw badRequest(`The type has no property '${name}'.`);
  const wanted = unquoted(literal);
  return (event) => compareMember(memberOf(event, property), wanted, compare);
}

function compareMember(value: Json, wanted: string, compare: Comparison): boolean {
  if (typeof value === "number") return compare(value, Number(wanted));
  if (typeof value === "boolean") return compare(String(value), wanted.toLowerCase());
  return typeof value === "string" && compare(value, wanted);
}

function unquoted(literal: string): string {
  return literal.startsWith("'") ? literal.slice(1, -1) : literal;
}
