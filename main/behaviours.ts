import { BACKTEST } from "../actors/backtest/contract.ts";
import { evaluationBehaviour } from "../actors/evaluation/actor.ts";
import { Partitions } from "../actors/evaluation/partitions.ts";
import { EXPLANATION } from "../actors/explanation/contract.ts";
import { INSTANCE, INSTANCE_BULK } from "../actors/instance/contract.ts";
import { AI_PROVIDER } from "../actors/provider/contract.ts";
import { lazyBehaviour } from "../actors/runtime/lazy_behaviour.ts";
import type { AnyBehaviour } from "../actors/runtime/types.ts";
import { sourceBehaviour } from "../actors/source/actor.ts";
import { connectorOf, connectSource } from "../connectors/sources.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { BacktestLimits } from "../domain/backtest/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** The start options of every shard: plain data. */
export interface ShardInit {
  outboundAllow: string;
  /** host:port of the embedded simulators. */
  alwaysAllow: string[];
  /** Name of our subscriptions at the source. */
  clientName: string;
  /** Where the sources that store what arrives have their folders; null: nowhere. */
  collectorFolder: string | null;
  generationMs: number;
  /** The shortest piece of the past that late-data reconciliation reads again; 5 minutes when absent. */
  reconciliationMs?: Ms;
  proxy: ProxySettings;
  plantTimeZone: string;
  /** The limits of a backtest; those of the API when absent. */
  backtest?: Readonly<BacktestLimits>;
}

export interface Chance {
  now: () => Ms;
  random: () => number;
}

/**
 * The behaviours of one shard, with their shared states. All but evaluation and source are loaded with their
 * first actor.
 */
export function shardBehaviours(init: ShardInit, { now, random }: Chance): AnyBehaviour[] {
  const partitions = new Partitions({ timeZone: init.plantTimeZone });
  const outbound = async () => {
    const { createOutboundGuard } = await import("../connectors/outbound.ts");
    return createOutboundGuard({ allow: init.outboundAllow, alwaysAllow: init.alwaysAllow });
  };
  const folderOf = (source: number) => init.collectorFolder && `${init.collectorFolder}/${source}`;
  const source = sourceBehaviour({
    connect: async (settings, { isTrial = false } = {}) =>
      connectSource({
        ...{ now, random, settings },
        outbound: await outbound(),
        clientName: settings.id === DEFAULT_SOURCE ? init.clientName : `${init.clientName}-${settings.id}`,
        folder: isTrial ? null : folderOf(settings.id),
        sharedFolder: init.collectorFolder,
      }),
    identityOf: ({ kind, config }) => connectorOf(kind).identity(config),
    async discard(source) {
      const folder = folderOf(source);
      if (folder !== null) await removeFolder(folder);
    },
    generationMs: init.generationMs,
    reconciliationMs: init.reconciliationMs,
  });
  return [
    anyBehaviour(evaluationBehaviour(partitions)),
    anyBehaviour(source),
    lazyBehaviour({ kind: INSTANCE, gate: "shared" }, async () => {
      const { instanceBehaviour } = await import("../actors/instance/actor.ts");
      return anyBehaviour(instanceBehaviour(partitions));
    }),
    lazyBehaviour({ kind: INSTANCE_BULK, gate: "exclusive" }, async () => {
      const { bulkBehaviour } = await import("../actors/instance/bulk_actor.ts");
      return anyBehaviour(bulkBehaviour(partitions));
    }),
    lazyBehaviour({ kind: AI_PROVIDER, gate: "none" }, async () => {
      const { reachingProviders } = await import("./providers.ts");
      return anyBehaviour(reachingProviders({ outbound: await outbound(), proxy: init.proxy }));
    }),
    lazyBehaviour({ kind: BACKTEST, gate: "none" }, async () => {
      const { backtestBehaviour } = await import("../actors/backtest/actor.ts");
      return anyBehaviour(backtestBehaviour({ limits: init.backtest, timeZone: init.plantTimeZone }));
    }),
    lazyBehaviour({ kind: EXPLANATION, gate: "none" }, async () => {
      const { explanationBehaviour } = await import("../actors/explanation/actor.ts");
      return anyBehaviour(explanationBehaviour({ timeZone: init.plantTimeZone }));
    }),
  ];
}

async function removeFolder(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The runtime passes each behaviour only its own states and messages. */
function anyBehaviour(behaviour: object): AnyBehaviour {
  return behaviour as AnyBehaviour;
}
