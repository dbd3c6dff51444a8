import type { Ms } from "../shared/time.ts";
import { HOUR_MS, hourOf } from "./coverage.ts";
import type { BlindHour, BlindShare } from "./types.ts";

/** Instances that were blind in an hour, as columns. */
export interface BlindColumns {
  hourMs: Ms;
  instance: Float64Array;
  noDataMs: Float64Array;
  badQualityMs: Float64Array;
}

/**
 * How long instances were blind, by the hour. It is looked at now and then, and the time since the look before counts
 * as what is seen: so it costs nothing between two looks, and knows only instances that are blind.
 */
export class BlindTime {
  readonly #hours = new Map<Ms, Map<number, BlindHour>>();
  /** As they were last told, while nothing has been added. */
  #told: BlindColumns[] | null = null;

  /** @param untilMs Up to when all is counted; −Infinity: the first look begins. */
  constructor(private untilMs: Ms = -Infinity, hours: readonly BlindColumns[] = []) {
    for (const { hourMs, instance, noDataMs, badQualityMs } of hours) {
      instance.forEach((id, i) =>
        this.#add(hourMs, id, { noDataMs: noDataMs[i], badQualityMs: badQualityMs[i] })
      );
    }
  }

  /** What is blind at an instant counts for the time since the look before. */
  look(blind: readonly BlindShare[], toMs: Ms): void {
    const fromMs = this.untilMs;
    if (!(toMs > fromMs)) return;
    this.untilMs = toMs;
    if (fromMs === -Infinity) return;
    for (let hourMs = hourOf(fromMs); hourMs < toMs; hourMs += HOUR_MS) {
      const ms = Math.min(toMs, hourMs + HOUR_MS) - Math.max(fromMs, hourMs);
      for (const { instanceId, noData, badQuality } of blind) {
        this.#add(hourMs, instanceId, { noDataMs: noData * ms, badQualityMs: badQuality * ms });
      }
    }
  }

  /** The hours with blind instances, oldest first; the same array as long as nothing has changed in it. */
  hours(): readonly BlindColumns[] {
    return this.#told ??= this.#columns(() => true);
  }

  /** Forgets the hours that are over and counted, and answers them. */
  takeOver(): BlindColumns[] {
    const over = this.#columns((hourMs) => hourMs + HOUR_MS <= this.untilMs);
    for (const { hourMs } of over) this.#hours.delete(hourMs);
    if (over.length > 0) this.#told = null;
    return over;
  }

  #columns(isWanted: (hourMs: Ms) => boolean): BlindColumns[] {
    const hours = [...this.#hours].filter(([hourMs]) => isWanted(hourMs)).sort(([a], [b]) => a - b);
    return hours.map(([hourMs, instances]) => columnsOf(hourMs, instances));
  }

  #add(hourMs: Ms, instanceId: number, { noDataMs, badQualityMs }: BlindHour): void {
    this.#told = null;
    let instances = this.#hours.get(hourMs);
    if (instances === undefined) this.#hours.set(hourMs, instances = new Map());
    const hour = instances.get(instanceId);
    if (hour === undefined) instances.set(instanceId, { noDataMs, badQualityMs });
    else {
      hour.noDataMs += noDataMs;
      hour.badQualityMs += badQualityMs;
    }
  }
}

function columnsOf(hourMs: Ms, instances: ReadonlyMap<number, BlindHour>): BlindColumns {
  const instance = Float64Array.from(instances.keys()).sort();
  const noDataMs = new Float64Array(instance.length), badQualityMs = new Float64Array(instance.length);
  instance.forEach((id, row) => {
    const hour = instances.get(id);
    noDataMs[row] = hour?.noDataMs ?? 0;
    badQualityMs[row] = hour?.badQualityMs ?? 0;
  });
  return { hourMs, instance, noDataMs, badQualityMs };
}

/** Neighbouring rows of columns, as columns of their own. */
export function rowsOf(
  { hourMs, instance, noDataMs, badQualityMs }: BlindColumns,
  { from, to }: { from: number; to: number },
): BlindColumns {
  return {
    hourMs,
    instance: instance.slice(from, to),
    noDataMs: noDataMs.slice(from, to),
    badQualityMs: badQualityMs.slice(from, to),
  };
}

/** The rows of some instances, as columns of their own. */
export function someOf(columns: BlindColumns, wanted: (instanceId: number) => boolean): BlindColumns {
  const isWanted = columns.instance.map((id) => Number(wanted(id)));
  const some = (column: Float64Array) => column.filter((_, row) => isWanted[row] === 1);
  return {
    hourMs: columns.hourMs,
    instance: some(columns.instance),
    noDataMs: some(columns.noDataMs),
    badQualityMs: some(columns.badQualityMs),
  };
}

/** What columns say of an instance; their instances are sorted. */
export function blindHourOf(
  { instance, noDataMs, badQualityMs }: BlindColumns,
  id: number,
): BlindHour | undefined {
  let low = 0, high = instance.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (instance[middle] < id) low = middle + 1;
    else high = middle;
  }
  return instance[low] === id ? { noDataMs: noDataMs[low], badQualityMs: badQualityMs[low] } : undefined;
}
