import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { SOURCE } from "../../../../actors/source/contract.ts";
import type { StorePort } from "../../../../domain/shared/commit.ts";

/** What a source actor has at hand, as far as its stored parts need it. */
export function contextOver(store: StorePort, { id, shards }: { id: string; shards: number }): ActorContext {
  const nobody = () => {
    throw new Error("Nobody else stands here");
  };
  return {
    address: { kind: SOURCE, id },
    shard: Number(id) - 1,
    shards,
    store,
    now: Date.now,
    random: Math.random,
    ref: nobody,
    after: nobody,
    publish: nobody,
    shared: nobody,
    log: () => {},
  };
}
