import { chooseFunction } from "./choose_function.ts";
import type { ChatRequest, Reply } from "./protocol.ts";
import { describeResult } from "./describe_result.ts";

/** Part of every answer, so that it is not mistaken for a language model. */
export const NOTICE = "(I am a simulated assistant: plain rules, no language model.)";

const HELP =
  "Ask me what is wrong on a line right now, what happened in the last 8 hours, how noisy the last day was, " +
  "whether a line can be evaluated, about an event by its number, a stream by its name, its history, the rules on it, " +
  "to draft a rule for it, or to backtest a template by its number.";

/** Answers a question by calling a function chosen by its words, then by describing the function's result. */
export function replyTo({ messages, functions, mayCall }: ChatRequest): Reply {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const question = messages[asked]?.content ?? "";
  const results = messages.slice(asked + 1).filter(({ role }) => role === "tool");
  if (results.length > 0) {
    const names = new Map(messages.flatMap(({ calls }) => calls.map(({ id, name }) => [id, name] as const)));
    const descriptions = results.map(({ callId, content }) =>
      describeResult(names.get(callId ?? "") ?? "", content)
    );
    return { text: [NOTICE, ...descriptions].join("\n") };
  }
  if (!mayCall) return { text: `${NOTICE}\nI am ready. Without functions I cannot look anything up.` };
  const call = chooseFunction(question, functions);
  return call === undefined ? { text: `${NOTICE}\n${HELP}` } : { call };
}
