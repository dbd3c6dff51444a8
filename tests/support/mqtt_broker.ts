import { Aedes, type PublishPacket } from "aedes";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { RECEIVER_CA, RECEIVER_KEY } from "./smtp_receiver.ts";

export interface BrokerMessage {
  topic: string;
  qos: number;
  retain: boolean;
  payload: string;
}

export interface MqttBroker extends AsyncDisposable {
  port: number;
  messages: BrokerMessage[];
  /** The ids of the clients that connected. */
  clients: string[];
  /** The filters that clients have unsubscribed. */
  unsubscribed: string[];
}

export interface BrokerOptions {
  tls?: boolean;
  /** Who may connect; anybody when absent. */
  user?: { name: string; password: string };
  /** Which filters may be subscribed; all when absent. */
  maySubscribe?: (filter: string) => boolean;
}

/** A real MQTT broker on loopback that keeps what is published. */
export async function mqttBroker(
  { tls = false, user, maySubscribe = () => true }: BrokerOptions = {},
): Promise<MqttBroker> {
  const broker = await Aedes.createBroker();
  const messages: BrokerMessage[] = [], clients: string[] = [], unsubscribed: string[] = [];
  broker.authenticate = (client, name, password, done) => {
    clients.push(client.id);
    const isKnown = user === undefined || (name === user.name && String(password) === user.password);
    if (isKnown) done(null, true);
    else done(Object.assign(new Error("Not authorized"), { returnCode: 5 }), false);
  };
  broker.authorizeSubscribe = (_, subscription, done) =>
    done(null, maySubscribe(subscription.topic) ? subscription : null);
  broker.on("publish", ({ topic, qos, retain, payload }: PublishPacket) => {
    if (topic.startsWith("$SYS")) return;
    messages.push({ topic, qos, retain, payload: String(payload) });
  });
  broker.on("unsubscribe", (filters: string[]) => void unsubscribed.push(...filters));
  broker.on("connectionError", () => {});
  broker.on("clientError", () => {});
  const serve = (socket: Socket) => void broker.handle(socket);
  const server: Server = tls
    ? createTlsServer({ cert: RECEIVER_CA, key: RECEIVER_KEY }, serve)
    : createServer(serve);
  server.on("tlsClientError", () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The broker has no port");
  return {
    port: address.port,
    messages,
    clients,
    unsubscribed,
    async [Symbol.asyncDispose]() {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      broker.close(() => server.close(() => resolve()));
      await closed;
    },
  };
}
