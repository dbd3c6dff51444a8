import { BACKTEST } from "./backtest/contract.ts";
import { EVALUATION } from "./evaluation/contract.ts";
import { EXPLANATION } from "./explanation/contract.ts";
import { INSTANCE_BULK } from "./instance/contract.ts";
import type { Address } from "./runtime/types.ts";
import { SOURCE } from "./source/contract.ts";

/**
 * The shard of an actor: an instance by its id, an evaluation and a bulk command on the shard they are for, the
 * source on the first shard, backtests and explanations of the past on the last one.
 */
export function placement(address: Address, shards: number): number {
  switch (address.kind) {
    case EVALUATION:
      return Number(address.id);
    case INSTANCE_BULK:
      return Number.parseInt(address.id, 10);
    case SOURCE:
      return 0;
    case BACKTEST:
    case EXPLANATION:
      return shards - 1;
    default:
      return Number(address.id) % shards;
  }
}
