import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { type InternalTls, internalTls } from "./internal_tls.ts";
import type { MessageAuth } from "./message_auth.ts";

const ANY = new Set(["0.0.0.0", "::", "[::]"]);
const LOOPBACK = "127.0.0.1";

interface Listening {
  readonly addr: { port: number };
}

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

/** A port that listens, and answers by the handler that it is given. */
export interface InternalPort {
  /** Where other members reach it. */
  address: string;
  serve(handler: (request: Request) => Response | Promise<Response>): { shutdown(): Promise<void> };
}

export interface MemberAddress {
  host: string;
  port: number;
  tls: InternalTls;
}

/**
 * Listens there, with TLS between members. Throws a SettingsError for an address that is not this machine's, or is
 * in use.
 */
export async function listenInternally(
  { auth, ...listenAddress }: { hostname: string; port: number; auth: MessageAuth },
  open: (address: MemberAddress) => Promise<Omit<InternalPort, "address"> & Listening>,
): Promise<InternalPort> {
  try {
    const { hostname, port } = listenAddress;
    const opened = await open({ host: hostname, port, tls: internalTls(auth, hostname) });
    const address = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${opened.addr.port}`;
    return { address, serve: (handler) => opened.serve(handler) };
  } catch (error) {
    const reason = String(error).replace(/\s+/g, " ");
    throw new SettingsError(
      `CLUSTER_ADDRESS is ${listenAddress.hostname}:${listenAddress.port}, which cannot be listened on (${reason}); ` +
        "use an address of this machine that the other members can reach",
    );
  }
}
