import type { ModelAnswer } from "./contract.ts";
import type { AskedCall, TokenUsage } from "../../domain/conversation/types.ts";
import { NO_TOKENS } from "../../domain/conversation/types.ts";
import { KeyMask } from "./key_mask.ts";
import { MAX_ANSWER_CHARACTERS, MAX_ARGUMENTS_CHARACTERS, MAX_CALLS, MAX_TOKENS } from "./limits.ts";

/** A chunk of an answer as vendors send it; every part may be missing. */
export interface AnswerChunk {
  content?: string | null;
  calls?: readonly CallChunk[] | null;
  finish?: string | null;
  usage?: Partial<Record<keyof TokenUsage, number | null>> | null;
}

export interface CallChunk {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | null } | null;
}

/** Assembles an answer from its chunks: the text in order, each call under its index. */
export class AnswerAssembler {
  #text = "";
  readonly #calls = new Map<number, AskedCall>();
  #usage: TokenUsage = NO_TOKENS;
  #finish: string | null = null;
  readonly #mask: KeyMask;

  /** Masks the API key wherever the server repeats it. */
  constructor(apiKey: string | null) {
    this.#mask = new KeyMask(apiKey);
  }

  /** Returns the new text. */
  add({ content, calls, finish, usage }: AnswerChunk): string {
    const fresh = this.#append(this.#mask.maskChunk(content ?? ""));
    for (const call of calls ?? []) this.#addCall(call);
    if (finish !== undefined && finish !== null) this.#finish = finish;
    if (usage !== undefined && usage !== null) this.#usage = countsOf(usage);
    return fresh;
  }

  /** Returns the text that was held back until the end. */
  end(): string {
    return this.#append(this.#mask.rest());
  }

  #append(text: string): string {
    const fresh = text.slice(0, MAX_ANSWER_CHARACTERS - this.#text.length);
    this.#text += fresh;
    return fresh;
  }

  /** Whether the vendor marked the end of the answer. */
  get isFinished(): boolean {
    return this.#finish !== null;
  }

  /** Whether further text would be dropped. */
  get isFull(): boolean {
    return this.#text.length === MAX_ANSWER_CHARACTERS;
  }

  get isEmpty(): boolean {
    return this.#text === "" && this.#calls.size === 0;
  }

  answer(): ModelAnswer {
    const calls = [...this.#calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call)
      .filter(({ name }) => name !== "").map((call) => this.#withoutKey(call));
    return {
      text: this.#text,
      calls: calls.map((call, at) => call.id === "" ? { ...call, id: `call_${at}` } : call),
      usage: this.#usage,
      isCut: this.#finish === "length" || this.isFull,
    };
  }

  #withoutKey({ id, name, argumentsText }: AskedCall): AskedCall {
    return { id, name: this.#mask.mask(name), argumentsText: this.#mask.mask(argumentsText) };
  }

  /** Some vendors send no index: then a new id starts the next call. */
  #addCall({ index, id, function: called }: CallChunk): void {
    const at = index ?? this.#indexOf(id);
    const call = this.#calls.get(at) ?? { id: "", name: "", argumentsText: "" };
    if (!this.#calls.has(at) && this.#calls.size >= MAX_CALLS) return;
    const argumentsText = call.argumentsText + (called?.arguments ?? "");
    this.#calls.set(at, {
      id: call.id || (id ?? ""),
      name: call.name || (called?.name ?? ""),
      argumentsText: argumentsText.slice(0, MAX_ARGUMENTS_CHARACTERS),
    });
  }

  #indexOf(id: string | null | undefined): number {
    const known = [...this.#calls.entries()].find(([, call]) => id && call.id === id)?.[0];
    return known ?? (id ? this.#calls.size : Math.max(0, this.#calls.size - 1));
  }
}

function countsOf(usage: NonNullable<AnswerChunk["usage"]>): TokenUsage {
  const count = (value: number | null | undefined) =>
    typeof value === "number" && value > 0 && value <= MAX_TOKENS ? Math.floor(value) : 0;
  const prompt_tokens = count(usage.prompt_tokens);
  const completion_tokens = count(usage.completion_tokens);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: count(usage.total_tokens) || prompt_tokens + completion_tokens,
  };
}
