import type { Discovery, FoundAsset } from "../../domain/asset/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { createPace } from "../pacing.ts";
import { REQUEST_LIMITS } from "../request_limits.ts";
import { connectionFailed } from "../source_failure.ts";
import {
  type ChangeFeed,
  type ConnectOptions,
  type DataSource,
  FeedExpired,
  FeedRefused,
  type Inspection,
  type ReadOptions,
  type SourceStream,
  type WindowAsk,
  type WindowGroup,
} from "../source.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { testConnection } from "./connection_test.ts";
import { Connections } from "./connections.ts";
import { SQL_CAPABILITIES, SQL_KIND, type SqlAddress, sqlId } from "./identity.ts";
import { IgnitionLayout } from "./ignition_layout.ts";
import type { Layout } from "./layout.ts";
import { STREAMS_TOGETHER } from "./limits.ts";
import { Reader } from "./reader.ts";
import { readSampled } from "./sampled.ts";
import type { SqlConfig } from "./settings.ts";
import { TableLayout } from "./table_layout.ts";

/** Tables of a PostgreSQL database as a data source, which is polled. */
export function createSql({ settings, now, outbound }: ConnectOptions<SqlConfig>): DataSource {
  const { config, secrets: { password = "" }, requestsPerMinute } = settings;
  const closing = new AbortController(), closed = closing.signal;
  const pace = createPace({ requestsPerMinute, now, sleep, closed, ...REQUEST_LIMITS });
  const connections = new Connections({ server: config, password, outbound, pace, closed });
  const { query } = connections;
  const layout = config.layout === "ignition"
    ? new IgnitionLayout(config, query, now)
    : new TableLayout(config, query, now);
  const reader = new Reader({ layout, query });
  return {
    kind: SQL_KIND,
    capabilities: SQL_CAPABILITIES,
    budget: { left: () => pace.left() },
    test: () => testConnection({ query, layout, config, now }),
    async discover(onProgress) {
      const options: ReadOptions = { work: "discovery" };
      layout.forget();
      await layout.refresh(options);
      const onNames = (streams: number) => onProgress?.({ streams, assets: 0 });
      const { streams, unsupported } = await layout.list({ onProgress: onNames }, options);
      const names = new Set(streams.map(({ asset_id }) => asset_id));
      const assets = [...names].sort().map((name): FoundAsset => ({ asset_id: name, display_name: name }));
      onProgress?.({ streams: streams.length, assets: assets.length });
      return { assets, streams, unsupported } satisfies Discovery;
    },
    inspect: (streams, options = {}) => inspect(layout, streams, options),
    takeMisfits: () => [],
    hasOtherMeaning: () => false,
    latest: (stream, options) => reader.newest(stream, Infinity, options),
    atOrBefore: (stream, at, options) => reader.newest(stream, at, options),
    async window(stream, from, to, { atMost = Infinity, ...options } = {}) {
      options.signal?.throwIfAborted();
      if (from >= to) return [];
      const samples: Sample[] = [];
      for await (const part of reader.windows([{ stream, from, to }], options)) {
        if (part.failure !== null) throw part.failure;
        for (const sample of part.samples) samples.push(sample);
        if (samples.length > atMost) break;
      }
      return samples;
    },
    sampled: (ask, { work = "trends", signal } = {}) =>
      readSampled({ layout, query, reader }, ask, { work, signal }),
    windows: {
      async group(asks, options = {}) {
        await layout.refresh(options);
        return groups(asks.filter(({ from, to }) => from < to), layout);
      },
      read: ({ asks }, options) => reader.windows(asks, options),
    },
    feed: NO_FEED,
    async close() {
      closing.abort(connectionFailed("The connection was closed"));
      await connections.close();
    },
  };
}

/** Streams whose rows are in the same tables are read with one query. */
function groups(asks: readonly WindowAsk[], layout: Layout): WindowGroup[] {
  const byArea = new Map<string, WindowAsk[]>();
  for (const ask of asks) {
    const { area = "" } = layout.placeOf(ask.stream.source as SqlAddress) ?? {};
    byArea.set(area, [...byArea.get(area) ?? [], ask]);
  }
  return [...byArea.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / STREAMS_TOGETHER) }, (_, i) => ({
      asks: all.slice(i * STREAMS_TOGETHER, (i + 1) * STREAMS_TOGETHER),
    }))
  );
}

async function inspect(
  layout: Layout,
  streams: readonly SourceStream[],
  options: ReadOptions,
): Promise<Inspection[]> {
  if (streams.length === 0) return [];
  layout.forget();
  await layout.refresh(options);
  const only = streams.map(({ source }) => source as SqlAddress);
  const { streams: listed } = await layout.list({ only }, options);
  const found = new Map(listed.map((one) => [one.stream_id, one]));
  return streams.map((stream) => ({
    stream,
    found: found.get(sqlId(stream.source as SqlAddress)) ?? null,
    failure: null,
  }));
}

/** PostgreSQL tells nobody who only reads what has changed. */
const NO_FEED: ChangeFeed = {
  open: () => Promise.reject(new FeedRefused("A database has no change feed")),
  change: () => Promise.reject(new FeedRefused("A database has no change feed")),
  read: () => Promise.reject(new FeedExpired("A database has no change feed")),
  leave: () => Promise.resolve(),
};
