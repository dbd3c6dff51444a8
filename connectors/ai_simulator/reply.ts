import { chooseFunction } from "./choose.ts";
import type { ChatRequest, Reply } from "./protocol.ts";
import { tell } from "./tell.ts";

/** Said in every answer: nobody shall take it for more than it is. */
export const NOTICE = "(I am a simulated assistant: plain rules, no language model.)";

const HELP =
  "Ask me what is wrong on a line right now, what happened in the last 8 hours, how noisy the last day was, " +
  "whether a line can be judged, about an event by its number, a stream by its name, its history, the rules on it, " +
  "to draft a rule for it, or to backtest a template by its number.";

/** What the simulator makes of a conversation: a function by the words of the question, then its result in words. */
export function replyTo({ messages, functions, mayCall }: ChatRequest): Reply {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const question = messages[asked]?.content ?? "";
  const results = messages.slice(asked + 1).filter(({ role }) => role === "tool");
  if (results.length > 0) {
    const names = new Map(messages.flatMap(({ calls }) => calls.map(({ id, name }) => [id, name] as const)));
    const told = results.map(({ callId, content }) => tell(names.get(callId ?? "") ?? "", content));
    return { text: [NOTICE, ...told].join("\n") };
  }
  if (!mayCall) return { text: `${NOTICE}\nI am ready. Without functions I can look up nothing.` };
  const call = chooseFunction(question, functions);
  return call === undefined ? { text: `${NOTICE}\n${HELP}` } : { call };
}
