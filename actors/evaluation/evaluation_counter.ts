import type { OfferCounts } from "../../domain/evaluation/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { EvaluationCounts } from "./contract.ts";

const PUBLISH_EVERY_MS = 1_000;

type EngineStats = Pick<EvaluationCounts, "samples" | "instants" | "evaluations" | "transitions">;

/** The counts of a shard, across its engines. */
export class EvaluationCounter {
  readonly #offered = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
  readonly #written = { opened: 0, closed: 0 };
  /** The totals of earlier engines. */
  readonly #before: EngineStats = { samples: 0, instants: 0, evaluations: 0, transitions: 0 };
  #present: EngineStats | null = null;
  #publishedMs: Ms = -Infinity;

  offered(counts: OfferCounts): void {
    this.#offered.accepted += counts.accepted;
    this.#offered.late += counts.late;
    this.#offered.duplicate += counts.duplicate;
    this.#offered.unbound += counts.unbound;
  }

  written({ opened, closed }: { opened: number; closed: number }): void {
    this.#written.opened += opened;
    this.#written.closed += closed;
  }

  /** The counts if they are due, once a second; `stats` are those of the current engine. */
  due(nowMs: Ms, stats: EngineStats): Omit<EvaluationCounts, "source" | "shard"> | undefined {
    this.#follow(stats);
    if (Math.abs(nowMs - this.#publishedMs) < PUBLISH_EVERY_MS) return undefined;
    this.#publishedMs = nowMs;
    const before = this.#before;
    return {
      ...this.#offered,
      ...this.#written,
      samples: before.samples + stats.samples,
      instants: before.instants + stats.instants,
      evaluations: before.evaluations + stats.evaluations,
      transitions: before.transitions + stats.transitions,
    };
  }

  /** Adds the counts of the former engine, because a new engine counts from zero. */
  #follow(stats: EngineStats): void {
    const former = this.#present;
    if (former === stats) return;
    this.#present = stats;
    if (former === null) return;
    this.#before.samples += former.samples;
    this.#before.instants += former.instants;
    this.#before.evaluations += former.evaluations;
    this.#before.transitions += former.transitions;
  }
}
