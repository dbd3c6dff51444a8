import { sleep } from "../../concurrency/sleep.ts";
import { type Ms, msFromTicks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import type { BrowseNode, ConnectionTest } from "../../domain/source/types.ts";
import type { Inlet, Intake } from "../collected/inlet.ts";
import type { ConnectOptions } from "../source.ts";
import { ArrivedBatch } from "./arrived_batch.ts";
import { TopicBrowser } from "./browse.ts";
import type { MqttConnection, MqttMessage } from "./connection.ts";
import { Delivered } from "./delivered.ts";
import { dial } from "./dial.ts";
import { failureOf, MqttFailure, refusalOf } from "./failure.ts";
import { SessionFile } from "./session_file.ts";
import type { MqttConfig } from "./settings.ts";
import { SPARKPLUG, SparkplugNodes } from "./sparkplug/nodes.ts";
import { rebirthRequest } from "./sparkplug/payload.ts";
import { answered, testBroker } from "./test_broker.ts";
import { TopicReader } from "./topic_reader.ts";

/** Longer payloads are rejected. */
export const LONGEST_PAYLOAD = 1_024 * 1_024;
const ALIVE_MS = 200, CLOSE_MS = 2_000;
const FIRST_PAUSE_MS = 500, LONGEST_PAUSE_MS = 30_000;
/** A connection that held for so long begins with short pauses again. */
const STEADY_MS = 60_000;
/** No more is read while so many bytes are not on disk. */
const MOST_UNWRITTEN = 16 * 1_024 * 1_024;
/** What the broker kept has been read when messages are as new as this, and after so long in any case. */
const NEW_MS = 2_000, LONGEST_BACKLOG_MS = 60_000;

export interface IntakeOptions extends ConnectOptions<MqttConfig> {
  inlet: Inlet;
  /** It is only tested and browsed. */
  isTrial: boolean;
}

/** The session at a broker, resumed after every loss of the connection. */
export class MqttIntake implements Intake {
  readonly #closing = new AbortController();
  readonly #rows: TopicReader;
  readonly #nodes: SparkplugNodes;
  readonly #delivered = new Delivered();
  readonly #file: SessionFile;
  readonly #browser: TopicBrowser;
  readonly #running: Promise<void>;
  #connection: MqttConnection | null = null;
  /** What is sent again after the connection is lost is acknowledged in order. */
  #acknowledged: Promise<void> = Promise.resolve();
  #unwritten = 0;
  #isPaused = false;
  /** Until when the broker may be sending what it kept; null: it has. */
  #backlogUntil: Ms | null = null;
  #messages = 0;
  /** When the last ones came. */
  #takenMs: Ms = -Infinity;

  private constructor(private readonly options: IntakeOptions) {
    const { inlet, now, folder, settings: { config } } = options;
    this.#rows = new TopicReader(config.topics, inlet);
    this.#nodes = new SparkplugNodes({
      inlet,
      now,
      askForBirths: (group, node) =>
        this.#connection?.publish(`${SPARKPLUG}/${group}/NCMD/${node}`, rebirthRequest(now())),
    });
    this.#file = new SessionFile(folder);
    this.#browser = new TopicBrowser({ ...options, signal: this.#closing.signal });
    this.#running = options.isTrial ? Promise.resolve() : this.#run();
  }

  static start(options: IntakeOptions): Promise<MqttIntake> {
    return Promise.resolve(new MqttIntake(options));
  }

  /** The connection that runs answers for itself. */
  async test(): Promise<ConnectionTest> {
    if (this.#connection === null) return await testBroker({ ...this.options, signal: this.#closing.signal });
    const { now, settings: { config } } = this.options, beganMs = now();
    await this.#connection.ping().catch((error) => {
      throw refusalOf(failureOf(error, config));
    });
    return answered({ ...this.options, beganMs });
  }

  browse(node: string | null): Promise<BrowseNode[]> {
    return this.#browser.browse(node);
  }

  async close(): Promise<void> {
    const reason = new MqttFailure("The source is closed");
    this.#closing.abort(reason);
    // A broker that answers no more delays no end.
    const timer = setTimeout(() => this.#connection?.fail(reason), CLOSE_MS);
    await this.#running.finally(() => clearTimeout(timer));
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    const { inlet, now, random, settings: { config } } = this.options;
    for (let pauseMs = FIRST_PAUSE_MS; !this.#isClosing;) {
      const beganMs = now();
      try {
        await this.#session();
      } catch (error) {
        if (this.#isClosing) return;
        inlet.silent(failureOf(error, config).message);
      }
      pauseMs = now() - beganMs >= STEADY_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
      await this.#pause(pauseMs * (0.5 + random() / 2));
    }
  }

  /** One connection, until it ends. */
  async #session(): Promise<void> {
    const { now, settings: { config } } = this.options, beganMs = now();
    using connection = await dial({ ...this.options, signal: this.#closing.signal }, {
      clientId: this.#clientId,
      isClean: false,
      will: config.sparkplug_host === null
        ? undefined
        : hostState(config.sparkplug_host, { isOnline: false, atMs: beganMs }),
    });
    this.#begin(connection);
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      if (!connection.hasSession) await this.#tellGap();
      connection.receive((messages) => this.#take(connection, messages));
      await this.#subscribe(connection);
      timer = setInterval(() => this.#tellAlive(), ALIVE_MS);
      if (config.sparkplug_host !== null) {
        tellHost(connection, config.sparkplug_host, { isOnline: true, atMs: beganMs });
      }
      if (connection.hasSession) await this.#readBacklog(connection);
      await Promise.race([connection.ended, aborted(this.#closing.signal)]);
    } finally {
      clearInterval(timer);
      this.#connection = null;
      if (this.#isClosing) {
        connection.pause();
        await this.#acknowledged.catch(() => {});
        if (config.sparkplug_host !== null) {
          tellHost(connection, config.sparkplug_host, { isOnline: false, atMs: beganMs });
        }
      }
    }
  }

  #begin(connection: MqttConnection): void {
    this.#connection = connection;
    this.#isPaused = false;
    this.#backlogUntil = connection.hasSession ? this.options.now() + LONGEST_BACKLOG_MS : null;
    if (!connection.hasSession) this.#delivered.clear();
  }

  /** The broker kept nothing for us: what was sent meanwhile is lost. */
  async #tellGap(): Promise<void> {
    const { inlet } = this.options, aliveMs = inlet.aliveTo();
    if (aliveMs !== null) await inlet.gap(null, ticksFromMs(Math.max(aliveMs, this.#takenMs)));
  }

  async #subscribe(connection: MqttConnection): Promise<void> {
    const { inlet, settings: { config } } = this.options;
    const filters = [...new Set(config.topics.map(({ topic }) => topic))], clientId = this.#clientId;
    const stored = await this.#file.read();
    const known = connection.hasSession && stored.clientId === clientId ? stored.filters : [];
    await connection.unsubscribe(known.filter((filter) => !filters.includes(filter)));
    const refused = await connection.subscribe(filters.filter((filter) => !known.includes(filter)));
    for (const filter of refused) {
      inlet.reject(filter, "The broker does not let Andon subscribe to this topic");
    }
    if (filters.length > 0 && refused.length === filters.length) {
      throw new MqttFailure("The broker does not let Andon subscribe to any of the topics", true);
    }
    await this.#file.write({ clientId, filters: filters.filter((filter) => !refused.includes(filter)) });
  }

  /** A broker that answers a ping with no message before has sent all that it kept. */
  async #readBacklog(connection: MqttConnection): Promise<void> {
    while (this.#backlogUntil !== null && !this.#isClosing) {
      const before = this.#messages;
      await connection.ping();
      if (this.#messages === before && this.#unwritten === 0) this.#backlogUntil = null;
      else await this.#pause(ALIVE_MS);
    }
  }

  #tellAlive(): void {
    const { inlet, now } = this.options;
    if (this.#backlogUntil !== null && now() > this.#backlogUntil) this.#backlogUntil = null;
    if (this.#connection !== null && this.#backlogUntil === null && !this.#isPaused) inlet.alive(now());
  }

  #take(connection: MqttConnection, messages: readonly MqttMessage[]): void {
    const { inlet, now } = this.options;
    const batch = new ArrivedBatch(inlet), taken: number[] = [], ids: number[] = [];
    let bytes = 0;
    for (const message of messages) {
      if (message.id !== null) ids.push(message.id);
      if (this.#delivered.has(message)) continue;
      this.#read(message, batch);
      this.#delivered.add(message);
      if (message.id !== null) taken.push(message.id);
      bytes += message.payload.length;
    }
    this.#messages += messages.length;
    this.#takenMs = now();
    if (this.#backlogUntil !== null) this.#followBacklog(batch, now());
    this.#write(connection, { written: batch.written(), bytes, ids, taken });
    if (this.#backlogUntil === null && !this.#isPaused) this.#followSenders(batch, now());
  }

  #read(message: MqttMessage, batch: ArrivedBatch): void {
    const { topic, payload } = message;
    if (payload.length > LONGEST_PAYLOAD) {
      this.options.inlet.reject(
        topic,
        `The payload has ${payload.length} bytes; at most ${LONGEST_PAYLOAD} are taken`,
      );
    } else if (topic.startsWith(`${SPARKPLUG}/`)) {
      this.#nodes.take(message, batch);
    } else {
      this.#rows.take(message, batch);
    }
  }

  /** What the broker kept is as old as its senders say: evaluation follows it, as it would have then. */
  #followBacklog({ newest }: ArrivedBatch, nowMs: Ms): void {
    if (newest === -Infinity) return;
    if (newest >= ticksFromMs(nowMs - NEW_MS)) this.#backlogUntil = null;
    else this.options.inlet.alive(msFromTicks(newest));
  }

  /** Evaluation reaches what has just come, without waiting for the next sign of life. */
  #followSenders({ newest }: ArrivedBatch, nowMs: Ms): void {
    if (newest < ticksFromMs(nowMs - NEW_MS)) return;
    this.options.inlet.alive(Math.min(nowMs, msFromTicks(newest + TICKS_PER_MS - 1)));
  }

  #write(
    connection: MqttConnection,
    { written, bytes, ids, taken }: { written: Promise<void>; bytes: number; ids: number[]; taken: number[] },
  ): void {
    this.#unwritten += bytes;
    if (this.#unwritten > MOST_UNWRITTEN && !this.#isPaused) {
      this.#isPaused = true;
      connection.pause();
    }
    const before = this.#acknowledged;
    this.#acknowledged = written.then(async () => {
      await before;
      connection.acknowledge(ids);
    }).catch((error) => {
      // The broker sends again what was not acknowledged.
      this.#delivered.remove(taken);
      connection.fail(error);
    }).finally(() => {
      this.#unwritten -= bytes;
      if (!this.#isPaused || this.#unwritten > MOST_UNWRITTEN / 2 || this.#connection !== connection) return;
      this.#isPaused = false;
      connection.resume();
    });
  }

  get #clientId(): string {
    return this.options.settings.config.client_id ?? this.options.clientName;
  }

  async #pause(ms: Ms): Promise<void> {
    await sleep(ms, this.#closing.signal).catch(() => {});
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}

interface HostState {
  isOnline: boolean;
  atMs: Ms;
}

function hostState(host: string, { isOnline, atMs }: HostState) {
  return {
    topic: `${SPARKPLUG}/STATE/${host}`,
    payload: JSON.stringify({ online: isOnline, timestamp: atMs }),
  };
}

function tellHost(connection: MqttConnection, host: string, state: HostState): void {
  const { topic, payload } = hostState(host, state);
  connection.publish(topic, payload, { qos: 1, retain: true });
}
