import { seedOf } from "../pseudo_random.ts";
import { response, shiftRunTime } from "../curves.ts";
import { episodes, isOn } from "../schedule.ts";
import type { PlannedStream, UnitRef } from "./instruments.ts";
import { gauge, state, switched, text } from "./instruments.ts";
import type { Machine } from "./machine.ts";
import { faultTextAt, MINUTE, runningShare, SECOND, stateAt, stateSchedules, wornShare } from "./machine.ts";
import { CODE, STATE } from "./plant_types.ts";

export interface DriveRating {
  amps: number;
  rpm: number;
}

/** The nine streams of every unit with a drive: state, motor and bearing. */
export function driveStreams(unit: UnitRef, machine: Machine, rating: DriveRating): PlannedStream[] {
  return [
    ...stateStreams(unit, machine),
    ...motorStreams(unit, machine, rating),
    ...bearingStreams(unit, machine),
  ];
}

function stateStreams(unit: UnitRef, machine: Machine): PlannedStream[] {
  const schedules = stateSchedules(machine);
  const running = (ms: number) => stateAt(machine, ms) === STATE.Running;
  return [
    state(unit, { description: "State of the unit", value: (ms) => stateAt(machine, ms), schedules }),
    switched(unit, "Running", { description: "The unit runs at speed", value: running, schedules }),
    text(unit, "FaultText", {
      description: "Why the unit is stopped; empty while it runs",
      value: (ms) => faultTextAt(machine, ms),
      schedules,
    }),
  ];
}

function motorStreams(unit: UnitRef, machine: Machine, rating: DriveRating): PlannedStream[] {
  const load = (ms: number) =>
    0.82 + 0.38 * response(machine.overload, ms, { riseMs: 4 * SECOND, fallMs: 5 * SECOND });
  const runTime = shiftRunTime([machine.maintenance, machine.fault]);
  const kilowatt = rating.amps * 0.58;
  return [
    gauge(unit, "MotorCurrent", {
      description: `Motor current, rated ${rating.amps} A`,
      uom: "A",
      everyMs: 2 * SECOND,
      value: (ms) => rating.amps * load(ms) * runningShare(machine, ms),
      noise: rating.amps * 0.02,
      min: 0,
      code: CODE.single,
    }),
    gauge(unit, "Speed", {
      description: `Drive speed, ${rating.rpm} rpm in production`,
      uom: "rpm",
      everyMs: 2 * SECOND,
      value: (ms) => rating.rpm * runningShare(machine, ms),
      noise: rating.rpm * 0.01,
      min: 0,
      decimals: 0,
      code: CODE.int32,
    }),
    gauge(unit, "EnergyTotal", {
      description: "Energy used in this shift",
      uom: "kWh",
      everyMs: 15 * SECOND,
      value: (ms) => kilowatt * runTime(ms) / (60 * MINUTE),
    }),
    gauge(unit, "RunHours", {
      description: "Hours run in this shift",
      uom: "h",
      everyMs: 30 * SECOND,
      value: (ms) => runTime(ms) / (60 * MINUTE),
      decimals: 4,
      uomOnStream: true,
    }),
  ];
}

const BROKEN_EVERY_MINUTES = 23;

function bearingStreams(unit: UnitRef, machine: Machine): PlannedStream[] {
  const seed = seedOf(unit.seed, "vibration sensor");
  const broken = episodes({
    seed,
    periodMs: BROKEN_EVERY_MINUTES * MINUTE,
    durationMs: [30 * SECOND, 75 * SECOND],
    phase: seed % 100 / 100,
    jitter: 1,
  });
  const warmth = { riseMs: 60 * SECOND, fallMs: 60 * SECOND };
  return [
    gauge(unit, "Vibration", {
      description: "Vibration velocity of the drive-end bearing",
      uom: "mm/s",
      everyMs: SECOND,
      value: (ms) => isOn(machine.maintenance, ms) ? 0.3 : 2.2 + 6.4 * wornShare(machine, ms),
      noise: 0.25,
      broken,
    }),
    gauge(unit, "BearingTemperature", {
      description: "Temperature of the drive-end bearing",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: (ms) => 54 + 36 * wornShare(machine, ms) + 4 * response(machine.overload, ms, warmth),
      noise: 0.8,
      decimals: 1,
      code: CODE.single,
    }),
  ];
}
