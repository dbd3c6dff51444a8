import ipaddr from "ipaddr.js";
import { isLoopbackAddress, plainAddress } from "../../domain/shared/ip_address.ts";
import type { Client } from "./env.ts";

const UNKNOWN_ADDRESS = "127.0.0.1";

export interface Arrival {
  /** The remote address of the connection. Undefined only for calls within the process. */
  peer: string | undefined;
  /** The number of trusted proxies in front of Andon. */
  trustProxy: number;
  /** The request came by https, whatever its headers say. */
  tlsInFront?: boolean;
}

/** Headers of proxies. With one of them, a loopback address is the proxy's and not the client's. */
const PROXY_MARKS = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-server",
];

/** The client of a request. X-Forwarded-For and -Proto count only as far as proxies are trusted. */
export function clientOf(request: Request, arrival: Arrival): Client {
  const { url, headers } = request;
  const believed = forwardedAddress(request, arrival);
  return {
    address: believed ?? plainAddress(arrival.peer ?? UNKNOWN_ADDRESS),
    scheme: arrival.tlsInFront === true || isByHttps(request, arrival) ? "https" : "http",
    host: (headers.get("host") ?? new URL(url).host).toLowerCase(),
    get isLocal() {
      return isLoopbackAddress(this.address) && isLoopbackHost(this.host) &&
        (believed !== undefined || PROXY_MARKS.every((name) => !headers.has(name)));
    },
  };
}

function isByHttps(request: Request, { trustProxy }: Arrival): boolean {
  const proto = forwarded(request, { header: "x-forwarded-proto", trustProxy });
  return proto === undefined ? request.url.startsWith("https:") : proto.toLowerCase() === "https";
}

/** The entry of the outermost trusted proxy; the leftmost if there are fewer entries. */
function forwarded(
  { headers }: Request,
  { header: name, trustProxy: hops }: { header: string; trustProxy: number },
): string | undefined {
  const header = hops <= 0 ? null : headers.get(name);
  if (header === null) return undefined;
  const entries = header.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
  return entries[Math.max(0, entries.length - hops)];
}

/** Undefined for text that is not an address (`unknown`); the proxy's address then counts. */
function forwardedAddress(request: Request, { trustProxy }: Arrival): string | undefined {
  const entry = forwarded(request, { header: "x-forwarded-for", trustProxy });
  const address = entry === undefined ? undefined : plainAddress(entry);
  return address !== undefined && ipaddr.isValid(address) ? address : undefined;
}

/** True for `localhost`, names under it, and loopback addresses, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = hostName(host);
  return name === "localhost" || name.endsWith(".localhost") || isLoopbackAddress(name);
}

/** A Host header without its port and brackets. */
export function hostName(host: string): string {
  return host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "").toLowerCase();
}
