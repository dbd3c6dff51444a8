import type { Effects } from "../runtime/types.ts";
import { timed } from "./ask_model.ts";
import type { ProviderMessage, TestStep } from "./contract.ts";
import { logged, modelCall } from "./entries.ts";
import type { TurnInput } from "./turn_input.ts";
import type { Inner } from "./state.ts";

const TEST_ANSWER_TOKENS = 1_024;

/** Sends one bare message to see whether the provider answers. */
export function decideTest(
  { settings, owner, message }: Extract<ProviderMessage, { type: "test" }>,
  { state, context }: TurnInput,
): Effects<Inner> {
  const { promise, resolve } = Promise.withResolvers<Inner>();
  return {
    committed: () => {
      state.testing++;
      timed(context, () =>
        state.model(settings).complete({
          messages: [{ role: "user", content: message }],
          functions: [],
          functionChoice: "none",
          answerTokens: TEST_ANSWER_TOKENS,
        }, { signal: new AbortController().signal })).then((called) =>
          resolve({ type: "tested", owner, model: settings.model, called })
        );
    },
    later: promise,
  };
}

export function decideTested(
  { owner, model, called }: Extract<Inner, { type: "tested" }>,
  { state, nowMs, context }: TurnInput,
): Effects<Inner> {
  const log = { providerId: state.id, owner, sessionId: null, nowMs, context };
  const { durationMs } = called;
  const usage = called.ok ? called.answer.usage : undefined;
  const entry = modelCall(log, { model, durationMs, usage, outcome: called.ok ? "success" : "error" });
  const answer: TestStep = called.ok
    ? { kind: "tested", response: called.answer.text, latencyMs: durationMs, usage: called.answer.usage }
    : { kind: "failed", refusal: called.refusal };
  return {
    commits: [{ mutations: logged(log, [entry]) }],
    committed: () => {
      state.testing--;
      state.closeFormer();
    },
    answer,
  };
}
