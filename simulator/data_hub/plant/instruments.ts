import { msFromTicks } from "../../../domain/shared/time.ts";
import type { Cadence } from "../cadence.ts";
import { onChange, periodic, reportDelay } from "../cadence.ts";
import { noise, seedOf, smoothNoise } from "../pseudo_random.ts";
import type { ComputedStream } from "../computed_stream.ts";
import { isOn, type Schedule } from "../schedule.ts";
import type { Json, SdsType } from "../sds_types.ts";
import { booleanType, CODE, measurementType, stateType, textType } from "./plant_types.ts";

/** A unit of the plant: its dotted path and its seed. */
export interface UnitRef {
  path: string;
  seed: number;
}

/** A stream of the plant before it has an id. */
export type PlannedStream = Omit<ComputedStream, "id">;

export interface GaugeOptions {
  description: string;
  uom: string;
  everyMs: number;
  value: (ms: number) => number;
  /** Half the width of the noise, in the gauge's unit. Default 0. */
  noise?: number;
  /** Lower bound of the readings, whatever the noise. */
  min?: number;
  /** Default 2. */
  decimals?: number;
  /** Default `double`. */
  code?: number;
  /** While on, the sensor is broken and reads NaN. */
  broken?: Schedule;
  /** Sets the unit of measure on the stream instead of the type. */
  uomOnStream?: boolean;
}

/** A number that is sampled periodically, with a small jitter as of field devices. */
export function gauge(unit: UnitRef, leaf: string, options: GaugeOptions): PlannedStream {
  const seed = seedOf(unit.seed, leaf);
  const round = 10 ** (options.decimals ?? 2);
  const read = (ms: number): Json => {
    if (options.broken !== undefined && isOn(options.broken, ms)) return "NaN";
    const value = options.value(ms) + (options.noise ?? 0) * drift(seed, ms);
    return Math.round(Math.max(value, options.min ?? -Infinity) * round) / round + 0;
  };
  const code = options.code ?? CODE.double;
  return {
    name: `${unit.path}.${leaf}`,
    description: options.description,
    type: options.uomOnStream ? measurementType(code) : measurementType(code, options.uom),
    uom: options.uomOnStream ? options.uom : undefined,
    cadence: gaugeCadence(seed, options.everyMs),
    members: (at) => ({ Value: read(msFromTicks(at)) }),
  };
}

export function gaugeCadence(seed: number, everyMs: number): Cadence {
  return periodic({ seed, periodMs: everyMs, jitterMs: Math.floor(everyMs / 12) });
}

const DRIFT_MS = 20_000;

/** Slow drift and fast noise together, in [-1, 1]. */
export function drift(seed: number, ms: number): number {
  return 0.6 * smoothNoise(seed, ms / DRIFT_MS) + 0.4 * noise(seed, ms);
}

export interface ReportOptions<V extends Json> {
  description: string;
  value: (ms: number) => V;
  schedules: readonly Schedule[];
}

/** A switch, valve or lamp, reported on change. */
export function switched(unit: UnitRef, leaf: string, options: ReportOptions<boolean>): PlannedStream {
  return reported(unit, leaf, { ...options, type: booleanType });
}

/** A text, reported on change. */
export function text(unit: UnitRef, leaf: string, options: ReportOptions<string>): PlannedStream {
  return reported(unit, leaf, { ...options, type: textType });
}

/** The state of a unit, reported on change. */
export function state(unit: UnitRef, options: ReportOptions<number>): PlannedStream {
  return reported(unit, "State", { ...options, type: stateType });
}

function reported<V extends Json>(
  unit: UnitRef,
  leaf: string,
  options: ReportOptions<V> & { type: SdsType },
): PlannedStream {
  const seed = seedOf(unit.seed, leaf);
  const delay = reportDelay(seed);
  return {
    name: `${unit.path}.${leaf}`,
    description: options.description,
    type: options.type,
    cadence: onChange({ seed, value: options.value, schedules: options.schedules }),
    members: (at) => ({ Value: options.value(msFromTicks(at - delay)) }),
  };
}
