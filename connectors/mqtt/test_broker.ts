import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { ConnectionTest } from "../../domain/source/types.ts";
import type { ConnectOptions } from "../source.ts";
import type { MqttConnection } from "./connection.ts";
import { dial } from "./dial.ts";
import { failureOf, MqttFailure, refusalOf } from "./failure.ts";
import { type MqttConfig, receiverOf } from "./settings.ts";

export interface TrialOptions
  extends Pick<ConnectOptions<MqttConfig>, "settings" | "outbound" | "clientName" | "now" | "random"> {
  signal: AbortSignal;
}

/** Connects under another client id than the session has, which would otherwise be taken over. */
export async function tried<T>(
  options: TrialOptions,
  work: (connection: MqttConnection) => Promise<T>,
): Promise<T> {
  const { settings: { config }, clientName, random } = options;
  const clientId = `${config.client_id ?? clientName}-${random().toString(36).slice(2, 8)}`;
  try {
    using connection = await dial(options, { clientId, isClean: true });
    return await work(connection);
  } catch (error) {
    throw refusalOf(failureOf(error, config));
  }
}

/** Throws INVALID_CREDENTIALS or CONNECTION_FAILED. */
export async function testBroker(options: TrialOptions): Promise<ConnectionTest> {
  const { settings: { config }, now } = options, beganMs = now();
  const filters = [...new Set(config.topics.map(({ topic }) => topic))];
  const refused = await tried(options, async (connection) => {
    const refused = await connection.subscribe(filters);
    if (refused.length > 0 && refused.length === filters.length) {
      throw new MqttFailure("The broker does not let Andon subscribe to any of the topics", true);
    }
    return refused;
  });
  const topics = filters.length === 0
    ? "None is chosen yet"
    : `${filters.length - refused.length} of ${filters.length} allowed`;
  const facts = { Topics: topics, ...refused.length > 0 && { Refused: refused.join(", ") } };
  return answered({ ...options, beganMs }, facts);
}

/** What a broker that answers is told to be. */
export function answered(
  { settings: { config }, now, beganMs }: Pick<TrialOptions, "settings" | "now"> & { beganMs: Ms },
  facts: Readonly<Record<string, string>> = {},
): ConnectionTest {
  return {
    connection_status: "connected",
    facts: { Broker: `${receiverOf(config)}, MQTT ${config.version}`, ...facts },
    info: {},
    latency_ms: now() - beganMs,
    tested_at: isoFromMs(now()),
  };
}
