import { z } from "@hono/zod-openapi";
import {
  callLogged,
  conversationLogged,
  exchange,
  functionCall,
  usageLogged,
} from "../../../../domain/conversation/schema.ts";
import { count, inline, instant, shown } from "../../../pipeline/document/shown.ts";
import { tokenUsage } from "./provider.ts";

export const conversationExample = {
  message: "What is wrong on line 2 right now?",
  context_type: "events" as const,
  time_filter: "24h" as const,
  include_context: true,
};

const callExample: z.infer<typeof functionCall> = {
  name: "get_active_events",
  arguments: { plant_node: "Line 2" },
  result_summary: "2 found",
  duration_ms: 12,
  outcome: "success",
};

export const exchangeShown = shown(
  "ConversationExchange",
  exchange,
  {
    provider_id: 1,
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
    response: "The mixer of line 2 runs hot: [event:42].",
    function_calls: [callExample],
    api_usage: tokenUsage.example,
    evidence: [{ type: "event", id: 42, name: "Line2.Mixer.Temperature.High" }],
    unverified: [],
    proposals: [],
  },
);

/** A UTC time without a zone, the format of conversation logs. */
const bareInstant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/);

const entry = shown(
  "ConversationLogEntry",
  z.strictObject({ timestamp: bareInstant, ...conversationLogged.shape }),
  {
    timestamp: "2026-01-31T08:15:02.123",
    type: "user",
    content: "What is wrong on line 2 right now?",
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
  },
);

const callEntry = shown(
  "FunctionCallLogEntry",
  z.strictObject({ timestamp: instant(), ...callLogged.shape }),
  {
    timestamp: "2026-01-31T08:15:02.123Z",
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
    name: "get_active_events",
    arguments: { plant_node: "Line 2" },
    duration_ms: 12,
    outcome: "success",
    error: null,
  },
);

const usageEntry = shown(
  "ApiUsageLogEntry",
  z.strictObject({ timestamp: instant(), ...usageLogged.shape }),
  {
    timestamp: "2026-01-31T08:15:02.973Z",
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
    operation: "chat.completions",
    model: "gpt-5.2",
    duration_ms: 850,
    ...tokenUsage.example,
    outcome: "success",
  },
);

const usageDay = shown(
  "UsageDay",
  z.strictObject({ date: z.iso.date(), requests: count(), ...tokenUsage.schema.shape }),
  { date: "2026-01-31", requests: 1, ...tokenUsage.example },
);

export const conversationLog = inline(z.strictObject({ logs: z.array(entry.schema) }), {
  logs: [entry.example],
});

export const functionCallLog = inline(z.strictObject({ logs: z.array(callEntry.schema) }), {
  logs: [callEntry.example],
});

export const usageLog = inline(
  z.strictObject({ logs: z.array(usageEntry.schema), totals: z.array(usageDay.schema) }),
  { logs: [usageEntry.example], totals: [usageDay.example] },
);

export const rawLog = inline(z.strictObject({ logs: z.string() }), {
  logs: "[2026-01-31 08:15:02] USER: What is wrong on line 2 right now?\n" +
    "[2026-01-31 08:15:02] FUNCTION: get_active_events (12 ms) - success",
});
