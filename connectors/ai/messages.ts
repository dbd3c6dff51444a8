import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { FunctionSpec, ModelMessage } from "../../domain/conversation/types.ts";

/** A message in the form of the chat-completions protocol. */
export function wireMessage(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
    case "user":
      return message;
    case "function":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    case "assistant":
      return message.calls.length === 0
        ? { role: "assistant", content: message.content }
        : { role: "assistant", content: message.content, tool_calls: message.calls.map(wireCall) };
  }
}

function wireCall({ id, name, argumentsText }: { id: string; name: string; argumentsText: string }) {
  return { id, type: "function" as const, function: { name, arguments: argumentsText } };
}

export function wireFunction({ name, description, parameters }: FunctionSpec): ChatCompletionTool {
  return { type: "function", function: { name, description, parameters } };
}
