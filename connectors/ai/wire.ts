import { z } from "zod";
import type { Piece } from "./assembly.ts";

const text = z.string().nullable().catch(null);
const count = z.number().nullable().catch(null);

const part = z.object({ type: z.literal("text"), text: z.string() });
const partWords = z.union([part.transform(({ text }) => text), z.unknown().transform(() => "")]);
/** A text, or a list of parts of which those of text count (others are thoughts and references). */
const words = z.union([z.string(), z.array(partWords).transform((parts) => parts.join(""))]).catch("");

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

const message = z.object({ content: words, refusal: words, tool_calls: z.array(call).catch([]) })
  .nullable().catch(null);

const counts = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count });

const answer = z.object({
  choices: z.array(z.object({ delta: message, message, finish_reason: text })).catch([]),
  usage: counts.nullable().catch(null),
}).catch({ choices: [], usage: null });

/** A chat completion or a piece of one. Vendors differ: what is not as the protocol has it counts as not sent. */
export function pieceOf(body: unknown): Piece {
  const { choices: [choice], usage } = answer.parse(body);
  const said = choice?.message ?? choice?.delta;
  return {
    content: said?.content || said?.refusal,
    calls: choice?.message?.tool_calls.map(numbered) ?? said?.tool_calls,
    finish: choice?.finish_reason,
    usage,
  };
}

/** The calls of a whole answer stand one after the other, whatever their ids. */
function numbered<T>(call: T, index: number) {
  return { ...call, index };
}
