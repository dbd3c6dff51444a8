import { seedOf } from "../pseudo_random.ts";
import { response, sawtooth, shiftRunTime } from "../curves.ts";
import { episodes, isOn } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { gauge, type PlannedStream, switched, type UnitRef } from "./instruments.ts";
import { type Machine, MINUTE, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

const CARTONS_PER_MINUTE = 35;

export function packerStreams(unit: UnitRef, parts: { machine: Machine }): PlannedStream[] {
  const { machine } = parts;
  const runTime = shiftRunTime([machine.maintenance, machine.fault]);
  return [
    ...driveStreams(unit, machine, { amps: 14, rpm: 95 }),
    switched(unit, "JamSensor", {
      description: "Photo cell at the infeed detects a jammed carton",
      value: (ms) => isOn(machine.fault, ms),
      schedules: [machine.fault],
    }),
    gauge(unit, "CartonCount", {
      description: "Cartons packed in this shift",
      uom: "count",
      everyMs: 5 * SECOND,
      value: (ms) => Math.floor(CARTONS_PER_MINUTE * runTime(ms) / MINUTE),
      decimals: 0,
      code: CODE.int64,
    }),
    glueTemperature(unit),
    gauge(unit, "LabelStock", {
      description: "Labels left on the reel",
      uom: "%",
      everyMs: 30 * SECOND,
      value: (ms) =>
        100 - 96 * sawtooth(ms, { periodMs: 35 * MINUTE, phase: seedOf(unit.seed, "reel") % 100 / 100 }),
      decimals: 1,
    }),
  ];
}

function glueTemperature(unit: UnitRef): PlannedStream {
  const cooling = episodes({
    seed: seedOf(unit.seed, "glue"),
    periodMs: 11 * MINUTE,
    durationMs: [50 * SECOND, 90 * SECOND],
    phase: 0.6,
  });
  return gauge(unit, "GlueTemperature", {
    description: "Temperature of the hot-melt tank",
    uom: "°C",
    everyMs: 5 * SECOND,
    value: (ms) => 168 - 22 * response(cooling, ms, { riseMs: 30 * SECOND, fallMs: 40 * SECOND }),
    noise: 1,
    decimals: 1,
  });
}
