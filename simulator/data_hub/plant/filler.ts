import { response, shiftRunTime } from "../curves.ts";
import { isOn, moved } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { gauge, type PlannedStream, switched, text, type UnitRef } from "./instruments.ts";
import type { LineScenario } from "./line_scenario.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

const BOTTLES_PER_MINUTE = 420;

/** The bowl overfills while the packer blocks the line, and empties while the pasteuriser diverts. */
export function fillerStreams(
  unit: UnitRef,
  parts: { machine: Machine; scenario: LineScenario },
): PlannedStream[] {
  const { machine, scenario } = parts;
  const overfull = moved(scenario.fillerBlocked, { startMs: 12 * SECOND, endMs: 4 * SECOND });
  return [
    ...driveStreams(unit, machine, { amps: 31, rpm: 70 }),
    bowlLevel(unit, scenario),
    switched(unit, "BowlHighSwitch", {
      description: "Level switch at the top of the bowl",
      value: (ms) => isOn(overfull, ms),
      schedules: [overfull],
    }),
    gauge(unit, "FillTemperature", {
      description: "Product temperature at the filling valves",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: () => 5.1,
      noise: 0.4,
      decimals: 1,
    }),
    gauge(unit, "CapTorque", {
      description: "Mean torque of the capping heads",
      uom: "Nm",
      everyMs: 3 * SECOND,
      value: (ms) => 2.1 * runningShare(machine, ms),
      noise: 0.12,
      min: 0,
      code: CODE.single,
    }),
    ...bottleCounters(unit, machine),
    text(unit, "BatchId", {
      description: "Batch in work",
      value: scenario.batch,
      schedules: [scenario.campaigns],
    }),
  ];
}

function bowlLevel(unit: UnitRef, scenario: LineScenario): PlannedStream {
  return gauge(unit, "BowlLevel", {
    description: "Level of the filler bowl",
    uom: "%",
    everyMs: SECOND,
    value: (ms) =>
      62 + 30 * response(scenario.fillerBlocked, ms, { riseMs: 12 * SECOND, fallMs: 15 * SECOND }) -
      34 * response(scenario.divert, ms, { riseMs: 20 * SECOND, fallMs: 25 * SECOND }),
    noise: 1.5,
    decimals: 1,
  });
}

/** Counters of the shift: they increase only while the filler runs, and restart with each shift. */
function bottleCounters(unit: UnitRef, machine: Machine): PlannedStream[] {
  const stops = [machine.maintenance, machine.fault, ...(machine.blocked === null ? [] : [machine.blocked])];
  const runTime = shiftRunTime(stops);
  const bottles = (ms: number) => Math.floor(BOTTLES_PER_MINUTE * runTime(ms) / MINUTE);
  return [
    gauge(unit, "BottleCount", {
      description: "Bottles filled in this shift",
      uom: "count",
      everyMs: 5 * SECOND,
      value: bottles,
      decimals: 0,
      code: CODE.int64,
    }),
    gauge(unit, "RejectCount", {
      description: "Bottles rejected in this shift",
      uom: "count",
      everyMs: 10 * SECOND,
      value: (ms) => Math.floor(bottles(ms) * 0.006),
      decimals: 0,
      code: CODE.int32,
    }),
  ];
}
