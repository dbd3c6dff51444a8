import type { ZodType } from "zod";
import { numberOr, wholeNumber } from "./settings_schema.ts";
import type { Machine, Mode, Settings, SyslogAddress } from "./types.ts";

/** Printed for settings that are not set, and for secrets that are. */
export const UNSET = "(unset)";
export const MASKED = "(set)";

/** The inputs of a default. */
export interface SettingInput {
  mode: Mode;
  machine: Machine;
  dataDir: string;
  maxConnections: number;
}

/** One environment variable: how it is parsed, its default and its help text. */
export interface Setting<T> {
  name: string;
  meaning: string;
  /** The default, as the help prints it. */
  standard: string;
  /** The expected text; follows "use " in an error message. */
  wants: string;
  schema: ZodType<T>;
  fallback(given: SettingInput): T;
  /** The effective value, as `deno task config` prints it. */
  show(settings: Settings): string;
  /** Never printed; may come from the file that `<name>_FILE` names. */
  secret?: true;
}

export function setting<T>(entry: Setting<T>): Setting<T> {
  return entry;
}

interface RateLimit {
  name: string;
  perMinute: number;
  counts: string;
  show(settings: Settings): string;
}

export function rateLimit({ name, perMinute, counts, show }: RateLimit): Setting<number | null> {
  return {
    name,
    meaning: `${counts}; off disables the limit.`,
    standard: String(perMinute),
    wants: "a whole number from 1 to 1000000, or off",
    schema: numberOr("off", wholeNumber(1, 1_000_000)),
    fallback: () => perMinute,
    show,
  };
}

export function limitText(perMinute: number | null): string {
  return perMinute === null ? "off" : String(perMinute);
}

export function syslogText({ protocol, hostname, port }: SyslogAddress): string {
  return `${protocol}://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

export function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/@]*@/i, "$1");
}
