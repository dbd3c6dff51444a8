import type { CarriedOut } from "../../../actors/provider/contract.ts";
import { MOST_CALLS_A_TURN } from "../../../actors/provider/contract.ts";
import type { AskedCall } from "../../../domain/conversation/types.ts";
import { markedJson } from "../../../domain/conversation/plant_data.ts";
import { resultTokensOf, tokensOf } from "../../../domain/conversation/window.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { InProcessCall } from "../../pipeline/in_process_client.ts";
import type { FunctionResult, PlantFunction } from "./define.ts";
import { resultSummary, resultText } from "./result_text.ts";

/** The longest time that one function may take. */
const FUNCTION_DEADLINE_MS = 20_000;
const LONGEST_SUMMARY = 300;
/** The longest arguments of a call, in characters of JSON; a stored template takes 192 KiB. */
export const LONGEST_ARGUMENTS = 256 * 1024;

export interface RunnerOptions {
  functions: readonly PlantFunction[];
  api: InProcessCall;
  /** The most tokens that all results of the turn may take together. */
  resultTokens: number;
  deps: Pick<AppDeps, "now" | "log">;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  spendHeavy(): Promise<void>;
}

/** Runs the functions that the model calls in one turn. Errors are reported to the model, not to the user. */
export class FunctionRunner {
  #calls = 0;
  #leftTokens: number;
  readonly #resultTokens: number;

  constructor(readonly options: RunnerOptions) {
    this.#leftTokens = options.resultTokens;
    this.#resultTokens = resultTokensOf(options.resultTokens);
  }

  /** Runs all calls concurrently. The results are in the order of the calls. */
  async carryOut(calls: readonly AskedCall[]): Promise<CarriedOut[]> {
    const done = await Promise.all(calls.map((call) => this.#one(call)));
    return done.map((each) => this.#fitted(each));
  }

  async #one(call: AskedCall): Promise<Done> {
    const { deps, functions } = this.options;
    const begunMs = deps.now();
    const isTooLong = call.argumentsText.length > LONGEST_ARGUMENTS;
    const given = isTooLong ? undefined : parsed(call.argumentsText);
    try {
      if (++this.#calls > MOST_CALLS_A_TURN) {
        throw refused(`At most ${MOST_CALLS_A_TURN} calls run in a turn; answer now`);
      }
      const called = functions.find(({ spec }) => spec.name === call.name);
      if (called === undefined) {
        throw refused(
          `Function "${call.name}" does not exist; available: ${
            functions.map(({ spec }) => spec.name).join(", ")
          }`,
        );
      }
      if (isTooLong) throw refused(`The arguments may hold ${LONGEST_ARGUMENTS / 1024} KiB; send fewer`);
      if (given === undefined) throw refused("The arguments are not a JSON object; send one");
      const result = await this.#inTime(called, { given, nowMs: begunMs });
      return { call, given, result, error: null, durationMs: deps.now() - begunMs };
    } catch (error) {
      return {
        call,
        given,
        result: undefined,
        error: this.#errorText(error, call),
        durationMs: deps.now() - begunMs,
      };
    }
  }

  async #inTime(called: PlantFunction, { given, nowMs }: { given: unknown; nowMs: Ms }) {
    const { api, spendHeavy, signal } = this.options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooLong()), FUNCTION_DEADLINE_MS);
    const ended = AbortSignal.any([signal, late.signal]);
    try {
      return await untilAborted(called.call(given, { api, nowMs, spendHeavy, signal: ended }), ended);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The text for the model. The message of a crash goes only to the log. */
  #errorText(error: unknown, { name }: AskedCall): string {
    if (error instanceof Refusal && error.code !== "INTERNAL_ERROR") {
      const issues = error.code === "VALIDATION_FAILED" ? error.details.issues : undefined;
      return issues === undefined ? error.message : `Wrong arguments: ${JSON.stringify(issues)}`;
    }
    this.options.deps.log("error", "A function failed", {
      name,
      error: error instanceof Error ? error.stack : String(error),
    });
    return "The function failed; continue without it";
  }

  #fitted({ call, given, result, error, durationMs }: Done): CarriedOut {
    const tokens = Math.min(this.#resultTokens, this.#leftTokens);
    const text = resultText(result?.found ?? { error }, tokens);
    this.#leftTokens = Math.max(0, this.#leftTokens - tokensOf(text));
    const summary = result === undefined ? error ?? "" : resultSummary(result.found);
    return {
      call,
      content: markedJson(call.name, text),
      record: {
        name: call.name.slice(0, 100),
        arguments: given ?? call.argumentsText.slice(0, 4_000),
        result_summary: summary.slice(0, LONGEST_SUMMARY),
        duration_ms: durationMs,
        outcome: error === null ? "success" : "error",
      },
      error: error?.slice(0, 1_000) ?? null,
      proposal: result?.proposal,
    };
  }
}

interface Done {
  call: AskedCall;
  given: Record<string, unknown> | undefined;
  result: FunctionResult | undefined;
  error: string | null;
  durationMs: number;
}

/** Some models send an empty text for a call without arguments. */
function parsed(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

function refused(text: string): Refusal {
  return new Refusal("FUNCTION_CALL_FAILED", text, { reason: text });
}

function tooLong(): Refusal {
  return refused(`The function took more than ${FUNCTION_DEADLINE_MS / 1000} s`);
}

/** Rejects when the signal aborts, even if the work ignores the signal. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason instanceof Refusal ? signal.reason : aborted());
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([work, over]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function aborted(): Refusal {
  return refused("The request was aborted");
}
