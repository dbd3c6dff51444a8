import { z } from "@hono/zod-openapi";
import { ENTRY_TYPES } from "../../../domain/conversation/types.ts";
import { count, id, inline, instant, shown } from "../../document/shown.ts";
import { backtest } from "./backtest.ts";
import { tokenUsage } from "./provider.ts";

const outcome = z.enum(["success", "error"]);
const kind = z.enum(["event", "stream"]);
/** The model's arguments: an object, or their text if that is not a JSON object. */
const given = z.union([z.record(z.string(), z.unknown()), z.string()]);

export const conversationExample = {
  message: "What is wrong on line 2 right now?",
  context_type: "events" as const,
  time_filter: "24h" as const,
  include_context: true,
};

const functionCall = shown(
  "FunctionCall",
  z.strictObject({
    name: z.string(),
    arguments: given,
    result_summary: z.string(),
    duration_ms: count(),
    outcome,
  }),
  {
    name: "get_active_events",
    arguments: { plant_node: "Line 2" },
    result_summary: "2 found",
    duration_ms: 12,
    outcome: "success",
  },
);

const proposal = z.strictObject({
  template: z.record(z.string(), z.unknown()).openapi({ description: "A body for POST /api/templates" }),
  placeholder_mappings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).openapi({
    description: "The bindings of the placeholders in the backtest",
  }),
  backtest: z.union([backtest.schema, z.null()]).openapi({
    description: "A backtest over recent history with the newest 300 events and at most 4 series",
  }),
  backtest_problem: z.string().nullable().openapi({ description: "Why there is no backtest" }),
});

export const exchangeShown = shown(
  "ConversationExchange",
  z.strictObject({
    provider_id: id(),
    session_id: z.string(),
    response: z.string(),
    function_calls: z.array(functionCall.schema),
    api_usage: tokenUsage.schema,
    evidence: z.array(z.strictObject({ type: kind, id: id(), name: z.string() })),
    unverified: z.array(z.strictObject({ type: kind, text: z.string() })),
    proposals: z.array(proposal),
  }),
  {
    provider_id: 1,
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
    response: "The mixer of line 2 runs hot: [event:42].",
    function_calls: [functionCall.example],
    api_usage: tokenUsage.example,
    evidence: [{ type: "event", id: 42, name: "Line2.Mixer.Temperature.High" }],
    unverified: [],
    proposals: [],
  },
);

/** A UTC time without a zone, the format of conversation logs. */
const bareInstant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/);
const session = z.string().nullable().openapi({ description: "Null: a test of the provider" });

const entry = shown(
  "ConversationLogEntry",
  z.strictObject({
    timestamp: bareInstant,
    type: z.enum(ENTRY_TYPES),
    content: z.string(),
    session_id: z.string(),
  }),
  {
    timestamp: "2026-01-31T08:15:02.123",
    type: "user",
    content: "What is wrong on line 2 right now?",
    session_id: "ses_01KG8XKZ3V9J6T5R2M4N7P8Q0S",
  },
);

const callEntry = shown(
  "FunctionCallLogEntry",
  z.strictObject({
    timestamp: instant(),
    session_id: session,
    name: z.string(),
    arguments: given,
    duration_ms: count(),
    outcome,
    error: z.string().nullable(),
  }),
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
  z.strictObject({
    timestamp: instant(),
    session_id: session,
    operation: z.string(),
    model: z.string(),
    duration_ms: count(),
    ...tokenUsage.schema.shape,
    outcome,
  }),
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
