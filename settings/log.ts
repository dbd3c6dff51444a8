import { maskedFields } from "./log_fields.ts";
import { LOG_LEVELS, type LogFormat, type LogLevel } from "./types.ts";

export type LogFields = Record<string, unknown>;

export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export interface LogOptions {
  /** The least serious level that is written. */
  level: LogLevel;
  format: LogFormat;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Writes one line; the default is standard error. */
  write?: (line: string) => void;
}

/** Writes one line per call, with control characters escaped and fields named like secrets masked. */
export function createLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => console.error(line));
  const least = LOG_LEVELS.indexOf(options.level);
  const line = options.format === "json" ? jsonLine : textLine;
  return (level, message, fields = {}) => {
    if (LOG_LEVELS.indexOf(level) < least) return;
    const time = new Date(options.now()).toISOString();
    write(escapeControls(line({ time, level, message }, maskedFields(fields))));
  };
}

interface Head {
  time: string;
  level: LogLevel;
  message: string;
}

/** `2026-01-31T08:15:02.123Z INFO  Deployed instance=7 name="Line 4"` */
function textLine(head: Head, fields: LogFields): string {
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${textValue(value)}`);
  return `${head.time} ${head.level.toUpperCase().padEnd(5)} ${head.message}${pairs.join("")}`;
}

function textValue(value: unknown): string {
  return typeof value === "string" && /^[^\s"=\p{Cc}]+$/u.test(value) ? value : JSON.stringify(value);
}

/** Time, level and message take precedence over fields of the same name. */
function jsonLine(head: Head, fields: LogFields): string {
  return JSON.stringify(Object.assign({ ...head }, fields, head));
}

/** Line ends of every kind, terminal escapes, and marks that change the reading direction. */
// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escapeControls(line: string): string {
  return line.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
