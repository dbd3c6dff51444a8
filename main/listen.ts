import type { Log } from "../domain/shared/log.ts";
import { HttpServer, type TlsPair } from "../http/http_server.ts";
import type { ConnectionStats, RequestHandler } from "../ports/http.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";

type Address = Pick<Settings, "host" | "port">;
type ListenSettings =
  & Address
  & Pick<Settings, "maxConnections" | "maxConnectionsPerAddress" | "trustProxyHops">;

/** A port that is listened on. */
export interface Port {
  readonly addr: { port: number };
  /** Answers requests by `handler` from now on. */
  serve(handler: RequestHandler): Port;
  /** Undefined where the platform owns the connections. */
  connections?(): ConnectionStats;
  /** Stops listening, and resolves when the requests under way have ended. */
  shutdown(): Promise<void>;
}

export interface ListenOptions {
  settings: ListenSettings;
  tls: TlsPair | null;
  log: Log;
}

/** The largest WebSocket message; twice what the push channel accepts, so that the channel can say what is wrong. */
const MOST_MESSAGE_BYTES = 512 * 1024;
/** Tests HOST and PORT before anything else happens. SettingsError when they cannot be listened on. */
export function tryListen({ host: hostname, port }: Address): void {
  try {
    Deno.listen({ hostname, port }).close();
  } catch (error) {
    throw refusalOf(error, { host: hostname, port });
  }
}

/** Opens the port, with TLS if configured. SettingsError when HOST and PORT cannot be listened on. */
export async function listen({ settings, tls, log }: ListenOptions): Promise<HttpServer> {
  const { host, port, maxConnections, maxConnectionsPerAddress, trustProxyHops } = settings;
  // Behind a proxy, all connections come from its address.
  const perAddress = trustProxyHops > 0 ? null : maxConnectionsPerAddress;
  const limits = { all: maxConnections, perAddress };
  try {
    return await HttpServer.listen({ host, port }, {
      tls,
      limits,
      mostMessageBytes: MOST_MESSAGE_BYTES,
      log,
    });
  } catch (error) {
    throw refusalOf(error, { host, port });
  }
}

/** Serves where the platform owns the connections, and limits them. */
export function listenOnPlatform({ host: hostname, port }: Address): Port {
  let answer: RequestHandler = () => new Response(null, { status: 503 });
  const server = Deno.serve({ port, hostname, onListen: () => {} }, (request, info) => answer(request, info));
  const { addr } = server;
  const opened: Port = {
    addr,
    serve(handler) {
      answer = handler;
      return opened;
    },
    shutdown: () => server.shutdown(),
  };
  return opened;
}

function refusalOf(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new SettingsError(`PORT is ${port}, which another program listens on already; use a free one`);
  }
  if (code === "EACCES") {
    return new SettingsError(`PORT is ${port}, which this user may not listen on; use one from 1024 on`);
  }
  return new SettingsError(
    `HOST is "${host}", which cannot be listened on (${String(error).replace(/\s+/g, " ")}); ` +
      "use an address of this machine",
  );
}
