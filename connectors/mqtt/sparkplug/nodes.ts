import { type Ms, ticksFromMs } from "../../../domain/shared/time.ts";
import type { Arrived, Inlet } from "../../collected/inlet.ts";
import type { ArrivedBatch } from "../arrived_batch.ts";
import type { MqttMessage } from "../connection.ts";
import {
  dataTypeOf,
  type Metric,
  metricValue,
  readSparkplug,
  type SparkplugPayload,
  unreadType,
} from "./payload.ts";
import { Malformed } from "./protobuf.ts";

export const SPARKPLUG = "spBv1.0";
/** An edge node is asked again for its births at the earliest after so long. */
const ASK_AGAIN_MS = 30_000;
/** The most metrics of all edge nodes of a source. */
const MOST_KNOWN = 20_000;
const MOST_NODES = 2_000;
const SEQUENCE = 256;
const NOT_STREAMS = /^(bdSeq$|Node Control\/|Device Control\/)/;

interface KnownMetric {
  stream: string;
  datatype: number;
}

/** What the births of an edge node have told. */
interface EdgeNode {
  isOnline: boolean;
  bdSeq: bigint | null;
  /** Of its last message. */
  seq: number | null;
  lastMs: Ms;
  askedMs: Ms;
  devices: Set<string>;
  byAlias: Map<bigint, KnownMetric>;
  byName: Map<string, KnownMetric>;
}

interface Source {
  group: string;
  node: string;
  device: string | null;
}

export interface NodesOptions {
  inlet: Inlet;
  now: () => Ms;
  /** Sends an edge node the request for its births. */
  askForBirths: (group: string, node: string) => void;
}

/** The edge nodes of a broker: their births, data and deaths, as Sparkplug 3.0 has them. */
export class SparkplugNodes {
  readonly #nodes = new Map<string, EdgeNode>();

  constructor(private readonly options: NodesOptions) {}

  /** A message whose topic begins with `spBv1.0/`. */
  take({ topic, payload, isRepeated }: MqttMessage, batch: ArrivedBatch): void {
    const [, group, type, node, device = null] = topic.split("/");
    if (group === undefined || type === undefined || node === undefined) return;
    const source = { group, node, device };
    if (this.#nodes.size >= MOST_NODES && !this.#nodes.has(nameOf(source))) {
      return this.options.inlet.reject(topic, `A source takes at most ${MOST_NODES} edge nodes`);
    }
    try {
      if (type === "NDEATH") return this.#nodeDied(source, { payload: readSparkplug(payload), batch });
      if (!/^(NBIRTH|[ND]DATA|D(BIRTH|DATA|DEATH))$/.test(type)) return;
      const read = readSparkplug(payload);
      if (type === "NBIRTH") return this.#born(source, { payload: read, batch });
      if (!isRepeated) this.#count(source, { payload: read, batch });
      if (type === "DBIRTH") this.#deviceBorn(source, { payload: read, batch });
      else if (type === "DDEATH") this.#deviceDied(source, { payload: read, batch });
      else this.#data(source, { payload: read, batch, topic });
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.options.inlet.reject(topic, `The payload is no Sparkplug B: ${error.message}`);
    }
  }

