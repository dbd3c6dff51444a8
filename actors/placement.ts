import { BACKTEST } from "./backtest/contract.ts";
import { EVALUATION } from "./evaluation/contract.ts";
import { EXPLANATION } from "./explanation/contract.ts";
import { INSTANCE_BULK } from "./instance/contract.ts";
import type { Address } from "./runtime/types.ts";
import { feedOfSource, SOURCE } from "./source/contract.ts";

/** Where an actor lives: an instance by its id, an evaluation and commands on many on the shard they are for, each source on its feed's first, backtests and explanations of the past on the last. */
export function placement(address: Address, shards: number): number {
  switch (address.kind) {
    case EVALUATION:
      return Number(address.id);
    case INSTANCE_BULK:
      return Number.parseInt(address.id, 10);
    case SOURCE:
      return feedOfSource(address.id);
    case BACKTEST:
    case EXPLANATION:
      return shards - 1;
    default:
      return Number(address.id) % shards;
  }
}
