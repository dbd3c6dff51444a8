import { EVALUATION } from "./evaluation/contract.ts";
import type { Address } from "./runtime/types.ts";
import { SOURCE } from "./source/contract.ts";

/** Where an actor lives: an instance by its id, an evaluation on the shard it is for, the source on the first. */
export function placement(address: Address, shards: number): number {
  switch (address.kind) {
    case EVALUATION:
      return Number(address.id);
    case SOURCE:
      return 0;
    default:
      return Number(address.id) % shards;
  }
}
