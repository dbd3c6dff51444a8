import { lookup } from "node:dns/promises";
import { Refusal } from "../domain/shared/refusal.ts";
import { type Address, addressKind, isLocalNetwork, readAddress } from "./outbound_address.ts";
import { type AllowRule, parseAllowRules, parseOutboundAllow, type Target } from "./outbound_allow.ts";

/** Decides which outgoing addresses are allowed. `check` refuses with CONNECTION_FAILED and `details.reason`. */
export interface OutboundGuard {
  check(url: URL): Promise<void>;
}

/** A guard for clients that open the connection themselves. */
export interface PinningGuard extends OutboundGuard {
  /** The checked addresses of a URL's host. Connecting to one of them needs no second DNS lookup. */
  addresses(url: URL): Promise<string[]>;
  /** The same of a server of another protocol. */
  serverAddresses(server: OutboundServer): Promise<string[]>;
}

/** A server that does not speak HTTP. */
export interface OutboundServer {
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  /** The protocol of an unencrypted connection, `SMTP`; null: the connection is encrypted. */
  plain: string | null;
}

/** The host has no address at present. */
export class UnknownHost extends Refusal {}

export interface OutboundOptions {
  /** The text of OUTBOUND_ALLOW: host, host:port or CIDR, comma-separated; the prefix `only:` refuses all else. */
  allow: string;
  /** host:port of embedded simulators, allowed regardless of `allow`. */
  alwaysAllow: string[];
  /** Resolves a host name; empty when it has no addresses. */
  resolve?: (host: string) => Promise<string[]>;
}

/** Creates the guard for OUTBOUND_ALLOW. Throws a TypeError that quotes the invalid part of the setting. */
export function createOutboundGuard(options: OutboundOptions): PinningGuard {
  const { only, rules } = parseOutboundAllow(options.allow);
  const allowed = [...rules, ...parseAllowRules(options.alwaysAllow)];
  const resolve = options.resolve ?? resolveByDns;
  const checked = async (plain: Plain | null, target: Target): Promise<Address[]> => {
    const named = allowed.some((rule) => rule.matchesName(target));
    const addresses = await addressesOf(target.host, resolve);
    for (const address of addresses) {
      checkAddress({ plain, target, address, listed: named || isListed(allowed, target, address), only });
    }
    return addresses;
  };
  return {
    async check(url) {
      const target = targetOf(url);
      const named = allowed.some((rule) => rule.matchesName(target));
      if (!named || url.protocol !== "https:") await checked(plainOf(url), target);
    },
    async addresses(url) {
      return (await checked(plainOf(url), targetOf(url))).map(String);
    },
    async serverAddresses({ host, port, plain }) {
      const protocol = plain === null ? null : { name: `plain ${plain}`, instead: "an encrypted connection" };
      return (await checked(protocol, { host: hostOf(host), port })).map(String);
    },
  };
}

/** An unencrypted protocol. */
interface Plain {
  name: string;
  instead: string;
}

interface AddressCheck {
  plain: Plain | null;
  target: Target;
  address: Address;
  listed: boolean;
  only: boolean;
}

function checkAddress({ plain, target, address, listed, only }: AddressCheck): void {
  const kind = addressKind(address);
  const where = target.host === address.toString() ? target.host : `${target.host} (${address})`;
  if (!listed && only) {
    throw refused(`${where} is not listed in OUTBOUND_ALLOW, which allows only what it lists`);
  }
  if (!listed && kind !== "public") {
    throw refused(`${where} is a ${kind} address; add it to OUTBOUND_ALLOW to allow it`);
  }
  if (plain !== null && !(listed && isLocalNetwork(kind))) {
    const { name, instead } = plain;
    const allowed = `${name.replace(/^plain /, "")} is for private addresses listed in OUTBOUND_ALLOW`;
    throw refused(`${where} is not allowed over ${name}; use ${instead} (${allowed})`);
  }
}

function isListed(allowed: AllowRule[], target: Target, address: Address): boolean {
  return allowed.some((rule) => rule.matchesAddress(address, target.port));
}

function targetOf(url: URL): Target {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refused(
      `Only https and http addresses are allowed (OUTBOUND_ALLOW cannot change that), not ${url.protocol}`,
    );
  }
  return {
    host: hostOf(url.hostname),
    port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
  };
}

function hostOf(name: string): string {
  return name.replace(/^\[|\]$/g, "").replace(/\.$/, "").toLowerCase();
}

function plainOf({ protocol }: URL): Plain | null {
  return protocol === "http:" ? { name: "plain http", instead: "https" } : null;
}

async function addressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<Address[]> {
  const literal = readAddress(host);
  if (literal !== undefined) return [literal];
  const found = (await resolve(host)).map(readAddress).filter((address) => address !== undefined);
  if (found.length === 0) {
    const { code, message, details } = refused(`The host name "${host}" could not be found`);
    throw new UnknownHost(code, message, details);
  }
  return found;
}

async function resolveByDns(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map((entry) => entry.address);
  } catch {
    return [];
  }
}

function refused(reason: string): Refusal {
  return new Refusal("CONNECTION_FAILED", `The connection was refused: ${reason}`, { reason });
}
