import { z } from "zod";
import type { AnswerChunk } from "./answer_assembler.ts";

const text = z.string().nullable().catch(null);
const count = z.number().nullable().catch(null);

const part = z.object({ type: z.literal("text"), text: z.string() });
const partText = z.union([part.transform(({ text }) => text), z.unknown().transform(() => "")]);
/** A text, or a list of parts: the text parts are joined, others (reasoning, references) ignored. */
const contentText = z.union([z.string(), z.array(partText).transform((parts) => parts.join(""))]).catch("");

/** Some servers send the arguments as the object itself. */
const argumentsText = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((all) => JSON.stringify(all)),
]).nullable().catch(null);

const NO_CALL = { index: null, id: null, function: null };
const call = z.object({
  index: z.int().nullable().catch(null),
  id: text,
  function: z.object({ name: text, arguments: argumentsText }).nullable().catch(null),
}).catch(NO_CALL);

const message = z.object({ content: contentText, refusal: contentText, tool_calls: z.array(call).catch([]) })
  .nullable().catch(null);

const counts = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count });

const answer = z.object({
  choices: z.array(z.object({ delta: message, message, finish_reason: text })).catch([]),
  usage: counts.nullable().catch(null),
}).catch({ choices: [], usage: null });

/** A chat completion or a chunk of one. Vendors differ: what does not match the protocol counts as absent. */
export function parseChunk(body: unknown): AnswerChunk {
  const { choices: [choice], usage } = answer.parse(body);
  const content = choice?.message ?? choice?.delta;
  return {
    content: content?.content || content?.refusal,
    calls: choice?.message?.tool_calls.map(numbered) ?? content?.tool_calls,
    finish: choice?.finish_reason,
    usage,
  };
}

/** Numbers the calls of a whole answer in order, whatever their ids. */
function numbered<T>(call: T, index: number) {
  return { ...call, index };
}
