import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import type { TlsPair } from "./tls.ts";

type Address = Pick<Settings, "host" | "port">;
type Handler = Deno.ServeHandler<Deno.NetAddr>;
type Server = Deno.HttpServer<Deno.NetAddr>;

/** Tests HOST and PORT before anything else happens. SettingsError when they cannot be listened on. */
export function tryListen({ host: hostname, port }: Address): void {
  try {
    Deno.listen({ hostname, port }).close();
  } catch (error) {
    throw refusalOf(error, { host: hostname, port });
  }
}

/** Opens the port, with TLS if configured. SettingsError when HOST and PORT cannot be listened on. */
export function listen(
  { settings: { host, port }, tls }: { settings: Address; tls: TlsPair | null },
  handler: Handler,
): Server {
  try {
    return Deno.serve({ port, hostname: host, onListen: () => {}, ...tls }, handler);
  } catch (error) {
    throw refusalOf(error, { host, port });
  }
}

function refusalOf(error: unknown, { host, port }: Address): unknown {
  if (error instanceof Deno.errors.AddrInUse) {
    return new SettingsError(`PORT is ${port}, which another program listens on already; use a free one`);
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new SettingsError(`PORT is ${port}, which this user may not listen on; use one from 1024 on`);
  }
  return new SettingsError(
    `HOST is "${host}", which cannot be listened on (${String(error).replace(/\s+/g, " ")}); ` +
      "use an address of this machine",
  );
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

/** As a person would write it into a browser's address. */
export function shownHost(host: string): string {
  if (isLoopback(host) || host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
