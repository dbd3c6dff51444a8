import { connectionFailed } from "./failure.ts";

const VENDOR_DOMAINS = [".connect.aveva.com", ".osisoft.com"];

/** Parses a base URL; drops trailing slashes, query and fragment. Throws CONNECTION_FAILED for anything but a URL. */
export function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw connectionFailed(`"${text}" is not a base URL`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** A URL below a base, each segment encoded, empty query parameters included. */
export function addressBelow(
  base: string,
  segments: string[],
  query: Record<string, string | number> = {},
): URL {
  const url = new URL([base, ...segments.map(encodeSegment)].join("/"));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
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

/**
 * The base URL of a namespace's data: the host of its `Self` if it belongs to the vendor, else the configured base.
 * Tokens are sent to no other host.
 */
export function namespaceBase(configured: string, self: string | null | undefined): string {
  if (self === null || self === undefined || !URL.canParse(self)) return configured;
  const url = new URL(self);
  return isVendorHost(url) && url.host !== new URL(configured).host ? url.origin : configured;
}

/** Whether a URL is https on a host of the vendor, to which tokens may be sent. */
export function isVendorHost(url: URL): boolean {
  return url.protocol === "https:" && url.port === "" &&
    VENDOR_DOMAINS.some((domain) => url.hostname.endsWith(domain));
}
