import type { ModelAnswer } from "./contract.ts";
import type { AskedCall, TokenUsage } from "../../domain/conversation/types.ts";
import { NO_TOKENS } from "../../domain/conversation/types.ts";
import { KeyMask } from "./key_mask.ts";
import { MOST_ANSWER_CHARACTERS, MOST_ARGUMENTS_CHARACTERS, MOST_CALLS, MOST_TOKENS } from "./limits.ts";

/** A piece of an answer as vendors send it; nothing in it is sure to be there. */
export interface Piece {
  content?: string | null;
  calls?: readonly CallPiece[] | null;
  finish?: string | null;
  usage?: Partial<Record<keyof TokenUsage, number | null>> | null;
}

export interface CallPiece {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: string | null } | null;
}

/** Puts an answer together from its pieces: the words in order, each call under its index. */
export class Assembly {
  #text = "";
  readonly #calls = new Map<number, AskedCall>();
  #usage: TokenUsage = NO_TOKENS;
  #finish: string | null = null;
  readonly #mask: KeyMask;

  /** The key is taken out of what its server says. */
  constructor(apiKey: string | null) {
    this.#mask = new KeyMask(apiKey);
  }

  /** Answers the words that are new. */
  add({ content, calls, finish, usage }: Piece): string {
    const fresh = this.#say(this.#mask.piece(content ?? ""));
    for (const call of calls ?? []) this.#addCall(call);
    if (finish !== undefined && finish !== null) this.#finish = finish;
    if (usage !== undefined && usage !== null) this.#usage = countsOf(usage);
    return fresh;
  }

  /** The words that were kept back until the end. */
  end(): string {
    return this.#say(this.#mask.rest());
  }

  #say(words: string): string {
    const fresh = words.slice(0, MOST_ANSWER_CHARACTERS - this.#text.length);
    this.#text += fresh;
    return fresh;
  }

  /** Whether the vendor said that it is at its end. */
  get isWhole(): boolean {
    return this.#finish !== null;
  }

  /** Whether more words would be cut. */
  get isFull(): boolean {
    return this.#text.length === MOST_ANSWER_CHARACTERS;
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
    return { id, name: this.#mask.masked(name), argumentsText: this.#mask.masked(argumentsText) };
  }

  /** Some vendors number no calls: then an id of its own begins the next one. */
  #addCall({ index, id, function: asked }: CallPiece): void {
    const at = index ?? this.#indexOf(id);
    const call = this.#calls.get(at) ?? { id: "", name: "", argumentsText: "" };
    if (!this.#calls.has(at) && this.#calls.size >= MOST_CALLS) return;
    const argumentsText = call.argumentsText + (asked?.arguments ?? "");
    this.#calls.set(at, {
      id: call.id || (id ?? ""),
      name: call.name || (asked?.name ?? ""),
      argumentsText: argumentsText.slice(0, MOST_ARGUMENTS_CHARACTERS),
    });
  }

  #indexOf(id: string | null | undefined): number {
    const known = [...this.#calls.entries()].find(([, call]) => id && call.id === id)?.[0];
    return known ?? (id ? this.#calls.size : Math.max(0, this.#calls.size - 1));
  }
}

function countsOf(usage: NonNullable<Piece["usage"]>): TokenUsage {
  const count = (value: number | null | undefined) =>
    typeof value === "number" && value > 0 && value <= MOST_TOKENS ? Math.floor(value) : 0;
  const prompt_tokens = count(usage.prompt_tokens);
  const completion_tokens = count(usage.completion_tokens);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: count(usage.total_tokens) || prompt_tokens + completion_tokens,
  };
}
