import {
  EVALUATION,
  evaluationId,
  type EvaluationMessage,
  type Explained,
  type Partition,
} from "../../actors/evaluation/contract.ts";
import {
  EXPLANATION,
  EXPLANATION_ID,
  type ExplanationMessage,
  type PastOrder,
  type PastReading,
  RUN_DEADLINE_MS,
} from "../../actors/explanation/contract.ts";
import type { ActorSystem } from "../../actors/runtime/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ExplanationPort } from "../../ports/explanations.ts";

/** Longer than the run's own deadline, whose refusal says more. */
const ASK_DEADLINE_MS = RUN_DEADLINE_MS + 10_000;

/** Asks the evaluation actor of an instance's partition, and for the past the explanation actor. */
export class ExplanationClient implements ExplanationPort {
  #runs = 0;

  constructor(
    private readonly system: ActorSystem,
    private readonly partitionOf: (instanceId: number) => Partition,
  ) {}

  async ask(instanceId: number, at: Ticks | null): Promise<Explained> {
    const id = evaluationId(this.partitionOf(instanceId));
    const evaluation = this.system.ref<EvaluationMessage>(EVALUATION, id);
    return await evaluation.ask<Explained>({ type: "explain", instanceId, at });
  }

  async past(order: PastOrder, signal: AbortSignal): Promise<PastReading> {
    if (signal.aborted) throw new Refusal("UNAVAILABLE", "The client no longer waits for the explanation");
    const actor = this.system.ref<ExplanationMessage>(EXPLANATION, EXPLANATION_ID);
    const id = String(++this.#runs);
    const cancel = () => actor.tell({ type: "cancel", id });
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await actor.ask<PastReading>({ type: "run", id, order }, { deadlineMs: ASK_DEADLINE_MS });
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }
}
