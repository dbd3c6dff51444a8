import { refusalToData } from "../../domain/shared/refusal.ts";
import type { Effects } from "../runtime/types.ts";
import { overAlready, step } from "./answered.ts";
import { askModel } from "./ask_model.ts";
import type { ProviderMessage } from "./contract.ts";
import { called, logged } from "./entries.ts";
import { logOf, type TurnInput } from "./turn_input.ts";
import type { Inner } from "./state.ts";

/** Logs the results of the functions and sends them to the model. */
export function decideResults(
  { turnId, results }: Extract<ProviderMessage, { type: "results" }>,
  given: TurnInput,
): Effects<Inner> {
  const { state, context } = given;
  const running = state.turns.get(turnId);
  if (running === undefined || !running.isWaiting) {
    return step({ kind: "failed", refusal: refusalToData(overAlready()) });
  }
  const log = logOf(running, given);
  const { promise, resolve } = Promise.withResolvers<Inner>();
  return {
    commits: [{ mutations: logged(log, results.flatMap((result) => called(log, result))) }],
    committed: () => {
      running.isWaiting = false;
      running.askedMs = context.now();
      running.cancelWait();
      for (const { call, content, record, proposal } of results) {
        running.calls.push(record);
        running.messages.push({ role: "function", callId: call.id, content });
        if (proposal !== undefined) running.proposals.push(proposal);
      }
      askModel(state, running, context).then(resolve);
    },
    later: promise,
  };
}
