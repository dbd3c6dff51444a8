import { backtestBehaviour } from "../actors/backtest/actor.ts";
import { evaluationBehaviour } from "../actors/evaluation/actor.ts";
import { ShardState } from "../actors/evaluation/shard.ts";
import { explanationBehaviour } from "../actors/explanation/actor.ts";
import { bulkBehaviour } from "../actors/instance/bulk_actor.ts";
import { instanceBehaviour } from "../actors/instance/actor.ts";
import { providerBehaviour } from "../actors/provider/actor.ts";
import type { AnyBehaviour } from "../actors/runtime/types.ts";
import { sourceBehaviour } from "../actors/source/actor.ts";
import { createChatModel } from "../connectors/ai/model.ts";
import { createDataHub } from "../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { BacktestLimits } from "../domain/backtest/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** What every shard is told at its start: plain data. */
export interface ShardInit {
  outboundAllow: string;
  /** host:port of the embedded simulators. */
  alwaysAllow: string[];
  /** Name of our signups at the source. */
  clientName: string;
  generationMs: number;
  /** How long a piece of the past of polled streams is, at least, that is looked at again; 5 minutes when absent. */
  secondLookMs?: Ms;
  proxy: ProxySettings;
  plantTimeZone: string;
  /** What a backtest may hold; the limits of the interface when absent. */
  backtest?: Readonly<BacktestLimits>;
}

export interface Chance {
  now: () => Ms;
  random: () => number;
}

/** The behaviours of one shard, with what they share. */
export function shardBehaviours(init: ShardInit, { now, random }: Chance): AnyBehaviour[] {
  const shard = new ShardState({ timeZone: init.plantTimeZone });
  const outbound = createOutboundGuard({ allow: init.outboundAllow, alwaysAllow: init.alwaysAllow });
  const source = sourceBehaviour({
    createSource: (settings) =>
      createDataHub({ settings, now, random, outbound, clientName: init.clientName }),
    generationMs: init.generationMs,
    secondLookMs: init.secondLookMs,
  });
  const provider = providerBehaviour({
    createModel: (settings) => createChatModel({ settings, outbound, proxy: init.proxy }),
  });
  const behaviours = [
    evaluationBehaviour(shard),
    instanceBehaviour(shard),
    bulkBehaviour(shard),
    source,
    provider,
    backtestBehaviour({ limits: init.backtest, timeZone: init.plantTimeZone }),
    explanationBehaviour({ timeZone: init.plantTimeZone }),
  ];
  return behaviours.map(anyBehaviour);
}

/** The runtime hands each behaviour only its own states and messages. */
function anyBehaviour(behaviour: object): AnyBehaviour {
  return behaviour as AnyBehaviour;
}
