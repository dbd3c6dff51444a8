import { cutText } from "../../domain/shared/text.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { BrowseNode, BrowsePick } from "../../domain/source/types.ts";
import { MqttFailure } from "./failure.ts";
import { fieldsOf } from "./path.ts";
import { MOST_FIELDS, payloadText, plainValue } from "./payload.ts";
import { ALL_FIELDS } from "./settings.ts";
import { SPARKPLUG } from "./sparkplug/nodes.ts";
import { dataTypeOf, type Metric, metricValue, readSparkplug } from "./sparkplug/payload.ts";
import { type TrialOptions, tried } from "./test_broker.ts";

/** How long messages are collected, and how much of them. */
const COLLECT_MS = 3_000;
const MOST_TOPICS = 5_000, MOST_BYTES = 8 * 1_024 * 1_024, LONGEST_SHOWN = 64 * 1_024;
/** The tree is collected again when its root is asked for after so long. */
const KEPT_MS = 5_000;
const LONGEST_TEXT = 200;
const ALL = "#";
/** Between a topic, which cannot have it, and the path of a field. */
const FIELD = "#";

interface Topics {
  atMs: Ms;
  payloads: Map<string, Uint8Array>;
}

/**
 * What is published at a broker, as a tree of topics with their last message. The id of a topic is the topic itself, that
 * of a field in JSON or of a metric the topic, # and its path.
 */
export class TopicBrowser {
  #topics: Promise<Topics> | null = null;

  constructor(private readonly options: TrialOptions) {}

  async browse(node: string | null): Promise<BrowseNode[]> {
    const { payloads } = await this.#collected(node === null);
    if (node?.includes(FIELD)) return [];
    return [...fieldNodes(node, payloads), ...levelNodes(node, payloads)];
  }

  async #collected(isRoot: boolean): Promise<Topics> {
    const { now } = this.options, known = await this.#topics?.catch(() => null);
    if (known && (!isRoot || now() - known.atMs < KEPT_MS)) return known;
    this.#topics = this.#collect();
    return await this.#topics;
  }

  async #collect(): Promise<Topics> {
    const { settings: { config }, now } = this.options;
    const filters = [...new Set([ALL, ...config.topics.map(({ topic }) => topic)])];
    const payloads = new Map<string, Uint8Array>();
    await tried(this.options, async (connection) => {
      const full = Promise.withResolvers<void>();
      const timer = setTimeout(full.resolve, COLLECT_MS);
      let bytes = 0;
      connection.receive((messages) => {
        for (const { topic, payload } of messages) {
          bytes += payload.length;
          if (payload.length > 0) payloads.set(topic, payload.subarray(0, LONGEST_SHOWN + 1));
          if (payloads.size >= MOST_TOPICS || bytes > MOST_BYTES) return full.resolve();
        }
      });
      try {
        if ((await connection.subscribe(filters)).length === filters.length) {
          throw new MqttFailure("The broker does not let Andon subscribe to any topic", true);
        }
        await Promise.race([full.promise, connection.ended]);
      } finally {
        clearTimeout(timer);
      }
    });
    return { atMs: now(), payloads };
  }
}

function levelNodes(parent: string | null, payloads: Topics["payloads"]): BrowseNode[] {
  const prefix = parent === null ? "" : `${parent}/`, children = new Map<string, boolean>();
  for (const topic of payloads.keys()) {
    if (!topic.startsWith(prefix)) continue;
    const [level = "", ...below] = topic.slice(prefix.length).split("/");
    children.set(level, children.get(level) === true || below.length > 0);
  }
  return [...children].sort(([one], [other]) => one < other ? -1 : 1).map(([level, hasLevels]) => {
    const id = prefix + level, payload = payloads.get(id);
    const stream = payload === undefined ? null : topicStream(id, payload);
    return {
      id,
      name: level,
      has_children: hasLevels || payload !== undefined && fieldsIn(id, payload).length > 0,
      stream,
      picks: topicPicks(id, { stream, hasLevels }),
    };
  });
}

/** Of a topic that fits no level of Sparkplug alone, all its group is read. */
function topicPicks(
  topic: string,
  { stream, hasLevels }: { stream: BrowseNode["stream"]; hasLevels: boolean },
): BrowsePick[] {
  const below = hasLevels ? [pick("All below it", `${topic}/#`)] : [];
  if (topic === SPARKPLUG || topic.startsWith(`${SPARKPLUG}/`)) {
    return topic.split("/").length <= 2 ? below : [];
  }
  if (stream === null) return below;
  const read = stream.type === "JSON"
    ? pick("Every field", topic, { value: ALL_FIELDS })
    : pick("Read", topic);
  return [read, ...below];
}

/** A field sets what it is in the row of its topic. */
function fieldPicks(topic: string, path: string): BrowsePick[] {
  if (topic.startsWith(`${SPARKPLUG}/`)) return [];
  return [
    pick("Value", topic, { value: path }),
    pick("Time", topic, { time: path }),
    pick("Quality", topic, { quality: path }),
    pick("Unit", topic, { unit: path }),
  ];
}

function pick(label: string, topic: string, values: Record<string, string> = {}): BrowsePick {
  return { label, by: ["topic"], values: { topic, ...values } };
}

function topicStream(topic: string, payload: Uint8Array): BrowseNode["stream"] {
  const found = fieldsIn(topic, payload);
  if (topic.startsWith(`${SPARKPLUG}/`)) {
    return { type: "Sparkplug B", unit: null, value_text: `${found.length} metrics with names` };
  }
  const text = payloadText(payload.subarray(0, LONGEST_SHOWN))?.trim();
  if (text === undefined) return { type: "bytes", unit: null, value_text: `${payload.length} bytes` };
  const type = found.length > 0 ? "JSON" : nameOfType(plainValue(text));
  return { type, unit: null, value_text: cutText(text, LONGEST_TEXT) };
}

function fieldNodes(topic: string | null, payloads: Topics["payloads"]): BrowseNode[] {
  const payload = topic === null ? undefined : payloads.get(topic);
  if (topic === null || payload === undefined) return [];
  return fieldsIn(topic, payload).map(({ path, value, unit }) => ({
    id: `${topic}${FIELD}${path}`,
    name: path,
    has_children: false,
    stream: {
      type: value === null ? "none" : nameOfType(value),
      unit,
      value_text: value === null ? null : cutText(String(value), LONGEST_TEXT),
    },
    picks: fieldPicks(topic, path),
  }));
}

interface Field {
  path: string;
  value: string | number | boolean | null;
  unit: string | null;
}

/** The fields of JSON, or the metrics that are told by name; none of what is neither. */
function fieldsIn(topic: string, payload: Uint8Array): Field[] {
  if (payload.length > LONGEST_SHOWN) return [];
  try {
    if (topic.startsWith(`${SPARKPLUG}/`)) return readSparkplug(payload).metrics.flatMap(metricField);
    const json: unknown = JSON.parse(payloadText(payload) ?? "null");
    return fieldsOf(json, MOST_FIELDS).map(([path, value]) => ({ path, value, unit: null }));
  } catch {
    return [];
  }
}

function metricField(metric: Metric): Field[] {
  const { name, datatype, unit } = metric;
  if (name === null || datatype === null || dataTypeOf(datatype) === undefined) return [];
  return [{ path: name, value: metricValue(metric, datatype), unit }];
}

const TYPE_NAMES = { number: "number", string: "text", boolean: "boolean" };

function nameOfType(value: string | number | boolean): string {
  return TYPE_NAMES[typeof value as keyof typeof TYPE_NAMES];
}
