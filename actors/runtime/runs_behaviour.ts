import { Runs, type RunsOptions } from "./runs.ts";
import type { ActorContext, Behaviour, Effects } from "./types.ts";

/** Work that `cancel` ends by its name. */
interface Ask {
  id: string;
  order: unknown;
}

interface RunsBehaviourOptions<Request extends Ask, Answer> extends RunsOptions {
  kind: string;
  /** The answer, or a Refusal; `signal` ends it, with its reason. */
  carryOut(request: Request, given: { context: ActorContext; signal: AbortSignal }): Promise<Answer>;
}

type Message<Request, Answer> = Request | { type: "cancel"; id: string } | { type: "done"; answer: Answer };

/** An actor for long work: it runs beside the actor's turns, and the ask is answered when it is done. */
export function runsBehaviour<Request extends Ask, Answer>(
  { kind, carryOut, ...options }: RunsBehaviourOptions<Request, Answer>,
): Behaviour<Runs, Message<Request, Answer>> {
  const begin = (runs: Runs, request: Request, context: ActorContext): Effects<Message<Request, Answer>> => ({
    later: runs.run(request.id, (signal) => carryOut(request, { context, signal }))
      .then((answer) => ({ type: "done", answer })),
  });
  return {
    kind,
    gate: "none",
    load: () => Promise.resolve(new Runs(options)),
    putAway: (runs) => Promise.resolve(runs.cancelAll()),
    decide(runs, message, { context }) {
      if ("order" in message) return begin(runs, message, context);
      if (message.type === "done") return { answer: message.answer };
      runs.cancel(message.id);
      return {};
    },
  };
}
