import { MqttClient } from "mqtt";
import { fill, inTopic, valuesOf } from "../../../domain/contact_point/placeholders.ts";
import { checkedSocket } from "../../checked_socket.ts";
import { AttemptEnded, unanswered } from "../attempt.ts";
import { messageBody } from "../message_body.ts";
import type { CreateTransport } from "../transport.ts";

/** Those of a refused connection (MQTT 3.1.1) after which the same may succeed. */
const SERVER_UNAVAILABLE = 3;
const QUALITIES = [0, 1, 2] as const;
const LONGEST_TOPIC_BYTES = 1_000;

/** One connection a message, with a clean session. */
export const mqttTransport: CreateTransport<"mqtt"> = ({ config, secrets }, options) => {
  const { host, port, tls, user, retain, ca } = config;
  const qos = QUALITIES[config.qos];
  return {
    host,
    async attempt(message, signal) {
      const topic = fill(config.topic, { values: valuesOf(message), secrets: {}, escape: inTopic });
      if (new TextEncoder().encode(topic).length > LONGEST_TOPIC_BYTES) {
        throw new AttemptEnded(unanswered("failed", "The topic is too long with the values of the message"));
      }
      const socket = await checkedSocket({
        server: { host, port, plain: tls ? null : "MQTT" },
        tls: tls ? { ca } : null,
        outbound: options.outbound,
        connectMs: options.connectMs,
        signal,
      });
      const client = new MqttClient(() => socket, {
        clientId: `andon-${crypto.randomUUID().slice(0, 13)}`,
        username: user ?? undefined,
        password: user === null ? undefined : secrets.password,
        clean: true,
        protocolVersion: 4,
        reconnectPeriod: 0,
        connectTimeout: options.connectMs,
        timerVariant: "native",
      });
      try {
        await connectedTo(client, signal);
        const payload = JSON.stringify(messageBody(message));
        await untilAborted(signal, client, client.publishAsync(topic, payload, { qos, retain }));
        const words = qos === 0
          ? "Sent without a confirmation (QoS 0)"
          : `The broker confirmed the message (QoS ${qos})`;
        return { outcome: "accepted", status: 0, words, retry_after_ms: null };
      } finally {
        await client.endAsync(signal.aborted).catch(() => {});
        socket.destroy();
      }
    },
  };
};

async function connectedTo(client: MqttClient, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.once("connect", () => resolve());
  client.on("error", (error) => reject(refusedOr(error)));
  client.once("close", () => reject(new Error("The broker closed the connection")));
  await untilAborted(signal, client, promise);
}

/** A promise that also ends with the connection and with the signal. */
async function untilAborted<T>(signal: AbortSignal, client: MqttClient, work: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  const onClose = () => reject(new Error("The broker closed the connection"));
  signal.addEventListener("abort", onAbort);
  client.once("close", onClose);
  work.catch(() => {});
  try {
    signal.throwIfAborted();
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    client.off("close", onClose);
  }
}

/** A refused connection has a return code from 1 to 5. */
function refusedOr(error: Error): Error {
  const code = "code" in error ? error.code : undefined;
  if (typeof code !== "number") return error;
  const outcome = code === SERVER_UNAVAILABLE ? "retry" : "failed";
  return new AttemptEnded({ ...unanswered(outcome, error.message), status: code });
}
