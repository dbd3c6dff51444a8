import { type AlarmColumns, alarmColumns } from "../domain/alarm_statistics/columns.ts";
import type { AlarmFact } from "../domain/alarm_statistics/fact.ts";
import { keyTextOf } from "../domain/alarm_statistics/key_columns.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys, RETENTION_LANE } from "./keys.ts";
import { LIMITS } from "./store/size.ts";
import type { KvStore } from "./store/store.ts";

/** One value with a part of a day's events. */
export interface PackedPart extends AlarmColumns {
  v: 1;
  /** The versionstamp of the day's mark when its events were read. */
  mark: string;
  /** How many parts the day has. */
  parts: number;
}

/** The bytes of a value, with a margin for the rough estimate. */
const PART_BYTES = LIMITS.valueBytes * 0.8;
const EVENT_BYTES = 29;
const KEY_BYTES = 28;
const TEXT_BYTES = 10;
/** Small enough that other writes hardly wait. */
const PARTS_AT_ONCE = 4;

export interface DayToPack {
  dayMs: Ms;
  mark: string;
  facts: readonly AlarmFact[];
  /** How many parts of the day may be stored already. */
  before: number;
}

/** Whether the parts are complete and match the day's mark. */
export function isWhole(parts: readonly PackedPart[], mark: string): boolean {
  return parts.length > 0 && parts.every((part) => part.mark === mark && part.parts === parts.length);
}

/** Stores a day's events. The day counts as packed once the last part is stored. */
export async function packDay(store: KvStore, { dayMs, mark, facts, before }: DayToPack): Promise<void> {
  const pieces = partsOf(facts).map(alarmColumns);
  const mutations: Mutation[] = pieces.map((columns, part) => {
    const value: PackedPart = { v: 1, mark, parts: pieces.length, ...columns };
    return { type: "set", key: keys.packedDay(dayMs, part), value };
  });
  for (let part = pieces.length; part < before; part++) {
    mutations.push({ type: "delete", key: keys.packedDay(dayMs, part) });
  }
  for (let from = 0; from < mutations.length; from += PARTS_AT_ONCE) {
    await store.commit({ mutations: mutations.slice(from, from + PARTS_AT_ONCE) }, RETENTION_LANE);
  }
}

/** At least one part, so that a day whose events are all removed is packed too. */
function partsOf(facts: readonly AlarmFact[]): AlarmFact[][] {
  const parts: AlarmFact[][] = [[]];
  let measure = new PartMeasure();
  for (const fact of facts) {
    if (!measure.takes(fact)) {
      parts.push([]);
      measure = new PartMeasure();
      measure.takes(fact);
    }
    parts[parts.length - 1]!.push(fact);
  }
  return parts;
}

/** Estimates the size of a part, in which keys and texts are stored once. */
class PartMeasure {
  readonly #keys = new Set<string>();
  readonly #texts = new Set<string>();
  #bytes = 0;

  /** False when the part is full. */
  takes(fact: AlarmFact): boolean {
    const key = keyTextOf(fact);
    const texts = [fact.rule_id, fact.category, fact.plant_node_floc_id ?? ""];
    const fresh = texts.filter((text) => !this.#texts.has(text));
    const bytes = EVENT_BYTES + (this.#keys.has(key) ? 0 : KEY_BYTES) +
      fresh.reduce((sum, text) => sum + TEXT_BYTES + 2 * text.length, 0);
    if (this.#bytes + bytes > PART_BYTES) return false;
    this.#bytes += bytes;
    this.#keys.add(key);
    for (const text of fresh) this.#texts.add(text);
    return true;
  }
}
