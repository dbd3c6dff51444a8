import type { LogEntry } from "../../domain/conversation/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";

/** A log entry as clients read it; those of conversations have their time without a zone. */
export function logView(entry: LogEntry) {
  const timestamp = isoFromMs(entry.at_ms);
  const { session_id } = entry;
  switch (entry.kind) {
    case "conversation":
      return { timestamp: timestamp.slice(0, -1), type: entry.type, content: entry.content, session_id };
    case "function_call": {
      const { name, arguments: given, duration_ms, outcome, error } = entry;
      return { timestamp, session_id, name, arguments: given, duration_ms, outcome, error };
    }
    case "api_usage": {
      const { v: _v, kind: _kind, at_ms: _at, session_id: _session, ...rest } = entry;
      return { timestamp, session_id, ...rest };
    }
  }
}
