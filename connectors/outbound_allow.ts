import ipaddr from "ipaddr.js";
import { type Address, readAddress } from "./outbound_address.ts";

/** Host name or address (lower case, no brackets) and port of a request. */
export interface Target {
  host: string;
  port: number;
}

/** One entry of OUTBOUND_ALLOW. */
export interface AllowRule {
  matchesName(target: Target): boolean;
  matchesAddress(address: Address, port: number): boolean;
}

export interface OutboundAllow {
  /** True when only the rules' targets are allowed. */
  only: boolean;
  rules: AllowRule[];
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const BRACKETED = /^\[([0-9a-f:.]+)\](?::(\d+))?$/;
const WITH_PORT = /^([^:]+):(\d+)$/;

/** Parses OUTBOUND_ALLOW. Throws a TypeError that quotes the first invalid part. */
export function parseOutboundAllow(text: string): OutboundAllow {
  const trimmed = text.trim();
  const only = /^only:/i.test(trimmed);
  const list = only ? trimmed.slice("only:".length) : trimmed;
  const parts = list.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return { only, rules: parseAllowRules(parts) };
}

export function parseAllowRules(parts: string[]): AllowRule[] {
  return parts.map((part) => parseRule(part));
}

function parseRule(part: string): AllowRule {
  const text = part.toLowerCase();
  if (text.includes("/")) return rangeRule(parseRange(text, part), null);
  const { host, port } = splitPort(text, part);
  const address = readAddress(host);
  if (address !== undefined) return rangeRule([address, address.kind() === "ipv6" ? 128 : 32], port);
  const name = host.replace(/\.$/, "");
  if (!isHostName(name)) throw invalidPart(part);
  return nameRule(name, port);
}

function isHostName(name: string): boolean {
  const labels = name.split(".");
  return name.length <= 253 && labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "");
}

function splitPort(text: string, part: string): { host: string; port: number | null } {
  const [, host = text, port] = BRACKETED.exec(text) ?? WITH_PORT.exec(text) ?? [];
  return { host, port: portOf(port, part) };
}

function portOf(text: string | undefined, part: string): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (port < 1 || port > 65_535) throw invalidPart(part);
  return port;
}

function parseRange(text: string, part: string): [Address, number] {
  if (readAddress(text.split("/")[0]!) === undefined || !ipaddr.isValidCIDR(text)) throw invalidPart(part);
  return ipaddr.parseCIDR(text);
}

function nameRule(host: string, port: number | null): AllowRule {
  return {
    matchesName: (target) => target.host === host && (port === null || target.port === port),
    matchesAddress: () => false,
  };
}

function rangeRule(range: [Address, number], port: number | null): AllowRule {
  const [network, bits] = range;
  return {
    matchesName: () => false,
    matchesAddress: (address, at) =>
      (port === null || port === at) && address.kind() === network.kind() && address.match(network, bits),
  };
}

function invalidPart(part: string): TypeError {
  return new TypeError(`OUTBOUND_ALLOW: "${part}" is not a host, host:port or CIDR`);
}
