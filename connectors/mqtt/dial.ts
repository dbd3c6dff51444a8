import { checkedSocket } from "../checked_socket.ts";
import type { ConnectOptions } from "../source.ts";
import { type ConnectionOptions, MqttConnection } from "./connection.ts";
import { ConnectionClosed, failureOf, unanswered } from "./failure.ts";
import type { MqttConfig } from "./settings.ts";

const CONNECT_MS = 10_000;

export interface DialOptions extends Pick<ConnectOptions<MqttConfig>, "settings" | "outbound"> {
  signal: AbortSignal;
}

/** Connects to the broker of these settings. Throws an MqttFailure. */
export async function dial(
  { settings: { config, secrets }, outbound, signal }: DialOptions,
  session: Pick<ConnectionOptions, "clientId" | "isClean" | "will">,
): Promise<MqttConnection> {
  const { host, port, tls, ca, certificate, version, user } = config;
  try {
    const socket = await checkedSocket({
      server: { host, port, plain: tls ? null : "MQTT" },
      tls: tls ? { ca, certificate, key: secrets.client_key ?? null } : null,
      outbound,
      connectMs: CONNECT_MS,
      signal,
    });
    const stop = () => socket.destroy();
    signal.addEventListener("abort", stop);
    try {
      return await MqttConnection.open({
        ...session,
        socket,
        version: version === "5" ? 5 : 4,
        user,
        password: user === null ? undefined : secrets.password,
      });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  } catch (error) {
    throw error instanceof ConnectionClosed ? unanswered(config) : failureOf(error, config);
  }
}
