import { type Sleep, sleep as realSleep } from "../../concurrency/sleep.ts";
import { parseBaseUrl } from "../api_address.ts";
import { connectionFailed } from "../source_failure.ts";
import type { ConnectOptions, DataSource } from "../source.ts";
import { createTransport } from "../transport.ts";
import { createApi } from "./api.ts";
import { testConnection } from "./connection_test.ts";
import { createCredentials } from "./credentials.ts";
import { discover } from "./discovery.ts";
import { StreamUpdates } from "./feed.ts";
import { PI_WEB_API_CAPABILITIES, PI_WEB_API_KIND, type PiStream } from "./identity.ts";
import { inspect } from "./inspection.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { Meanings } from "./meanings.ts";
import { createReads } from "./reads.ts";
import type { PiWebApiConfig } from "./settings.ts";
import { createWindowReader } from "./windows.ts";

export interface PiWebApiOptions extends ConnectOptions<PiWebApiConfig> {
  sleep?: Sleep;
  limits?: Partial<Limits>;
}

/** AVEVA PI by its PI Web API, 2018 SP1 or newer. CONNECTION_FAILED for certificates that cannot be read. */
export function createPiWebApi(options: PiWebApiOptions): DataSource {
  const { settings: { config, secrets, requestsPerMinute }, now, sleep = realSleep } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const closing = new AbortController();
  const credentials = createCredentials(config, secrets.secret ?? "");
  const transport = createTransport({
    ...options,
    fetch: credentials.fetch,
    sleep,
    closed: closing.signal,
    limits,
    requestsPerMinute,
    service: "PI Web API",
  });
  const api = createApi({ ...transport, ...credentials, base: parseBaseUrl(config.url), limits });
  const meanings = new Meanings();
  const reading = { api, meanings, limits };
  return {
    kind: PI_WEB_API_KIND,
    capabilities: PI_WEB_API_CAPABILITIES,
    budget: { left: () => transport.pace.left() },
    ...createReads(reading),
    windows: createWindowReader(reading),
    feed: new StreamUpdates(reading),
    test: () => testConnection({ api, config, now }),
    async discover(onProgress) {
      const found = await discover({ api, config, limits }, onProgress);
      meanings.learn(found.streams);
      return found;
    },
    inspect: (streams, inspected) => inspect(reading, streams as readonly PiStream[], inspected),
    takeMisfits: () => meanings.take(),
    hasOtherMeaning: ({ source }) => meanings.hasOther(source as PiStream["source"]),
    close() {
      closing.abort(connectionFailed("The connection was closed"));
      credentials.close();
      return Promise.resolve();
    },
  };
}