  #born(source: Source, { payload, batch }: Told): void {
    const bdSeq = payload.metrics.find(({ name }) => name === "bdSeq");
    const node: EdgeNode = {
      isOnline: true,
      bdSeq: bdSeqOf(bdSeq),
      seq: payload.seq,
      lastMs: payload.timestampMs ?? this.options.now(),
      askedMs: this.#nodes.get(nameOf(source))?.askedMs ?? -Infinity,
      devices: new Set(),
      byAlias: new Map(),
      byName: new Map(),
    };
    this.#nodes.set(nameOf(source), node);
    this.#learn(source, { payload, batch, node });
  }

  #deviceBorn(source: Source, { payload, batch }: Told): void {
    const node = this.#nodes.get(nameOf(source));
    if (!node?.isOnline) return this.#ask(source);
    node.devices.add(source.device ?? "");
    this.#learn(source, { payload, batch, node });
  }

  /** A birth tells the streams with their types and units, and their values as of its time. */
  #learn(source: Source, { payload, batch, node }: Told & { node: EdgeNode }): void {
    const { inlet } = this.options, prefix = prefixOf(source);
    const arrived: Arrived[] = [];
    let room = MOST_KNOWN - this.#known();
    const announced = payload.metrics.flatMap((metric) => {
      const { name, alias, unit, datatype } = metric;
      if (name === null || name === "" || NOT_STREAMS.test(name)) return [];
      const stream = prefix + name, type = dataTypeOf(datatype);
      if (type === undefined || datatype === null) {
        inlet.reject(stream, unreadType(datatype));
        return [];
      }
      if (room-- <= 0) {
        inlet.reject(stream, `A source takes at most ${MOST_KNOWN} metrics of Sparkplug`);
        return [];
      }
      const known = { stream, datatype };
      node.byName.set(stream, known);
      if (alias !== null) node.byAlias.set(alias, known);
      const timeMs = metric.isHistorical ? metric.timestampMs : payload.timestampMs ?? metric.timestampMs;
      arrived.push(arrivedOf(metric, { known, timeMs }));
      return [{
        stream,
        type,
        unit,
        path: [...prefix.split("/"), ...name.split("/").slice(0, -1)].filter(Boolean),
      }];
    });
    batch.announce(announced);
    for (const one of arrived) batch.add(one);
  }

  #data(source: Source, { payload, batch, topic }: Told & { topic: string }): void {
    const node = this.#nodes.get(nameOf(source)), { device } = source;
    if (!node?.isOnline || device !== null && !node.devices.has(device)) {
      this.options.inlet.reject(topic, "Its birth is not known; it is asked for");
      return this.#ask(source);
    }
    const prefix = prefixOf(source);
    for (const metric of payload.metrics) {
      const known = metric.name === null || metric.name === ""
        ? node.byAlias.get(metric.alias ?? -1n)
        : node.byName.get(prefix + metric.name);
      if (known === undefined) {
        if (metric.name !== null && NOT_STREAMS.test(metric.name)) continue;
        this.options.inlet.reject(
          topic,
          `No birth has told ${metric.name ?? `alias ${metric.alias}`}; it is asked for`,
        );
        this.#ask(source);
      } else {
        batch.add(arrivedOf(metric, { known, timeMs: metric.timestampMs ?? payload.timestampMs }));
      }
    }
  }

  #nodeDied(source: Source, { payload, batch }: Told): void {
    const node = this.#nodes.get(nameOf(source));
    const bdSeq = bdSeqOf(payload.metrics.find(({ name }) => name === "bdSeq"));
    // The death of an earlier session, which the broker tells after the birth of the next one.
    if (node !== undefined && node.bdSeq !== null && bdSeq !== null && node.bdSeq !== bdSeq) return;
    if (node !== undefined) node.isOnline = false;
    // The time in it is that of the connect, when the broker got it. The clock of the edge node may be ahead of ours.
    const timeMs = Math.max(this.options.now(), (node?.lastMs ?? -Infinity) + 1);
    this.#turnBad(prefixOf({ ...source, device: null }), { batch, timeMs });
  }

  #deviceDied(source: Source, { payload, batch }: Told): void {
    this.#nodes.get(nameOf(source))?.devices.delete(source.device ?? "");
    this.#turnBad(prefixOf(source), { batch, timeMs: payload.timestampMs });
  }

  #turnBad(prefix: string, { batch, timeMs }: { batch: ArrivedBatch; timeMs: Ms | null }): void {
    const time = timeMs === null ? null : ticksFromMs(timeMs);
    for (const stream of this.#streams(prefix)) batch.add({ stream, time, value: null, quality: "bad" });
  }

  /** Messages are numbered; a number that is missing is a message that was lost. */
  #count(source: Source, { payload, batch }: Told): void {
    const node = this.#nodes.get(nameOf(source)), { seq, timestampMs } = payload;
    if (!node?.isOnline) return;
    if (node.seq !== null && seq !== null && seq !== (node.seq + 1) % SEQUENCE) {
      batch.gap(this.#streams(prefixOf({ ...source, device: null })), ticksFromMs(node.lastMs));
      this.#ask(source);
    }
    node.seq = seq ?? node.seq;
    node.lastMs = Math.max(node.lastMs, timestampMs ?? node.lastMs);
  }

  #ask(source: Source): void {
    const nowMs = this.options.now(), name = nameOf(source);
    const node = this.#nodes.get(name) ?? unknownNode();
    this.#nodes.set(name, node);
    if (nowMs - node.askedMs < ASK_AGAIN_MS) return;
    node.askedMs = nowMs;
    this.options.askForBirths(source.group, source.node);
  }

  #known(): number {
    let known = 0;
    for (const { byName } of this.#nodes.values()) known += byName.size;
    return known;
  }

  /** Those that births have told, which may not be stored yet, and those of an earlier start. */
  #streams(prefix: string): string[] {
    const told = [...this.#nodes.values()].flatMap(({ byName }) => [...byName.keys()]);
    return [...new Set([...told, ...this.options.inlet.streams()])].filter((name) => name.startsWith(prefix));
  }
}

interface Told {
  payload: SparkplugPayload;
  batch: ArrivedBatch;
}

function unknownNode(): EdgeNode {
  const none = { bdSeq: null, seq: null, lastMs: -Infinity, askedMs: -Infinity };
  return { ...none, isOnline: false, devices: new Set(), byAlias: new Map(), byName: new Map() };
}

function nameOf({ group, node }: Source): string {
  return `${group}/${node}`;
}

/** What the names of its streams begin with. */
function prefixOf({ group, node, device }: Source): string {
  return device === null ? `${group}/${node}/` : `${group}/${node}/${device}/`;
}

function bdSeqOf(metric: Metric | undefined): bigint | null {
  return typeof metric?.raw?.wire === "bigint" ? metric.raw.wire : null;
}

function arrivedOf(metric: Metric, { known, timeMs }: { known: KnownMetric; timeMs: Ms | null }): Arrived {
  const value = metricValue(metric, known.datatype);
  return {
    stream: known.stream,
    time: timeMs === null ? null : ticksFromMs(timeMs),
    value,
    quality: value === null ? "bad" : metric.quality ?? "good",
    ...metric.unit !== null && { unit: metric.unit },
  };
}
