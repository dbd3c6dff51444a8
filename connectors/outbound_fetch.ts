import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from "undici";
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
    async fetch(input, init) {
      const asked = new Request(input, init);
      const url = new URL(asked.url);
      await outbound.check(url);
      return await answerOf(asked, { dispatcher: dispatcherOf(url), signal: init?.signal ?? asked.signal });
    },
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

/**
 * The answer to a request. By undici's `request`: under Deno the bodies of its `fetch` neither fail when they break off
 * nor end with the signal. Bodies that are compressed are inflated.
 */
async function answerOf(
  asked: Request,
  { dispatcher, signal }: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<Response> {
  const { statusCode: status, statusText, headers, body } = await request(asked.url, {
    ...{ dispatcher, signal, method: asked.method as Dispatcher.HttpMethod },
    headers: { ...DEFAULT_HEADERS, ...Object.fromEntries(asked.headers) },
    body: asked.body === null ? null : await asked.bytes(),
  }).catch((error) => {
    throw failure("fetch failed", error, signal);
  });
  // Who reads the body is told of its errors; one that nobody reads must not end the process.
  body.on("error", () => {});
  const hasBody = !BODILESS.has(status) && asked.method !== "HEAD";
  if (!hasBody) await body.dump();
  if (status > MOST_STATUS) {
    body.destroy();
    throw new TypeError(`The status ${status} is none of HTTP`);
  }
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value])
  );
  const given = hasBody ? inflated(ReadableStream.from(piecesOf(body, signal)), pairs) : null;
  const answer = new Response(given, { status, statusText, headers: pairs });
  return Object.defineProperty(answer, "url", { value: asked.url });
}

async function* piecesOf(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  try {
    yield* body;
  } catch (error) {
    throw failure("terminated", error, signal);
  }
}

/** As `fetch` throws it. */
function failure(message: string, cause: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : new TypeError(message, { cause });
}

const DEFAULT_HEADERS = { "accept": "*/*", "accept-encoding": "gzip, deflate", "user-agent": "Andon" };
const MOST_STATUS = 599;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function inflated(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: [string, string][],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoding = new Headers(headers).get("content-encoding");
  if (encoding !== "gzip" && encoding !== "deflate") return body;
  return body.pipeThrough(new DecompressionStream(encoding));
}
