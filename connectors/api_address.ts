import { connectionFailed } from "./source_failure.ts";

/** Parses a base URL; drops trailing slashes, query and fragment. Throws CONNECTION_FAILED for anything but a URL. */
export function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw connectionFailed(`"${text}" is not a base URL`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** The parameters of a query; one with several values is repeated. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** A URL below a base, each segment encoded, empty query parameters included. */
export function addressBelow(base: string, segments: readonly string[], query: Query = {}): URL {
  const url = new URL([base, ...segments.map(encodeSegment)].join("/"));
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) url.searchParams.append(name, String(value));
  }
  return url;
}

/** False for ids that a URL cannot contain: `.` and `..` are path steps. */
export function isPathSegment(id: string): boolean {
  return id !== "" && id !== "." && id !== ".." && id.isWellFormed();
}

function encodeSegment(segment: string): string {
  if (!isPathSegment(segment)) throw connectionFailed(`The id "${segment}" cannot be part of a URL`);
  return encodeURIComponent(segment);
}
