import { ticksFromSourceTime } from "../../../domain/shared/time.ts";
import { badRequest } from "../http/answers.ts";
import type { Query } from "../http/query.ts";
import type { Json, JsonObject } from "../sds_types.ts";

export type Passes = (object: JsonObject) => boolean;

/** A subset of the request's `query` and `filter` over objects; everything passes when both are empty. */
export function objectFilter(query: Query): Passes {
  const searched = search(query.text("query"));
  const filtered = dateFilter(query.text("filter"));
  return (object) => searched(object) && filtered(object);
}

/** Whether a request selects every object, so that a page needs no filtering. */
export function asksForAll(query: Query): boolean {
  return (query.text("query") ?? "*") === "*" && query.text("filter") === undefined;
}

const SEARCHED = ["Id", "Name", "Description", "TypeId"];

/** `*`, `name:pump*` or words; all must match when joined by AND, else any. */
function search(text: string | undefined): Passes {
  if (text === undefined || text === "*") return () => true;
  const words: string[] = text.match(/(?:\w+:)?"[^"]*"|\S+/g) ?? [];
  const terms = words.filter((word) => word !== "AND" && word !== "OR").map(term);
  return (object) => {
    return words.includes("AND") ? terms.every((each) => each(object)) : terms.some((each) => each(object));
  };
}

function term(word: string): Passes {
  const colon = word.startsWith('"') ? -1 : word.search(/(?<!\\):/);
  const field = colon < 0 ? undefined : word.slice(0, colon).toLowerCase();
  const pattern = wildcard(word.slice(colon + 1).replaceAll('"', ""));
  return (object) =>
    Object.entries(object).some(([name, value]) => {
      const isSearched = field === undefined ? SEARCHED.includes(name) : name.toLowerCase() === field;
      return isSearched && typeof value === "string" && matches(value, pattern);
    });
}

function wildcard(text: string): RegExp {
  const parts = text.replace(/\\(.)/g, "$1").split("*").map((part) =>
    part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
  );
  return new RegExp(`^${parts.join(".*")}$`, "i");
}

/** Matches a pattern against a whole value or one of its words. */
function matches(value: string, pattern: RegExp): boolean {
  return pattern.test(value) || value.split(/[\s.]+/).some((word) => pattern.test(word));
}

const DATE_TERM = /^(\w+)\s+(eq|ne|gt|ge|lt|le)\s+'?([^'\s]+)'?$/i;

/** `ModifiedDate gt 2022-12-06T00:00:00Z`, several joined by `and`. */
function dateFilter(text: string | undefined): Passes {
  if (text === undefined) return () => true;
  const terms = text.split(/\s+and\s+/i).map((each) => {
    const [, name, operator = "", literal = ""] = DATE_TERM.exec(each.trim()) ?? [];
    if (name === undefined) throw badRequest(`The filter '${each.trim()}' cannot be understood.`);
    return compared(name, { operator: operator.toLowerCase(), literal });
  });
  return (object) => terms.every((passes) => passes(object));
}

function compared(field: string, wanted: { operator: string; literal: string }): Passes {
  return (object) => {
    const [left, right] = [comparable(object[field]), comparable(wanted.literal)];
    switch (wanted.operator) {
      case "eq":
        return left === right;
      case "ne":
        return left !== right;
      case "gt":
        return left > right;
      case "ge":
        return left >= right;
      case "lt":
        return left < right;
      default:
        return left <= right;
    }
  };
}

function comparable(value: Json | undefined): number | string {
  const text = typeof value === "string" ? value : "";
  return ticksFromSourceTime(text) ?? text;
}
