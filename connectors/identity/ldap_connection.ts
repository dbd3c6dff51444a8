import { Client } from "ldapts";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { IdentityProviderSettings } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { PinningGuard } from "../outbound.ts";
import { reasonOf, refusedAs } from "./errors.ts";

const CONNECT_MS: Ms = 5_000;
const ANSWER_MS: Ms = 10_000;
/** A name of a domain stands for all its controllers, of which some may be down. */
const MOST_TRIED = 3;
/** What a directory may send in one connection. */
const MOST_BYTES = 8 * 1024 * 1024;

export type LdapServer = Pick<IdentityProviderSettings, "name" | "issuer" | "ldap">;

/**
 * Runs work over one encrypted connection: `ldaps://` begins with TLS, `ldap://` must upgrade by StartTLS. Connects
 * only to addresses that the guard has checked. CONNECTION_FAILED when the server cannot be reached or trusted.
 */
export async function withLdap<T>(
  server: LdapServer,
  { outbound, work }: { outbound: PinningGuard; work: (client: Client) => Promise<T> },
): Promise<T> {
  const { client, socket } = await connected(server, outbound);
  try {
    return await work(client);
  } finally {
    await client.unbind().catch(() => {});
    socket.destroy();
  }
}

interface Connected {
  client: Client;
  socket: Socket;
}

async function connected(server: LdapServer, outbound: PinningGuard): Promise<Connected> {
  const { host, port, isTls } = endpointOf(server.issuer);
  let failure: unknown;
  try {
    // The guard knows web addresses; both kinds of connection are encrypted.
    const addresses = await outbound.addresses(new URL(`https://${urlHost(host)}:${port}`));
    for (const address of addresses.slice(0, MOST_TRIED)) {
      try {
        const options = { server, address, host, port };
        return isTls ? await byTls(options) : await byStartTls(options);
      } catch (error) {
        failure = error;
      }
    }
  } catch (error) {
    failure = error;
  }
  throw refusedAs(
    "CONNECTION_FAILED",
    `The directory "${server.name}" cannot be reached: ${reasonOf(failure)}`,
  );
}

interface Target {
  server: LdapServer;
  /** A checked address of the host. */
  address: string;
  host: string;
  port: number;
}

async function byTls({ server, address, host, port }: Target): Promise<Connected> {
  const socket = connectTls({ host: address, port, ...trust(server, host) });
  await until(socket, "secureConnect");
  return { client: clientOver(socket), socket };
}

async function byStartTls({ server, address, host, port }: Target): Promise<Connected> {
  const socket = connectTcp({ host: address, port });
  await until(socket, "connect");
  const client = clientOver(socket);
  try {
    await withDeadline(client.startTLS(trust(server, host)), socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return { client, socket };
}

/** A client that never connects again by itself: it would send passwords without StartTLS. */
function clientOver(socket: Socket | TLSSocket): Client {
  let isUsed = false;
  limitBytes(socket);
  const connection = () => {
    if (isUsed) throw new Refusal("CONNECTION_FAILED", "The directory closed the connection", {});
    isUsed = true;
    return socket;
  };
  return new Client({
    url: "ldap://pinned",
    timeout: ANSWER_MS,
    createConnection: connection as typeof connectTcp,
  });
}

function trust({ ldap }: LdapServer, host: string) {
  return { ...isIP(host) === 0 && { servername: host }, ...ldap?.ca && { ca: ldap.ca } };
}

async function until(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(event, () => resolve());
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("the connection was closed")));
  try {
    await withDeadline(promise, socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function withDeadline<T>(work: Promise<T>, socket: Socket): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${CONNECT_MS / 1_000} s`));
    socket.destroy();
  }, CONNECT_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function limitBytes(socket: Socket): void {
  let received = 0;
  socket.on("data", (data: Uint8Array) => {
    received += data.length;
    if (received > MOST_BYTES) socket.destroy(new Error("the answer has more than 8 MiB"));
  });
}

function endpointOf(address: string): { host: string; port: number; isTls: boolean } {
  const url = new URL(address);
  const isTls = url.protocol === "ldaps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { host, port: url.port === "" ? (isTls ? 636 : 389) : Number(url.port), isTls };
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
