import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Ms } from "../domain/shared/time.ts";
import type { OutboundServer, PinningGuard } from "./outbound.ts";

/** A name may stand for several servers, of which some may be down. */
const MOST_TRIED = 3;

export interface CheckedSocketOptions {
  server: OutboundServer;
  /** Begin with TLS, verified for the server's name; null: without. */
  tls: TlsTrust | null;
  outbound: PinningGuard;
  connectMs: Ms;
  signal: AbortSignal;
}

export interface TlsTrust {
  /** Certificates (PEM) that sign the server's; null: the public ones. */
  ca: string | null;
  /** Our own certificate (PEM) with its key; null: none. */
  certificate?: string | null;
  key?: string | null;
}

/**
 * Connects to one of the server's addresses that the guard has checked; the name is not looked up again. Throws the
 * guard's Refusal, or the error of the last address.
 */
export async function checkedSocket(options: CheckedSocketOptions): Promise<Socket> {
  const { server, outbound, signal } = options;
  const addresses = await outbound.serverAddresses(server);
  let failure: unknown;
  for (const address of addresses.slice(0, MOST_TRIED)) {
    signal.throwIfAborted();
    try {
      return await connected(address, options);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The options of a TLS connection to a server of a name. */
export function tlsOptions(host: string, { ca, certificate, key }: TlsTrust) {
  return {
    ...isIP(host) === 0 && { servername: host },
    ...ca && { ca },
    ...certificate && key && { cert: certificate, key },
    minVersion: "TLSv1.2" as const,
  };
}

async function connected(address: string, options: CheckedSocketOptions): Promise<Socket> {
  const { server: { host, port }, tls, connectMs, signal } = options;
  const socket = tls === null
    ? connectTcp({ host: address, port })
    : connectTls({ host: address, port, ...tlsOptions(host, tls) });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const event = tls === null ? "connect" : "secureConnect";
  const onClose = () => reject(new Error("The connection was closed before it was established"));
  const onAbort = () => reject(signal.reason);
  socket.once(event, () => resolve());
  socket.once("error", reject);
  socket.once("close", onClose);
  signal.addEventListener("abort", onAbort);
  const timer = setTimeout(
    () => reject(new Error(`No connection within ${connectMs / 1_000} s`)),
    connectMs,
  );
  try {
    await promise;
    socket.off("error", reject).off("close", onClose);
    return socket;
  } catch (error) {
    // A late error of a socket that nobody uses must not end the process.
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
