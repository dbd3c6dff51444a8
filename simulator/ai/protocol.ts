/** The parts of the chat-completions protocol that the simulator reads; everything else is ignored. */
export interface ChatMessage {
  role: string;
  content: string;
  callId: string | null;
  calls: { id: string; name: string }[];
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  functions: ReadonlySet<string>;
  /** False: the answer must be text. */
  mayCall: boolean;
  isStreamed: boolean;
  includesUsage: boolean;
}

export interface AskedFunction {
  name: string;
  arguments: Record<string, unknown>;
}

/** The outcome of a turn. */
export type Reply = { text: string } | { call: AskedFunction };

type Fields = Record<string, unknown>;

/** Parses a request; undefined when the body is not one. */
export function readRequest(body: unknown): ChatRequest | undefined {
  if (!isObject(body) || typeof body.model !== "string" || !Array.isArray(body.messages)) return undefined;
  const tools = Array.isArray(body.tools) ? body.tools.filter(isObject) : [];
  const names = tools.map(({ function: tool }) => isObject(tool) ? String(tool.name) : "");
  return {
    model: body.model,
    messages: body.messages.filter(isObject).map(messageOf),
    functions: new Set(names),
    mayCall: tools.length > 0 && body.tool_choice !== "none",
    isStreamed: body.stream === true,
    includesUsage: isObject(body.stream_options) && body.stream_options.include_usage === true,
  };
}

function messageOf({ role, content, tool_call_id, tool_calls }: Fields): ChatMessage {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isObject) : [];
  return {
    role: String(role),
    content: typeof content === "string" ? content : "",
    callId: typeof tool_call_id === "string" ? tool_call_id : null,
    calls: calls.map((call) => ({
      id: String(call.id),
      name: isObject(call.function) ? String(call.function.name) : "",
    })),
  };
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
