import type { MqttClient } from "mqtt";
import { readSparkplug } from "../../connectors/mqtt/sparkplug/payload.ts";
import { encodeField, joined } from "../../connectors/mqtt/sparkplug/protobuf.ts";
import type { Mosquitto } from "./mosquitto.ts";

export interface SentMetric {
  name?: string;
  alias?: number;
  timestamp?: number;
  datatype: number;
  value?: number | bigint | string | boolean;
  isHistorical?: boolean;
  isNull?: boolean;
  properties?: Record<string, string | number>;
}

export interface SentPayload {
  timestamp?: number;
  seq?: number;
  metrics: readonly SentMetric[];
}

const FLOAT = 9, DOUBLE = 10, BOOLEAN = 11, INT32 = 3, UINT32 = 7;

/** A payload as edge nodes encode it. */
export function sparkplugPayload({ timestamp, seq, metrics }: SentPayload): Uint8Array {
  return joined([
    ...timestamp === undefined ? [] : [encodeField(1, timestamp)],
    ...metrics.map((metric) => encodeField(2, encodedMetric(metric))),
    ...seq === undefined ? [] : [encodeField(3, seq)],
  ]);
}

function encodedMetric(metric: SentMetric): Uint8Array {
  const { name, alias, timestamp, datatype, value, isHistorical, isNull, properties } = metric;
  return joined([
    ...name === undefined ? [] : [encodeField(1, name)],
    ...alias === undefined ? [] : [encodeField(2, alias)],
    ...timestamp === undefined ? [] : [encodeField(3, timestamp)],
    encodeField(4, datatype),
    ...isHistorical ? [encodeField(5, 1)] : [],
    ...isNull ? [encodeField(7, 1)] : [],
    ...properties === undefined ? [] : [encodeField(9, encodedProperties(properties))],
    ...value === undefined ? [] : [encodedValue(datatype, value)],
  ]);
}

function encodedProperties(properties: Record<string, string | number>): Uint8Array {
  return joined([
    ...Object.keys(properties).map((name) => encodeField(1, name)),
    ...Object.values(properties).map((value) =>
      encodeField(
        2,
        typeof value === "string"
          ? encodeField(8, value)
          : joined([encodeField(1, INT32), encodeField(3, value)]),
      )
    ),
  ]);
}

function encodedValue(datatype: number, value: NonNullable<SentMetric["value"]>): Uint8Array {
  if (typeof value === "string") return encodeField(15, value);
  if (datatype === BOOLEAN) return encodeField(14, value ? 1 : 0);
  if (datatype === FLOAT || datatype === DOUBLE) return encodedFraction(datatype, Number(value));
  const isShort = datatype <= INT32 || datatype >= 5 && datatype <= UINT32;
  return isShort
    ? encodeField(10, BigInt.asUintN(32, BigInt(value)))
    : encodeField(11, BigInt.asUintN(64, BigInt(value)));
}

function encodedFraction(datatype: number, value: number): Uint8Array {
  const isFloat = datatype === FLOAT,
    bytes = new Uint8Array(isFloat ? 5 : 9),
    view = new DataView(bytes.buffer);
  bytes[0] = isFloat ? 12 << 3 | 5 : 13 << 3 | 1;
  if (isFloat) view.setFloat32(1, value, true);
  else view.setFloat64(1, value, true);
  return bytes;
}

/** An edge node of Sparkplug B, as far as the tests need one: it publishes at a broker and is asked for its births. */
export class SparkplugNode {
  #seq = 0;
  #lastMs = 0;
  rebirths = 0;

  private constructor(
    readonly client: MqttClient,
    private readonly options: { name: string; bdSeq: number },
  ) {}

  static async connect(
    broker: Mosquitto,
    { name, bdSeq = 0 }: { name: string; bdSeq?: number },
  ): Promise<SparkplugNode> {
    const client = await broker.client({
      will: {
        topic: `spBv1.0/Plant/NDEATH/${name}`,
        payload: deathOf(bdSeq) as never,
        qos: 1,
        retain: false,
      },
      reconnectPeriod: 0,
    });
    const node = new SparkplugNode(client, { name, bdSeq });
    client.on("message", (_, payload) => {
      if (readSparkplug(payload).metrics[0]?.name === "Node Control/Rebirth") node.rebirths++;
    });
    await client.subscribeAsync(`spBv1.0/Plant/NCMD/${name}`, { qos: 1 });
    return node;
  }

  /** NBIRTH, with its number of the session. */
  async birth(metrics: readonly SentMetric[], timestamp = this.#now()): Promise<void> {
    this.#seq = 0;
    const all = [{ name: "bdSeq", datatype: 4, value: this.options.bdSeq }, ...metrics];
    await this.#publish("NBIRTH", { timestamp, metrics: all });
  }

  /** DBIRTH, NDATA, DDATA or DDEATH. */
  async send(
    type: string,
    metrics: readonly SentMetric[],
    { device, timestamp = this.#now() }: { device?: string; timestamp?: number } = {},
  ) {
    await this.#publish(type, { timestamp, metrics }, device);
  }

  /** A message is lost on its way. */
  lose(): void {
    this.#seq = (this.#seq + 1) % 256;
  }

  /** Without a goodbye: the broker tells its death. */
  die(): void {
    this.client.stream.destroy();
  }

  /** No two messages have the same time. */
  #now(): number {
    return this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
  }

  async #publish(type: string, payload: SentPayload, device?: string): Promise<void> {
    const topic = `spBv1.0/Plant/${type}/${this.options.name}${device === undefined ? "" : `/${device}`}`;
    const bytes = sparkplugPayload({ ...payload, seq: this.#seq });
    this.#seq = (this.#seq + 1) % 256;
    await this.client.publishAsync(topic, bytes as never);
  }
}

export function deathOf(bdSeq: number): Uint8Array {
  return sparkplugPayload({ metrics: [{ name: "bdSeq", datatype: 4, value: bdSeq }] });
}
