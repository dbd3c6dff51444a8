import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch as fetchBy } from "undici";
import type { PinningGuard } from "./outbound.ts";

/** The proxies of the environment: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
export interface ProxySettings {
  https: string | null;
  http: string | null;
  /** Hosts that bypass the proxies, comma-separated. */
  no: string;
}

export interface OutboundFetchOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
  /** Time limit to establish a connection. */
  connectMs: number;
  /** The certificates (PEM) that sign the servers'; default: the public ones. */
  ca?: string | null;
}

/** `fetch` under the guard. `close` ends its open connections. */
export interface OutboundFetch {
  fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * A `fetch` that connects only to addresses checked by the guard, which resolves the name once, while connecting. TLS
 * still verifies the name, and redirects are returned, not followed. A proxy resolves names itself: then the guard checks
 * only the URL. Deno's own client has no hook for the lookup.
 */
export function createOutboundFetch({ outbound, proxy, connectMs, ca }: OutboundFetchOptions): OutboundFetch {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherOf = ({ origin, protocol }: URL): Dispatcher => {
    const known = dispatchers.get(origin);
    if (known !== undefined) return known;
    const connect = { timeout: connectMs, lookup: lookupOf(new URL(origin), outbound), ...ca && { ca } };
    const proxied = (protocol === "https:" ? proxy.https : proxy.http) !== null;
    const dispatcher = proxied
      ? new EnvHttpProxyAgent({
        connect,
        ...ca && { requestTls: { ca } },
        httpsProxy: proxy.https ?? "",
        httpProxy: proxy.http ?? "",
        noProxy: proxy.no,
      })
      : new Agent({ connect });
    dispatchers.set(origin, dispatcher);
    return dispatcher;
  };
  return {
    fetch: asFetch(async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      await outbound.check(url);
      return await fetchBy(url, undiciInit({ ...init, redirect: "manual" }, dispatcherOf(url)));
    }),
    async close() {
      await Promise.all([...dispatchers.values()].map((each) => each.destroy()));
    },
  };
}

type LookupAddresses = { address: string; family: number }[];
type LookupCallback = (error: Error | null, address?: string | LookupAddresses, family?: number) => void;

/** A DNS lookup that returns the checked addresses of the URL's host. */
function lookupOf(url: URL, outbound: PinningGuard) {
  return (_host: string, options: { all?: boolean }, done: LookupCallback): void => {
    outbound.addresses(url).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        if (options.all === true) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}

/** undici's requests and responses match the web's, but have types of their own. */
function undiciInit(init: RequestInit, dispatcher: Dispatcher): Parameters<typeof fetchBy>[1] {
  return { ...init, dispatcher } as Parameters<typeof fetchBy>[1];
}

function asFetch(
  send: (input: string | URL | Request, init?: RequestInit) => Promise<unknown>,
): typeof fetch {
  return send as typeof fetch;
}
