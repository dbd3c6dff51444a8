import ipaddr from "ipaddr.js";

/** An IPv4 address in its usual form, which needs no parsing. */
const PLAIN_IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** The address without brackets, port and the IPv4-in-IPv6 form. */
export function plainAddress(text: string): string {
  if (PLAIN_IPV4.test(text)) return text;
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ??
    text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

/** The key of a client for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function clientKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.parse(address).parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`;
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
