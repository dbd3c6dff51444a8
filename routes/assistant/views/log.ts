import {
  callLogged,
  type ConversationEntry,
  conversationLogged,
  type FunctionCallEntry,
  type UsageEntry,
  usageLogged,
} from "../../../domain/conversation/schema.ts";
import { picked } from "../../../domain/shared/picked.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";

/** Entries of conversations have their time without a zone. */
export function conversationView(entry: ConversationEntry) {
  return { timestamp: isoFromMs(entry.at_ms).slice(0, -1), ...picked(conversationLogged.shape, entry) };
}

export function callView(entry: FunctionCallEntry) {
  return { timestamp: isoFromMs(entry.at_ms), ...picked(callLogged.shape, entry) };
}

export function usageView(entry: UsageEntry) {
  return { timestamp: isoFromMs(entry.at_ms), ...picked(usageLogged.shape, entry) };
}
