import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch as fetchBy } from "undici";
import type { PinningGuard } from "./outbound.ts";

/** The proxies of the environment: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
export interface ProxySettings {
  https: string | null;
  http: string | null;
  /** Hosts that are asked without them, comma-separated. */
  no: string;
}

export interface OutboundFetchOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
  /** How long a connection may take to stand. */
  connectMs: number;
}

/** `fetch` under the guard; what it holds open ends with `close`. */
export interface OutboundFetch {
  fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * A `fetch` whose connections go to the very addresses that the guard checked: the name is looked up once, by the guard,
 * while connecting. TLS still proves the name. A redirect is answered, never followed. Behind a proxy, which does the
 * looking up, the guard checks what it can see.
 *
 * Deno's own client has no such hook: its `tcp` proxy connects where it is told, but leaves TLS out.
 */
export function createOutboundFetch({ outbound, proxy, connectMs }: OutboundFetchOptions): OutboundFetch {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherOf = ({ origin, protocol }: URL): Dispatcher => {
    const known = dispatchers.get(origin);
    if (known !== undefined) return known;
    const connect = { timeout: connectMs, lookup: lookupOf(new URL(origin), outbound) };
    const proxied = (protocol === "https:" ? proxy.https : proxy.http) !== null;
    const made = proxied
      ? new EnvHttpProxyAgent({
        connect,
        httpsProxy: proxy.https ?? "",
        httpProxy: proxy.http ?? "",
        noProxy: proxy.no,
      })
      : new Agent({ connect });
    dispatchers.set(origin, made);
    return made;
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

type Looked = { address: string; family: number }[];
type Done = (error: Error | null, address?: string | Looked, family?: number) => void;

/** Answers a connection's question for its host's addresses with those that were checked. */
function lookupOf(url: URL, outbound: PinningGuard) {
  return (_host: string, options: { all?: boolean }, done: Done): void => {
    outbound.addresses(url).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        if (options.all === true) done(null, found);
        else done(null, found[0].address, found[0].family);
      },
      (error) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
}

/** undici's requests and answers are those of the web, under types of their own. */
function undiciInit(init: RequestInit, dispatcher: Dispatcher): Parameters<typeof fetchBy>[1] {
  return { ...init, dispatcher } as Parameters<typeof fetchBy>[1];
}

function asFetch(
  made: (input: string | URL | Request, init?: RequestInit) => Promise<unknown>,
): typeof fetch {
  return made as typeof fetch;
}
