import { readableName } from "../../../domain/rule/display_name.ts";
import { pathName, withPlainTimes } from "../../api/plain_words.ts";
import { leavesOf, valueInWords } from "../../parts/field_values.ts";

/** What a function does, in words: `get_active_events` is "Get active events". */
export function functionText(name: string): string {
  return readableName(name);
}

/** The name of a function that a person typed in words. */
export function functionName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "_");
}

export interface ArgumentText {
  name: string;
  value: string;
}

/** The arguments of a call in words; a text that is no valid JSON stays as it is, without a name. */
export function argumentTexts(
  args: Readonly<Record<string, unknown>> | string,
  timeText: (ms: number) => string,
): ArgumentText[] {
  if (typeof args === "string") return args === "" ? [] : [{ name: "", value: args }];
  return [...leavesOf(args)].map(([path, value]) => ({
    name: pathName(path),
    value: valueInWords(value, timeText),
  }));
}

/** The arguments in one line: "Hours: 24, severity: critical". */
export function argumentText(texts: readonly ArgumentText[]): string {
  if (texts.length === 0) return "Without arguments";
  return texts.map(({ name, value }) => name === "" ? value : `${name}: ${value}`).join("; ");
}

const OPERATIONS: Readonly<Record<string, string>> = { "chat.completions": "Chat" };

/** What was asked of the model's server. */
export function operationText(operation: string): string {
  return OPERATIONS[operation] ?? readableName(operation);
}

const ENTRIES = { user: "Question", assistant: "Answer", function: "Function call", error: "Error" } as const;

/** An entry of the conversation log: its type, and its text with the function in words. */
export function entryText(
  { type, content }: { type: keyof typeof ENTRIES; content: string },
  timeText: (ms: number) => string,
) {
  const call = type === "function" ? /^(\w+): ([\s\S]*)$/.exec(content) : null;
  return {
    what: ENTRIES[type],
    text: withPlainTimes(call === null ? content : `${functionText(call[1]!)}: ${call[2]}`, timeText),
  };
}
