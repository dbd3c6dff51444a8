import type { Ms } from "../shared/time.ts";
import type { AlarmFact } from "./fact.ts";

/** A rule of an instance, with the groups of its newest event. */
export type AlarmKey = Pick<
  AlarmFact,
  "instance_id" | "rule_id" | "template_id" | "category" | "plant_node_floc_id"
>;

/** Keys as columns. Texts are indexes into `texts`; the node -1 means none. */
export interface KeyColumns {
  texts: string[];
  instance: Float64Array;
  template: Float64Array;
  rule: Int32Array;
  category: Int32Array;
  node: Int32Array;
}

export function keyAt({ texts, ...columns }: KeyColumns, place: number): AlarmKey {
  const node = columns.node[place]!;
  return {
    instance_id: columns.instance[place]!,
    rule_id: texts[columns.rule[place]!]!,
    template_id: columns.template[place]!,
    category: texts[columns.category[place]!]!,
    plant_node_floc_id: node < 0 ? null : texts[node]!,
  };
}

/** The keys of events, each with the groups of its newest event, and the index of each event's key. */
export function keysOf(facts: readonly AlarmFact[]): { keys: KeyColumns; key: Uint32Array } {
  const places = new Map<string, number>();
  const newest: AlarmFact[] = [];
  const key = Uint32Array.from(facts, (fact) => {
    const text = keyTextOf(fact);
    let place = places.get(text);
    if (place === undefined) places.set(text, place = newest.push(fact) - 1);
    else if (fact.start_ms >= newest[place]!.start_ms) newest[place] = fact;
    return place;
  });
  return { keys: keyColumns(newest), key };
}

/** The (instance, rule) of an event as one text. */
export function keyTextOf({ instance_id, rule_id }: Pick<AlarmKey, "instance_id" | "rule_id">): string {
  return `${instance_id}/${rule_id}`;
}

function keyColumns(keys: readonly AlarmKey[]): KeyColumns {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    let place = places.get(text);
    if (place === undefined) places.set(text, place = places.size);
    return place;
  };
  const columns = {
    instance: Float64Array.from(keys, (key) => key.instance_id),
    template: Float64Array.from(keys, (key) => key.template_id),
    rule: Int32Array.from(keys, (key) => placeOf(key.rule_id)),
    category: Int32Array.from(keys, (key) => placeOf(key.category)),
    node: Int32Array.from(keys, ({ plant_node_floc_id: node }) => node === null ? -1 : placeOf(node)),
  };
  return { ...columns, texts: [...places.keys()] };
}

/** Merges the keys of several blocks into one list. */
export class MergedKeys {
  /** Index in the list, by rule and then instance. */
  readonly #places = new Map<string, Map<number, number>>();
  readonly #newest: { keys: KeyColumns; place: number; startMs: Ms }[] = [];

  get count(): number {
    return this.#newest.length;
  }

  /** Adds the keys of a block with the newest start of each. Returns their indexes in the list. */
  add(keys: KeyColumns, newestMs: Float64Array): Uint32Array {
    const byText = keys.texts.map((text) => this.#instancesOf(text));
    return Uint32Array.from(keys.instance, (instance, place) => {
      const instances = byText[keys.rule[place]!]!;
      const known = instances.get(instance);
      const startMs = newestMs[place]!;
      if (known !== undefined) {
        if (startMs >= this.#newest[known]!.startMs) this.#newest[known] = { keys, place, startMs };
        return known;
      }
      instances.set(instance, this.#newest.length);
      return this.#newest.push({ keys, place, startMs }) - 1;
    });
  }

  list(): AlarmKey[] {
    return this.#newest.map(({ keys, place }) => keyAt(keys, place));
  }

  #instancesOf(rule: string): Map<number, number> {
    let instances = this.#places.get(rule);
    if (instances === undefined) this.#places.set(rule, instances = new Map());
    return instances;
  }
}
