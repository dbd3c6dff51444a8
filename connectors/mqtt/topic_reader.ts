import type { Inlet } from "../collected/inlet.ts";
import type { ArrivedBatch } from "./arrived_batch.ts";
import type { MqttMessage } from "./connection.ts";
import { readPayload } from "./payload.ts";
import { defaultName, type TopicRow } from "./settings.ts";
import { fillTemplate, matches } from "./topic.ts";

/** What is remembered of topics and fields, so that their names are made once. */
const MOST_REMEMBERED = 20_000;

/** The name and the path of a stream; a text: why there is none. */
type Naming = { stream: string; path?: string[] } | string;

interface MatchedRow {
  row: TopicRow;
  byField: Map<string, Naming>;
}

/** Reads messages by the rows of the settings. */
export class TopicReader {
  readonly #filters: { levels: string[]; row: TopicRow }[];
  readonly #byTopic = new Map<string, MatchedRow[]>();
  #remembered = 0;

  constructor(rows: readonly TopicRow[], private readonly inlet: Pick<Inlet, "reject">) {
    this.#filters = rows.map((row) => ({ levels: row.topic.split("/"), row }));
  }

  take({ topic, payload, isRepeated }: MqttMessage, batch: ArrivedBatch): void {
    for (const matched of this.#matched(topic)) {
      const readings = readPayload(payload, matched.row);
      if (typeof readings === "string") {
        this.inlet.reject(topic, readings);
        continue;
      }
      for (const { field, ...reading } of readings) {
        const naming = this.#naming(matched, { topic, field });
        if (typeof naming === "string") this.inlet.reject(topic, naming);
        else batch.add({ ...naming, ...reading, isRepeated });
      }
    }
  }

  #matched(topic: string): MatchedRow[] {
    const known = this.#byTopic.get(topic);
    if (known !== undefined) return known;
    this.#remember();
    const levels = topic.split("/");
    const matched = this.#filters.filter((filter) => matches(filter.levels, levels))
      .map(({ row }) => ({ row, byField: new Map<string, Naming>() }));
    this.#byTopic.set(topic, matched);
    return matched;
  }

  #naming({ row, byField }: MatchedRow, of: { topic: string; field: string }): Naming {
    const known = byField.get(of.field);
    if (known !== undefined) return known;
    this.#remember();
    const naming = namingOf(row, of);
    byField.set(of.field, naming);
    return naming;
  }

  #remember(): void {
    if (this.#remembered++ < MOST_REMEMBERED) return;
    this.#byTopic.clear();
    this.#remembered = 0;
  }
}

function namingOf(row: TopicRow, of: { topic: string; field: string }): Naming {
  const template = row.stream ?? defaultName(row.value);
  const stream = fillTemplate(template, of);
  const asset = row.asset === null ? null : fillTemplate(row.asset, of);
  if (stream === undefined || asset === undefined) {
    return `The topic has fewer levels than ${stream === undefined ? template : row.asset} names`;
  }
  return asset === null ? { stream } : { stream, path: asset.split("/").filter((name) => name !== "") };
}
