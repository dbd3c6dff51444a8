import type { ChatRequest, Reply } from "./protocol.ts";

interface AnswerParts {
  request: ChatRequest;
  reply: Reply;
  id: string;
}

/** The whole answer as one JSON object. */
export function plainAnswer({ request, reply, id }: AnswerParts): Response {
  const message = "text" in reply
    ? { role: "assistant", content: reply.text }
    : { role: "assistant", content: null, tool_calls: [wireCall(reply.call, id)] };
  return Response.json({
    id,
    object: "chat.completion",
    created: 0,
    model: request.model,
    choices: [{ index: 0, message, finish_reason: finish(reply) }],
    usage: usageOf(request, reply),
  });
}

/** The answer as server-sent events, one word each. */
export function streamedAnswer({ request, reply, id }: AnswerParts): Response {
  const base = { id, object: "chat.completion.chunk", created: 0, model: request.model };
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const deltas = "text" in reply
    ? (reply.text.match(/\S+\s*|\s+/g) ?? []).map((content) => ({ content }))
    : [{ tool_calls: [{ index: 0, ...wireCall(reply.call, id) }] }];
  const events = [
    chunk({ role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish(reply)),
    ...(request.includesUsage ? [{ ...base, choices: [], usage: usageOf(request, reply) }] : []),
  ];
  const text = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`)
    .join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

export function failure(status: number, message: string): Response {
  return Response.json({ error: { message, type: "invalid_request_error" } }, { status });
}

function wireCall(call: { name: string; arguments: unknown }, id: string) {
  return {
    id: `call_${id}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
}

function finish(reply: Reply): string {
  return "text" in reply ? "stop" : "tool_calls";
}

/** Counts each word as a token. */
function usageOf({ messages }: ChatRequest, reply: Reply) {
  const prompt_tokens = messages.reduce((sum, { content }) => sum + words(content), 0);
  const completion_tokens = words("text" in reply ? reply.text : JSON.stringify(reply.call));
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
