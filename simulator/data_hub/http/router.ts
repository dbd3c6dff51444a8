import type { Answer } from "./answers.ts";

/** Decoded path parameters, by their names in the route's pattern. */
export type PathParams = Record<string, string>;

export interface Route<C> {
  method: string;
  /** Literal segments ignore case; `{name}` matches any segment. */
  segments: readonly string[];
  handle: (call: C, params: PathParams) => Answer | Promise<Answer>;
}

/** A route whose handler takes the parameters `id` and `key` of its pattern. */
export function route<C>(
  method: string,
  pattern: string,
  handle: (call: C, params: { id: string; key: string }) => Answer | Promise<Answer>,
): Route<C> {
  return {
    method,
    segments: pattern.split("/").filter((part) => part !== ""),
    handle: (call, { id = "", key = "" }) => handle(call, { id, key }),
  };
}

export type Match<C> = { kind: "route"; route: Route<C>; params: PathParams } | Unmatched;

/** No such path, or the path exists with another method. */
type Unmatched = { kind: "none" } | { kind: "wrong_method" };

/** Finds the first matching route of a request. */
export function createRouter<C>(routes: readonly Route<C>[]): (method: string, path: string) => Match<C> {
  const byLength = new Map<number, Route<C>[]>();
  for (const each of routes) {
    byLength.set(each.segments.length, [...(byLength.get(each.segments.length) ?? []), each]);
  }
  return (method, path) => {
    const segments = splitPath(path);
    let pathExists = false;
    for (const candidate of segments === undefined ? [] : byLength.get(segments.length) ?? []) {
      const params = matchSegments(candidate.segments, segments ?? []);
      if (params === undefined) continue;
      if (candidate.method === method) return { kind: "route", route: candidate, params };
      pathExists = true;
    }
    return { kind: pathExists ? "wrong_method" : "none" };
  };
}

function splitPath(path: string): string[] | undefined {
  try {
    return path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): PathParams | undefined {
  const params: PathParams = {};
  for (const [i, expected] of pattern.entries()) {
    const segment = segments[i] ?? "";
    if (expected.startsWith("{")) params[expected.slice(1, -1)] = segment;
    else if (expected.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}
