import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { generate, type IPublishPacket, type Packet, type Parser, parser } from "mqtt-packet";
import { brokerDisconnected, ConnectionClosed, MqttFailure, refusedConnection } from "./failure.ts";

const KEEP_ALIVE_SECONDS = 30;
/** A ping each; a broker from which nothing comes for so long is gone. */
const PING_MS = 5_000, DEAD_MS = 15_000;
const ANSWER_MS = 10_000;
/** MQTT 5: how long a broker keeps what comes while Andon is away. */
const SESSION_SECONDS = 7 * 86_400;
/** Messages with QoS 1 that a broker may send before their acknowledgement. */
const RECEIVE_MAXIMUM = 10_000;
/** A longer packet ends the connection. */
const LONGEST_PACKET = 8 * 1024 * 1024;
const RETAIN_HANDLING_NEW = 1;
const FAILED = 0x80;

export interface MqttMessage {
  topic: string;
  payload: Uint8Array;
  /** It was published before: the broker had kept it, or has sent it before. */
  isRepeated: boolean;
  /** It is sent again, since an acknowledgement did not arrive. */
  isDuplicate: boolean;
  /** Null: with QoS 0, without an acknowledgement. */
  id: number | null;
}

export interface ConnectionOptions {
  socket: Socket;
  version: 4 | 5;
  clientId: string;
  /** Without it the broker keeps a session for this client id. */
  isClean: boolean;
  user: string | null;
  password: string | undefined;
  will?: { topic: string; payload: string };
}

export interface PublishOptions {
  qos?: 0 | 1;
  retain?: boolean;
}

/** One connection to a broker, over an open socket. Its acknowledgements are the caller's. */
export class MqttConnection implements Disposable {
  readonly #parser: Parser;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  readonly #waiting = new Map<string, { resolve(packet: Packet): void; reject(error: Error): void }>();
  readonly #ended = Promise.withResolvers<never>();
  #messages: MqttMessage[] = [];
  #onMessages: ((messages: readonly MqttMessage[]) => void) | undefined;
  #nextId = 1;
  /** Answers of pings have no number: several wait for one. */
  #pinging: Promise<void> | null = null;
  #heardAt = performance.now();
  #isEnded = false;
  hasSession = false;

  private constructor(private readonly options: ConnectionOptions) {
    const { socket, version } = options;
    this.#ended.promise.catch(() => {});
    this.#parser = parser({ protocolVersion: version });
    this.#parser.on("packet", (packet) => this.#take(packet));
    this.#parser.on(
      "error",
      (error) => this.#end(new MqttFailure(`The broker sent what is no MQTT: ${error.message}`)),
    );
    socket.on("data", (data: Uint8Array) => this.#read(data));
    socket.on("error", (error: Error) => this.#end(error));
    socket.on("close", () => this.#end(new ConnectionClosed()));
  }

  /** Throws an MqttFailure, or an error of the socket. */
  static async open(options: ConnectionOptions): Promise<MqttConnection> {
    const connection = new MqttConnection(options);
    try {
      await connection.#connect();
      return connection;
    } catch (error) {
      connection[Symbol.dispose]();
      throw error;
    }
  }

  /** Passes on the messages of each read, and those that came before. */
  receive(onMessages: (messages: readonly MqttMessage[]) => void): void {
    this.#onMessages = onMessages;
    this.#passOn();
  }

  /** Rejects with why the connection ended. */
  get ended(): Promise<never> {
    return this.#ended.promise;
  }

  /** The filters that the broker refuses. */
  async subscribe(filters: readonly string[]): Promise<string[]> {
    if (filters.length === 0) return [];
    const messageId = this.#newId(), { version } = this.options;
    const told = version === 5 ? { rh: RETAIN_HANDLING_NEW, rap: false, nl: false } : {};
    const subscriptions = filters.map((topic) => ({ topic, qos: 1 as const, ...told }));
    const answer = await this.#asked(`suback ${messageId}`, { cmd: "subscribe", messageId, subscriptions });
    const granted = answer.cmd === "suback" ? answer.granted.map(Number) : [];
    return filters.filter((_, i) => (granted[i] ?? FAILED) >= FAILED);
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    if (filters.length === 0) return;
    const messageId = this.#newId();
    await this.#asked(`unsuback ${messageId}`, {
      cmd: "unsubscribe",
      messageId,
      unsubscriptions: [...filters],
    });
  }

  /** Sends a message once. */
  publish(
    topic: string,
    payload: Uint8Array | string,
    { qos = 0, retain = false }: PublishOptions = {},
  ): void {
    const bytes = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
    const messageId = qos === 0 ? undefined : this.#newId();
    this.#send({ cmd: "publish", topic, payload: asBuffer(bytes), qos, retain, dup: false, messageId });
  }

