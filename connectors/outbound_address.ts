import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export type AddressKind =
  | "public"
  | "private"
  | "loopback"
  | "link-local"
  | "metadata"
  | "unspecified"
  | "multicast"
  | "reserved";

/** Metadata addresses, from which clouds serve credentials. Some look like public addresses. */
const METADATA = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "fd00:ec2::254",
]);

const KINDS: Readonly<Record<string, AddressKind>> = {
  private: "private",
  uniqueLocal: "private",
  carrierGradeNat: "private",
  deprecatedSiteLocal: "private",
  loopback: "loopback",
  linkLocal: "link-local",
  unspecified: "unspecified",
  multicast: "multicast",
  broadcast: "multicast",
};

const GLOBAL_V6 = ipaddr.parseCIDR("2000::/3");

/** Reads an IP address; an IPv4 address inside IPv6 (`::ffff:10.0.0.1`) becomes the IPv4 one. */
export function readAddress(text: string): Address | undefined {
  // The library also accepts 127.1 and 0x7f.0.0.1, which are mistakes in a list of addresses.
  const whole = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return whole ? ipaddr.process(text) : undefined;
}

/** Classifies an address; unknown ranges count as reserved, not as public. */
export function addressKind(address: Address): AddressKind {
  if (METADATA.has(address.toString())) return "metadata";
  const range = address.range();
  if (range !== "unicast") return KINDS[range] ?? "reserved";
  // IPv4-compatible addresses (::127.0.0.1) and other unassigned space count as unicast in the library.
  return isV6(address) && !address.match(GLOBAL_V6) ? "reserved" : "public";
}

/** Kinds of address for which OUTBOUND_ALLOW can permit plain http. */
export function isLocalNetwork(kind: AddressKind): boolean {
  return kind === "private" || kind === "loopback" || kind === "link-local";
}

function isV6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}
