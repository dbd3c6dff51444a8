import { response, shiftRunTime } from "../curves.ts";
import { isOn, moved } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { gauge, type LineMember, type PlannedStream, switched, text } from "./instruments.ts";
import type { LineStory } from "./line_story.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

const BOTTLES_PER_MINUTE = 420;

/** The bowl overfills while the packer blocks the line and runs low while the pasteuriser diverts. */
export function fillerStreams(
  place: LineMember,
  parts: { machine: Machine; story: LineStory },
): PlannedStream[] {
  const { machine, story } = parts;
  const overfull = moved(story.fillerBlocked, { startMs: 12 * SECOND, endMs: 4 * SECOND });
  return [
    ...driveStreams(place, machine, { amps: 31, rpm: 70 }),
    bowlLevel(place, story),
    switched(place, "BowlHighSwitch", {
      description: "Level switch at the top of the bowl",
      value: (ms) => isOn(overfull, ms),
      schedules: [overfull],
    }),
    gauge(place, "FillTemperature", {
      description: "Product temperature at the filling valves",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: () => 5.1,
      noise: 0.4,
      decimals: 1,
    }),
    gauge(place, "CapTorque", {
      description: "Mean torque of the capping heads",
      uom: "Nm",
      everyMs: 3 * SECOND,
      value: (ms) => 2.1 * runningShare(machine, ms),
      noise: 0.12,
      least: 0,
      code: CODE.single,
    }),
    ...bottleCounters(place, machine),
    text(place, "BatchId", {
      description: "Batch in work",
      value: story.batch,
      schedules: [story.campaigns],
    }),
  ];
}

function bowlLevel(place: LineMember, story: LineStory): PlannedStream {
  return gauge(place, "BowlLevel", {
    description: "Level of the filler bowl",
    uom: "%",
    everyMs: SECOND,
    value: (ms) =>
      62 + 30 * response(story.fillerBlocked, ms, { riseMs: 12 * SECOND, fallMs: 15 * SECOND }) -
      34 * response(story.divert, ms, { riseMs: 20 * SECOND, fallMs: 25 * SECOND }),
    noise: 1.5,
    decimals: 1,
  });
}

/** Counters of the shift: they grow only while the filler runs, and start anew with the shift. */
function bottleCounters(place: LineMember, machine: Machine): PlannedStream[] {
  const stops = [machine.maintenance, machine.fault, ...(machine.blocked === null ? [] : [machine.blocked])];
  const runTime = shiftRunTime(stops);
  const bottles = (ms: number) => Math.floor(BOTTLES_PER_MINUTE * runTime(ms) / MINUTE);
  return [
    gauge(place, "BottleCount", {
      description: "Bottles filled in this shift",
      uom: "count",
      everyMs: 5 * SECOND,
      value: bottles,
      decimals: 0,
      code: CODE.int64,
    }),
    gauge(place, "RejectCount", {
      description: "Bottles rejected in this shift",
      uom: "count",
      everyMs: 10 * SECOND,
      value: (ms) => Math.floor(bottles(ms) * 0.006),
      decimals: 0,
      code: CODE.int32,
    }),
  ];
}