  /** Acknowledges messages with QoS 1, in the order in which they came. */
  acknowledge(ids: readonly number[]): void {
    if (this.#isEnded || ids.length === 0) return;
    const bytes = new Uint8Array(4 * ids.length);
    ids.forEach((id, i) => bytes.set([0x40, 2, id >> 8, id & 255], 4 * i));
    this.options.socket.write(bytes);
  }

  /** Resolves when the broker has answered a ping. */
  ping(): Promise<void> {
    return this.#pinging ??= this.#asked("pingresp", { cmd: "pingreq" }).then(() => {})
      .finally(() => this.#pinging = null);
  }

  pause(): void {
    this.options.socket.pause();
  }

  resume(): void {
    this.#heardAt = performance.now();
    this.options.socket.resume();
  }

  /** Ends the connection for a reason of ours. */
  fail(error: Error): void {
    this.#end(error);
  }

  /** Says goodbye, and ends the connection. */
  [Symbol.dispose](): void {
    this.#send({ cmd: "disconnect" });
    this.#end(new MqttFailure("The connection is closed"));
  }

  async #connect(): Promise<void> {
    const { version, clientId, isClean, user, password, will } = this.options;
    const properties = version === 5
      ? {
        sessionExpiryInterval: isClean ? 0 : SESSION_SECONDS,
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: LONGEST_PACKET,
      }
      : undefined;
    const answer = await this.#asked("connack", {
      cmd: "connect",
      protocolId: "MQTT",
      protocolVersion: version,
      clientId,
      clean: isClean,
      keepalive: KEEP_ALIVE_SECONDS,
      ...user !== null && { username: user },
      ...password !== undefined && { password: asBuffer(new TextEncoder().encode(password)) },
      ...will !== undefined && { will: { ...will, qos: 1, retain: true } },
      properties,
    });
    if (answer.cmd !== "connack") return;
    const code = (version === 5 ? answer.reasonCode : answer.returnCode) ?? 0;
    if (code !== 0) throw refusedConnection(code);
    this.hasSession = answer.sessionPresent;
    this.#timers.push(setInterval(() => this.#keepAlive(), PING_MS));
  }

  #keepAlive(): void {
    if (this.options.socket.isPaused()) return;
    if (performance.now() - this.#heardAt > DEAD_MS) {
      return this.#end(new MqttFailure(`Nothing came from the broker for ${DEAD_MS / 1_000} s`));
    }
    this.#send({ cmd: "pingreq" });
  }

  #read(data: Uint8Array): void {
    if (this.#isEnded) return;
    this.#heardAt = performance.now();
    const rest = this.#parser.parse(asBuffer(data));
    if (rest > LONGEST_PACKET) {
      return this.#end(
        new MqttFailure(`A message has more than ${LONGEST_PACKET / 2 ** 20} MiB; limit them at the broker`),
      );
    }
    this.#passOn();
  }

  #passOn(): void {
    const messages = this.#messages;
    if (messages.length === 0 || this.#onMessages === undefined) return;
    this.#messages = [];
    this.#onMessages(messages);
  }

  #take(packet: Packet): void {
    if (packet.cmd === "publish") return this.#takeMessage(packet);
    if (packet.cmd === "disconnect") return this.#end(brokerDisconnected(packet.reasonCode ?? 0));
    const key = packet.cmd === "suback" || packet.cmd === "unsuback"
      ? `${packet.cmd} ${packet.messageId}`
      : packet.cmd;
    this.#waiting.get(key)?.resolve(packet);
    this.#waiting.delete(key);
  }

  #takeMessage({ topic, payload, qos, retain, dup, messageId = 0 }: IPublishPacket): void {
    if (qos === 2) {
      return this.#end(
        new MqttFailure("The broker sent a message with QoS 2, which Andon did not subscribe"),
      );
    }
    this.#messages.push({
      topic,
      payload: payload as Uint8Array,
      isRepeated: retain || dup,
      isDuplicate: dup,
      id: qos === 0 ? null : messageId,
    });
  }

  async #asked(key: string, packet: Packet): Promise<Packet> {
    const answer = Promise.withResolvers<Packet>();
    this.#waiting.set(key, answer);
    const timer = setTimeout(
      () => answer.reject(new MqttFailure(`The broker did not answer within ${ANSWER_MS / 1_000} s`)),
      ANSWER_MS,
    );
    try {
      this.#send(packet);
      return await Promise.race([answer.promise, this.ended]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(key);
    }
  }

  #newId(): number {
    const id = this.#nextId;
    this.#nextId = id % 65_535 + 1;
    return id;
  }

  #send(packet: Packet): void {
    if (!this.#isEnded) {
      this.options.socket.write(generate(packet, { protocolVersion: this.options.version }));
    }
  }

  #end(error: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#ended.reject(error);
    const { socket } = this.options;
    socket.end();
    socket.destroySoon();
  }
}

/** The same bytes, as the packets' library needs them. */
function asBuffer(bytes: Uint8Array) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
