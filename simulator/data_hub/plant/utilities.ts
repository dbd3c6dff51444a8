import { seedOf } from "../pseudo_random.ts";
import { response } from "../curves.ts";
import { episodes, isOn, moved } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { fouling } from "./fouling.ts";
import { gauge, type PlannedStream, switched, type UnitRef } from "./instruments.ts";
import { type Machine, MINUTE, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

export interface UtilityParts {
  machine: Machine;
  foulingPhase: number;
}

/** Air at 7.2 bar; under high demand it falls below 6.5 bar. */
export function compressorStreams(unit: UnitRef, parts: UtilityParts): PlannedStream[] {
  const demand = episodes({
    seed: seedOf(unit.seed, "air demand"),
    periodMs: 3 * MINUTE,
    durationMs: [25 * SECOND, 55 * SECOND],
    phase: 0.2,
  });
  const draw = (ms: number) => response(demand, ms, { riseMs: 8 * SECOND, fallMs: 10 * SECOND });
  const loaded = moved(demand, { startMs: 0, endMs: 15 * SECOND });
  return [
    ...driveStreams(unit, parts.machine, { amps: 96, rpm: 2_975 }),
    gauge(unit, "DischargePressure", {
      description: "Air pressure in the network",
      uom: "bar",
      everyMs: SECOND,
      value: (ms) => 7.2 - 1.3 * draw(ms),
      noise: 0.06,
    }),
    gauge(unit, "OilTemperature", {
      description: "Oil temperature",
      uom: "°C",
      everyMs: 10 * SECOND,
      value: (ms) => 78 + 9 * draw(ms),
      noise: 1.5,
      decimals: 1,
      code: CODE.single,
    }),
    gauge(unit, "DewPoint", {
      description: "Pressure dew point after the dryer",
      uom: "°C",
      everyMs: 15 * SECOND,
      value: () => 3.2,
      noise: 0.7,
      decimals: 1,
    }),
    switched(unit, "LoadValve", {
      description: "The compressor runs loaded",
      value: (ms) => isOn(loaded, ms),
      schedules: [loaded],
    }),
    fouling(unit, "IntakePressureDrop", {
      description: "Pressure drop over the intake filter",
      phase: parts.foulingPhase,
    }),
  ];
}

/** Ice water at 1.8 °C; under high load it warms above 4 °C. */
export function chillerStreams(unit: UnitRef, parts: UtilityParts): PlannedStream[] {
  const heat = episodes({
    seed: seedOf(unit.seed, "heat load"),
    periodMs: 6 * MINUTE,
    durationMs: [70 * SECOND, 120 * SECOND],
    phase: 0.7,
  });
  const warm = (ms: number) => response(heat, ms, { riseMs: 30 * SECOND, fallMs: 30 * SECOND });
  return [
    ...driveStreams(unit, parts.machine, { amps: 74, rpm: 2_960 }),
    gauge(unit, "SupplyTemperature", {
      description: "Ice water to the plant",
      uom: "°C",
      everyMs: 2 * SECOND,
      value: (ms) => 1.8 + 4.4 * warm(ms),
      noise: 0.15,
    }),
    gauge(unit, "ReturnTemperature", {
      description: "Ice water from the plant",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: (ms) => 6.2 + 5 * warm(ms),
      noise: 0.3,
      decimals: 1,
    }),
    gauge(unit, "SuctionPressure", {
      description: "Refrigerant suction pressure",
      uom: "bar",
      everyMs: 5 * SECOND,
      value: (ms) => 2.9 + 0.6 * warm(ms),
      noise: 0.05,
      code: CODE.single,
    }),
    gauge(unit, "Stage", {
      description: "Compressor stages in use",
      uom: "count",
      everyMs: 10 * SECOND,
      value: (ms) => 1 + Math.floor(2.99 * warm(ms)),
      decimals: 0,
      code: CODE.int32,
    }),
    fouling(unit, "CondenserPressureDrop", {
      description: "Pressure drop over the condenser",
      phase: parts.foulingPhase,
    }),
  ];
}
