import type { DataHubSettings } from "./settings.ts";
import { parseBaseUrl } from "../api_address.ts";
import { AddressBook } from "./address_book.ts";
import { DATA_HUB_CAPABILITIES, DATA_HUB_KIND } from "./capabilities.ts";
import { testConnection } from "./connection_test.ts";
import type { OutboundGuard } from "../outbound.ts";
import type { ConnectOptions, DataSource } from "../source.ts";
import { type Counters, createCounters } from "./counters.ts";
import { createDiscoverer } from "./discovery.ts";
import { connectionFailed } from "../source_failure.ts";
import { createFeed } from "./feed.ts";
import { createApi } from "./http.ts";
import { createInspection, learnFound } from "./inspection.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { createListingReader } from "./listing_reader.ts";
import { createNamespace } from "./namespace.ts";
import { createReads } from "./reads.ts";
import { createSampledReads } from "./sampled_reads.ts";
import { createSettler } from "./settling.ts";
import { createSignups } from "./signups.ts";
import { type Sleep, sleep as realSleep } from "../../concurrency/sleep.ts";
import type { DataHubStream } from "./stream_address.ts";
import { createWindowReader, type DataHubWindows } from "./window_reader.ts";
import { createTransport } from "../transport.ts";
import { createTokens } from "./token.ts";

/** `clientName` is the name of our signups. */
export interface DataHubOptions extends Omit<ConnectOptions, "settings" | "folder" | "outbound"> {
  settings: DataHubSettings;
  outbound: OutboundGuard;
  fetch?: typeof fetch;
  sleep?: Sleep;
  limits?: Partial<Limits>;
}

export interface DataHub extends DataSource {
  readonly windows: DataHubWindows;
  /** What was skipped so far. */
  readonly counters: Readonly<Counters>;
}

/** AVEVA Data Hub (CONNECT data services, REST v1) as a data source. CONNECTION_FAILED for an invalid baseUrl. */
export function createDataHub(options: DataHubOptions): DataHub {
  const { settings, now, clientName, sleep = realSleep } = options;
  const closing = new AbortController();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const base = parseBaseUrl(settings.baseUrl);
  const { api, tokens, pace } = createClient(options, { base, limits, closed: closing.signal });
  const namespace = createNamespace({ api, base, settings });
  const counters = createCounters();
  const discoverer = createDiscoverer({ namespace, limits, now });
  const signups = createSignups({ namespace, limits });
  const book = new AddressBook(now);
  const readListing = createListingReader({ namespace, limits, types: discoverer });
  const settler = createSettler({ book, readListing, counters, limits, now });
  const shared = { now, sleep, limits, closed: closing.signal };
  return {
    kind: DATA_HUB_KIND,
    capabilities: DATA_HUB_CAPABILITIES,
    ...createReads({ namespace, limits, settler }),
    sampled: createSampledReads({ namespace, settler }),
    counters,
    windows: createWindowReader({ namespace, limits, settler, assets: (work) => discoverer.assets(work) }),
    budget: { left: () => pace.left() },
    feed: createFeed({ ...shared, signups, clientName, clientId: settings.clientId, counters, settler }),
    test: () => testConnection({ api, tokens, namespace, base, settings, now }),
    async discover(onProgress) {
      const atMs = now();
      const found = await discoverer.discover(onProgress);
      learnFound(book, found.streams, { atMs, tells: false });
      return found;
    },
    inspect: createInspection({ book, readListing, now, assets: (work) => discoverer.assets(work) }),
    takeMisfits: () => book.takeMisfits(),
    hasOtherMeaning: (stream) => book.hasOtherMeaning(stream as DataHubStream),
    close() {
      closing.abort(connectionFailed("The connection was closed"));
      return Promise.resolve();
    },
  };
}

interface ClientScope {
  base: string;
  limits: Limits;
  closed: AbortSignal;
}

function createClient(options: DataHubOptions, { base, limits, closed }: ClientScope) {
  const { settings: { clientId, clientSecret, requestsPerMinute }, now, sleep = realSleep } = options;
  const transport = createTransport({
    ...options,
    fetch: options.fetch ?? fetch,
    sleep,
    closed,
    limits,
    requestsPerMinute,
    service: "Data Hub",
  });
  const tokens = createTokens({ base, clientId, clientSecret, now, ...transport });
  return { api: createApi({ ...transport, tokens, clientSecret }), tokens, pace: transport.pace };
}
