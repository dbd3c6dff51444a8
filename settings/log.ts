import { type Log, LOG_LEVELS, type LogFields, type LogLevel } from "../domain/shared/log.ts";
import { maskedFields } from "./log_fields.ts";
import type { LogFormat } from "./types.ts";

export interface LogOptions {
  /** The lowest level that is written. */
  level: LogLevel;
  format: LogFormat;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Writes one line without its line break; standard error by default. */
  write?: (line: string) => void;
}

/** Writes one line per call; control characters are escaped and fields named like secrets are masked. */
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

/** Fields cannot replace time, level and message. */
function jsonLine(head: Head, fields: LogFields): string {
  return JSON.stringify(Object.assign({ ...head }, fields, head));
}

/** Line breaks, terminal escapes and marks that change the text direction. */
// deno-lint-ignore no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function escapeControls(line: string): string {
  return line.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
