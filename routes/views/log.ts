import type { ConversationEntry, FunctionCallEntry, UsageEntry } from "../../domain/conversation/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";

/** Entries of conversations have their time without a zone. */
export function conversationView({ at_ms, type, content, session_id }: ConversationEntry) {
  return { timestamp: isoFromMs(at_ms).slice(0, -1), type, content, session_id };
}

export function callView(entry: FunctionCallEntry) {
  const { at_ms, session_id, name, arguments: given, duration_ms, outcome, error } = entry;
  return { timestamp: isoFromMs(at_ms), session_id, name, arguments: given, duration_ms, outcome, error };
}

export function usageView({ v: _v, kind: _kind, at_ms, session_id, ...usage }: UsageEntry) {
  return { timestamp: isoFromMs(at_ms), session_id, ...usage };
}
