import type { ActorContext, Behaviour, Effects } from "./types.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { Semaphore, type SemaphoreOptions } from "../../concurrency/semaphore.ts";

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

interface RunsOptions {
  /** How many at once, how many more wait, and what they are: "backtests". */
  semaphore: SemaphoreOptions;
  deadlineMs: Ms;
  cancelled(): Refusal;
  tooLong(): Refusal;
}

/** Runs long work by name, until it is done, cancelled or too long. */
class Runs {
  readonly #semaphore: Semaphore;
  readonly #underWay = new Map<string, AbortController>();

  constructor(private readonly options: RunsOptions) {
    this.#semaphore = new Semaphore(options.semaphore);
  }

  /** Carries `work` out; its signal ends with the run, waiting for a place included. */
  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { deadlineMs, tooLong } = this.options;
    const ended = new AbortController();
    this.#underWay.set(id, ended);
    const timer = setTimeout(() => ended.abort(tooLong()), deadlineMs);
    try {
      return await this.#semaphore.run(ended.signal, () => work(ended.signal));
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(id);
    }
  }

  cancel(id: string): void {
    this.#underWay.get(id)?.abort(this.options.cancelled());
  }

  cancelAll(): void {
    for (const id of this.#underWay.keys()) this.cancel(id);
  }
}
