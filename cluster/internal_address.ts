import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { internalTls } from "./internal_tls.ts";
import type { MessageAuth } from "./message_auth.ts";

const ANY = new Set(["0.0.0.0", "::", "[::]"]);
const LOOPBACK = "127.0.0.1";

type Interface = Pick<Deno.NetworkInterfaceInfo, "family" | "address">;

/** Where other members reach this one: CLUSTER_ADDRESS, else HOST, else the machine's first address. */
export function internalAddress(
  { clusterAddress, host }: Pick<Settings, "clusterAddress" | "host">,
  interfaces: () => Interface[],
): { hostname: string; port: number } {
  if (clusterAddress !== null) return clusterAddress;
  return { hostname: ANY.has(host) ? firstAddress(interfaces()) : host, port: 0 };
}

function firstAddress(interfaces: Interface[]): string {
  const found = interfaces.find(({ family, address }) =>
    family === "IPv4" && !address.startsWith("127.") && !address.startsWith("169.254.")
  );
  return found?.address ?? LOOPBACK;
}

export interface ListenOptions {
  hostname: string;
  port: number;
  auth: MessageAuth;
}

/**
 * Listens there, with TLS between members. Throws a SettingsError for an address that is not this machine's, or is
 * in use.
 */
export function listenInternally(
  { auth, ...listenAddress }: ListenOptions,
  handler: Deno.ServeHandler<Deno.NetAddr>,
): { server: Deno.HttpServer<Deno.NetAddr>; address: string } {
  try {
    const { hostname } = listenAddress;
    const server = Deno.serve(
      { ...listenAddress, ...internalTls(auth, hostname), onListen: () => {} },
      handler,
    );
    return { server, address: `${hostname.includes(":") ? `[${hostname}]` : hostname}:${server.addr.port}` };
  } catch (error) {
    const reason = String(error).replace(/\s+/g, " ");
    throw new SettingsError(
      `CLUSTER_ADDRESS is ${listenAddress.hostname}:${listenAddress.port}, which cannot be listened on (${reason}); ` +
        "use an address of this machine that the other members can reach",
    );
  }
}
