import { BACKTEST } from "./backtest/contract.ts";
import { EVALUATION, partitionOf } from "./evaluation/contract.ts";
import { EXPLANATION } from "./explanation/contract.ts";
import { INSTANCE_BULK } from "./instance/contract.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import type { Address } from "./runtime/types.ts";
import { SOURCE } from "./source/contract.ts";

/**
 * The shard of an actor: an instance by its id, an evaluation and a bulk command on the shard they are for, the
 * source `default` on the first shard and the others in turn, backtests and explanations of the past on the last one.
 */
export function placement(address: Address, shards: number): number {
  switch (address.kind) {
    case EVALUATION:
      return partitionOf(address.id).shard;
    case INSTANCE_BULK:
      return Number.parseInt(address.id, 10);
    case SOURCE:
      return (Number(address.id) - DEFAULT_SOURCE) % shards;
    case BACKTEST:
    case EXPLANATION:
      return shards - 1;
    default:
      return Number(address.id) % shards;
  }
}
