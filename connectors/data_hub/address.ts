import { connectionFailed } from "./failure.ts";

const VENDOR_DOMAINS = [".connect.aveva.com", ".osisoft.com"];

/** A base URL without slash, query or fragment at its end. Throws CONNECTION_FAILED when it is no URL. */
export function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw connectionFailed(`"${text}" is no base URL`);
  const url = new URL(text);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** An address below a base, each segment encoded, empty query members left as they are. */
export function addressBelow(
  base: string,
  segments: string[],
  query: Record<string, string | number> = {},
): URL {
  const url = new URL([base, ...segments.map(encodeSegment)].join("/"));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

/** False for ids that no address can carry: URLs take `.` and `..` for steps. */
export function canStandInAddress(id: string): boolean {
  return id !== "" && id !== "." && id !== ".." && id.isWellFormed();
}

function encodeSegment(segment: string): string {
  if (!canStandInAddress(segment)) throw connectionFailed(`The id "${segment}" cannot stand in an address`);
  return encodeURIComponent(segment);
}

/**
 * The base for a namespace's data: the host of its `Self` when that is the vendor's own or the configured one,
 * else the configured base. Tokens go nowhere else.
 */
export function namespaceBase(configured: string, self: string | null | undefined): string {
  if (self === null || self === undefined || !URL.canParse(self)) return configured;
  const url = new URL(self);
  return isVendorHost(url) && url.host !== new URL(configured).host ? url.origin : configured;
}

/** A host of the vendor's own, over https: tokens may go there. */
export function isVendorHost(url: URL): boolean {
  return url.protocol === "https:" && url.port === "" &&
    VENDOR_DOMAINS.some((domain) => url.hostname.endsWith(domain));
}
