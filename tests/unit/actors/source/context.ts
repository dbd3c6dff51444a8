import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { SOURCE, sourceAddress } from "../../../../actors/source/contract.ts";
import type { StorePort } from "../../../../domain/shared/commit.ts";

/** What a source actor has at hand, as far as its stored parts need it. */
export function contextOver(store: StorePort, shards = 2): ActorContext {
  const nobody = () => {
    throw new Error("Nobody else stands here");
  };
  return {
    address: { kind: SOURCE, id: sourceAddress(1) },
    shard: 0,
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
