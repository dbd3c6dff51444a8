import ipaddr from "ipaddr.js";
import type { Client } from "./env.ts";

const UNKNOWN_ADDRESS = "127.0.0.1";

export interface Arrival {
  /** The other end of the connection. Undefined only for calls within the process. */
  peer: string | undefined;
  /** How many proxies in front are believed. */
  trustProxy: number;
  /** Whatever the request says, it came by https. */
  tlsInFront?: boolean;
}

/** Where a request comes from: X-Forwarded-For and -Proto count only as far as proxies are trusted. */
export function clientOf(request: Request, arrival: Arrival): Client {
  const { protocol, host } = new URL(request.url);
  const hops = arrival.trustProxy;
  const named = forwardedAddress(request.headers.get("x-forwarded-for"), hops);
  const proto = forwarded(request.headers.get("x-forwarded-proto"), hops) ?? protocol.slice(0, -1);
  return {
    address: named ?? plainAddress(arrival.peer ?? UNKNOWN_ADDRESS),
    scheme: arrival.tlsInFront === true || proto.toLowerCase() === "https" ? "https" : "http",
    host: (request.headers.get("host") ?? host).toLowerCase(),
  };
}

/** The entry that the outermost trusted proxy wrote; the leftmost where there are fewer. */
function forwarded(header: string | null, hops: number): string | undefined {
  if (hops <= 0 || header === null) return undefined;
  const entries = header.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
  return entries[Math.max(0, entries.length - hops)];
}

/** Undefined also for what is no address (`unknown`, a made-up name): then the proxy's own counts. */
function forwardedAddress(header: string | null, hops: number): string | undefined {
  const entry = forwarded(header, hops);
  const address = entry === undefined ? undefined : plainAddress(entry);
  return address !== undefined && ipaddr.isValid(address) ? address : undefined;
}

/** Without brackets, port and the IPv4-in-IPv6 form. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ??
    text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

/** One client for limits: an IPv4 address, or the /64 of an IPv6 one. */
export function clientKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.parse(address).parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
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
