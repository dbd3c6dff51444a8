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
 * Counts for how long instances were blind, hour by hour. The evaluation reports the blind instances from
 * time to time, and each report counts for the time since the previous one. Only blind instances take memory.
 */
export class BlindTime {
  readonly #hours = new Map<Ms, Map<number, BlindHour>>();
  /** The last result of `hours`; null after a change. */
  #cached: BlindColumns[] | null = null;

  /** @param untilMs The time of the last report; −Infinity when there is none. */
  constructor(private untilMs: Ms = -Infinity, hours: readonly BlindColumns[] = []) {
    for (const { hourMs, instance, noDataMs, badQualityMs } of hours) {
      instance.forEach((id, i) =>
        this.#add(hourMs, id, { noDataMs: noDataMs[i]!, badQualityMs: badQualityMs[i]! })
      );
    }
  }

  /**
   * Counts the instances as blind from the previous report up to `toMs`. The first report only sets the time.
   */
  report(blind: readonly BlindShare[], toMs: Ms): void {
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

  /** The hours with blind instances, oldest first. The same array until something changes. */
  hours(): readonly BlindColumns[] {
    return this.#cached ??= this.#columns(() => true);
  }

  /** Removes the complete hours and returns them. */
  takeEnded(): BlindColumns[] {
    const ended = this.#columns((hourMs) => hourMs + HOUR_MS <= this.untilMs);
    for (const { hourMs } of ended) this.#hours.delete(hourMs);
    if (ended.length > 0) this.#cached = null;
    return ended;
  }

  #columns(isSelected: (hourMs: Ms) => boolean): BlindColumns[] {
    const hours = [...this.#hours].filter(([hourMs]) => isSelected(hourMs)).sort(([a], [b]) => a - b);
    return hours.map(([hourMs, instances]) => columnsOf(hourMs, instances));
  }

  #add(hourMs: Ms, instanceId: number, { noDataMs, badQualityMs }: BlindHour): void {
    this.#cached = null;
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

/** A range of rows, as a copy. */
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

/** The rows of the instances wanted, as a copy. */
export function someOf(columns: BlindColumns, selects: (instanceId: number) => boolean): BlindColumns {
  const isSelected = columns.instance.map((id) => Number(selects(id)));
  const some = (column: Float64Array) => column.filter((_, row) => isSelected[row] === 1);
  return {
    hourMs: columns.hourMs,
    instance: some(columns.instance),
    noDataMs: some(columns.noDataMs),
    badQualityMs: some(columns.badQualityMs),
  };
}

/** The row of an instance, found by binary search: the instances are sorted. */
export function blindHourOf(
  { instance, noDataMs, badQualityMs }: BlindColumns,
  id: number,
): BlindHour | undefined {
  let low = 0, high = instance.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (instance[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return instance[low] === id ? { noDataMs: noDataMs[low]!, badQualityMs: badQualityMs[low]! } : undefined;
}
