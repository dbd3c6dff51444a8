import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { ComputedStream } from "../data_hub/computed_stream.ts";
import { plantUnits } from "../data_hub/plant/plant.ts";
import { enumMemberName, type Json, type SdsProperty, valueProperties } from "../data_hub/sds_types.ts";
import type { PiValue } from "./stored_value.ts";
import type { World } from "./world.ts";

const HISTORY_MS = 3_600_000;
const KEPT_MS = 6 * 3_600_000;
const WRITE_MS = 1_000;
const DROP_MS = 600_000;

/** A point, and the computed stream whose samples it stores. */
interface Written {
  name: string;
  property: SdsProperty;
  stream: ComputedStream;
}

export interface DairyOptions {
  world: World;
  now: () => Ms;
  seed?: number;
}

/**
 * Fills a PI System with the simulated dairy: each measurement and state is a point, and an attribute of its unit. Its last
 * hour is there at once, then samples follow as they are measured; those of six hours are kept.
 */
export function runDairy({ world, now, seed = 1 }: DairyOptions): Disposable {
  const written: Written[] = [];
  for (const { path, streams } of plantUnits(seed)) {
    for (const stream of streams) {
      const one = writtenOf(stream);
      if (one !== undefined) written.push(addTo(world, { path, one }));
    }
  }
  let from = ticksFromMs(now() - HISTORY_MS);
  const write = () => {
    const to = ticksFromMs(now());
    for (const one of written) world.write(one.name, ...valuesOf(one, { from, to }));
    from = to + 1;
  };
  write();
  const timers = [
    setInterval(write, WRITE_MS),
    setInterval(() => world.dropBefore(ticksFromMs(now() - KEPT_MS)), DROP_MS),
  ];
  return { [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** Undefined for a stream that is neither a number nor a state. */
function writtenOf(stream: ComputedStream): Written | undefined {
  const [property, another] = valueProperties(stream.type);
  if (property === undefined || another !== undefined) return undefined;
  const isKnown = property.SdsType.Properties !== undefined || isNumber(property);
  return isKnown ? { name: stream.name, property, stream } : undefined;
}

function addTo(world: World, { path, one }: { path: string; one: Written }): Written {
  const { name, property, stream: { uom = property.Uom ?? "" } } = one;
  const set = property.SdsType.Properties === undefined ? "" : "UnitStates";
  const point = world.addPoint({
    name,
    unit: uom,
    ...set === "" ? {} : { type: "Digital", digitalSet: set },
  });
  const element = path.replaceAll(".", "\\"), own = name.slice(path.length + 1) || name;
  world.addAttribute({
    path: `${element}|${own}`,
    unit: uom,
    point,
    ...set === "" ? {} : { type: "EnumerationValue", enumeration: set },
  });
  return one;
}

function valuesOf({ stream, property }: Written, { from, to }: { from: Ticks; to: Ticks }) {
  return Array.from(stream.cadence.forward(from, to), (time) => {
    const value = piValue(stream.members(time)[property.Id] ?? null, property);
    return { time, value, good: typeof value !== "object" || !value.IsSystem };
  });
}

function piValue(value: Json, property: SdsProperty): PiValue {
  const state = enumMemberName(property, value);
  if (state !== undefined) return { Name: state, Value: Number(value), IsSystem: false };
  return typeof value === "number" ? value : { Name: "Bad Input", Value: 255, IsSystem: true };
}

const NUMBERS = new Set([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

function isNumber({ SdsType: { SdsTypeCode } }: SdsProperty): boolean {
  return NUMBERS.has(SdsTypeCode);
}
