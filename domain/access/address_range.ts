import ipaddr from "ipaddr.js";

/** The most addresses and networks of one API key. */
export const MOST_ADDRESSES = 20;

/** Whether a text is an IP address, or a network such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/** Whether an address is in one of the ranges; any address is if there are none. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const own = ipaddr.process(address);
  return ranges.some((text) => {
    const range = rangeOf(text);
    return range !== undefined && own.kind() === range[0].kind() && own.match(range);
  });
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [host = "", bits] = text.split("/");
  // The library also accepts 127.1 and 0x7f.0.0.1, which are mistakes in a list of addresses.
  if (!ipaddr.IPv4.isValidFourPartDecimal(host) && !ipaddr.IPv6.isValid(host) || host.includes("%")) {
    return undefined;
  }
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  if (text.includes("/")) return undefined;
  const address = ipaddr.process(host);
  return [address, address.kind() === "ipv6" ? 128 : 32];
}
