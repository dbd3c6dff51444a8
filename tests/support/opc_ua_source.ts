import { OPC_UA } from "../../connectors/opc_ua/connector.ts";
import { createOutboundGuard, type PinningGuard } from "../../connectors/outbound.ts";
import type { OpcUaConfig } from "../../connectors/opc_ua/settings.ts";
import type { ConnectOptions } from "../../connectors/source.ts";
import type { CollectedSource } from "../../connectors/collected/source.ts";
import { TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import type { SourceSecrets } from "../../domain/source/types.ts";

export interface OpcUaSourceOptions {
  config: Record<string, unknown>;
  secrets?: SourceSecrets;
  /** Null: only tested and browsed. */
  folder?: string | null;
  sharedFolder?: string;
  now?: () => number;
  outbound?: PinningGuard;
}

/** A source as Andon makes it, with the defaults of its settings. */
export async function opcUaSource(options: OpcUaSourceOptions): Promise<CollectedSource> {
  return await OPC_UA.connect(opcUaConnect(options)) as CollectedSource;
}

export function opcUaConnect(
  { config, secrets = {}, folder = null, sharedFolder, now = Date.now, outbound }: OpcUaSourceOptions,
): ConnectOptions<OpcUaConfig> {
  const given = OPC_UA.given.parse({ security: "none", sampling_ms: 50, publishing_ms: 50, ...config });
  return {
    settings: {
      id: 2,
      name: "line",
      kind: "opc_ua",
      config: given as OpcUaConfig,
      secrets,
      waitSeconds: 0,
      pollSeconds: 0.2,
      changeFeed: "auto",
      maxAgeSeconds: 0,
      sourceLostSeconds: 60,
      correctionHorizonHours: 72,
      requestsPerMinute: null,
    },
    now,
    random: Math.random,
    clientName: "andon-tests",
    folder,
    sharedFolder,
    outbound: outbound ?? createOutboundGuard({ allow: "127.0.0.1", alwaysAllow: [] }),
  };
}

/** All that is stored of a stream since then, as `second=value`, with `!` for bad and `?` for uncertain. */
export async function pastOf(source: CollectedSource, name: string, beginMs: number): Promise<string[]> {
  const { streams } = await source.discover(), begin = ticksFromMs(beginMs);
  const found = streams.find(({ stream_name }) => stream_name === name);
  if (found === undefined) return [];
  const samples = await source.window(
    { id: 1, source: found.source },
    begin - 1,
    ticksFromMs(Date.now() + 60_000),
  );
  const marks = { good: "", uncertain: "?", bad: "!" };
  return samples.map(({ time, value, quality }) =>
    `${(time - begin) / TICKS_PER_SECOND}=${value}${marks[quality]}`
  );
}
