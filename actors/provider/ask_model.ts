import type { ModelRequest } from "../../connectors/ai/contract.ts";
import { Refusal, refusalToData } from "../../domain/shared/refusal.ts";
import { answerTokensOf } from "../../domain/conversation/window.ts";
import type { ActorContext } from "../runtime/types.ts";
import { AI_TOKENS, MOST_ROUNDS, type TokenPiece } from "./contract.ts";
import type { Called, Inner, ProviderState, RunningTurn } from "./state.ts";

/** Asks the model for the next step of a turn. */
export async function askModel(
  state: ProviderState,
  running: RunningTurn,
  context: ActorContext,
): Promise<Inner> {
  const { turn: { turnId, settings, functions, isStreamed }, messages, rounds, stop } = running;
  const request: ModelRequest = {
    messages: [...messages],
    functions,
    functionChoice: rounds >= MOST_ROUNDS ? "none" : "auto",
    answerTokens: answerTokensOf(settings.windowTokens),
  };
  const onToken = (text: string) => context.publish(AI_TOKENS, { turnId, text } satisfies TokenPiece);
  const called = await timed(context, () =>
    state.model(settings).complete(request, {
      signal: stop.signal,
      ...(isStreamed && { onToken }),
    }));
  return { type: "answered", turnId, called };
}

/** The outcome of a call, and how long it took. */
export async function timed(
  context: ActorContext,
  call: () => Promise<Extract<Called, { ok: true }>["answer"]>,
): Promise<Called> {
  const begunMs = context.now();
  try {
    const answer = await call();
    return { ok: true, answer, durationMs: context.now() - begunMs };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      context.log("error", "A model could not be asked", {
        error: error instanceof Error ? error.stack : String(error),
      });
    }
    const refusal = error instanceof Refusal
      ? error
      : new Refusal("AI_PROVIDER_ERROR", "The AI provider could not be asked", {
        reason: "Something went wrong inside",
      });
    return { ok: false, refusal: refusalToData(refusal), durationMs: context.now() - begunMs };
  }
}
