import { isoFromMs } from "../shared/time.ts";
import type { EntryType, LogEntry } from "./types.ts";

const LEVELS: Readonly<Record<EntryType, string>> = {
  user: "USER",
  assistant: "ASSISTANT",
  function: "INFO",
  error: "INFO",
};

/**
 * One log line: `[2026-01-31 08:15:02] FUNCTION: get_active_events (12 ms) - success`. Line breaks are
 * escaped.
 */
export function rawLine(entry: LogEntry): string {
  const at = isoFromMs(entry.at_ms).slice(0, 19).replace("T", " ");
  return `[${at}] ${oneLine(bare(entry))}`;
}

function bare(entry: LogEntry): string {
  switch (entry.kind) {
    case "conversation":
      return `${LEVELS[entry.type]}: ${entry.type === "error" ? `error: ${entry.content}` : entry.content}`;
    case "function_call":
      return `FUNCTION: ${entry.name} (${entry.duration_ms} ms) - ${entry.outcome}`;
    case "api_usage":
      return `API: ${entry.operation} (${entry.duration_ms} ms, ${entry.total_tokens} tokens) - ${entry.outcome}`;
  }
}

function oneLine(text: string): string {
  return text.replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\\n");
}
