import { z } from "zod";
import { CONTEXT_TYPES, TIME_FILTERS } from "../context/types.ts";
import { limitedText, messageText } from "../shared/schema.ts";

/** Body of POST /api/ai-providers/{provider_id}/conversation. */
export const conversationSchema = z.strictObject({
  message: messageText(),
  context_type: z.enum(CONTEXT_TYPES).default("events"),
  time_filter: z.enum(TIME_FILTERS).default("24h"),
  include_context: z.boolean().default(true),
  session_id: limitedText({ min: 1, max: 100 }).nullable().optional(),
  stream: z.boolean().default(false),
});

export type ConversationRequest = z.infer<typeof conversationSchema>;
