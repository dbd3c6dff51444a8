import type { EventKey, ShelfRecord } from "../../domain/event/shelf.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { EvaluationPartitions } from "./contract.ts";
import { type ShardOptions, ShardState } from "./shard.ts";

/** The states of one shard, one for each source whose instances it evaluates. */
export class Partitions implements EvaluationPartitions {
  readonly #states = new Map<number, ShardState>();

  constructor(private readonly options: Omit<ShardOptions, "source"> = {}) {}

  /** Made on first use. Without a restore by its source it stays empty. */
  of(source: number): ShardState {
    let state = this.#states.get(source);
    if (state === undefined) this.#states.set(source, state = new ShardState({ ...this.options, source }));
    return state;
  }

  forget(source: number): void {
    this.#states.delete(source);
  }

  doubt(context: ActorContext): void {
    for (const state of this.#states.values()) state.doubt(context);
  }

  /** An instance may be deployed on another source later, so all of them know its shelves. */
  shelved(shelf: ShelfRecord): void {
    for (const state of this.#states.values()) state.shelved(shelf);
  }

  unshelved(key: EventKey): void {
    for (const state of this.#states.values()) state.unshelved(key);
  }
}
