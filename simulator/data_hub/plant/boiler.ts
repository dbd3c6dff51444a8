import { seedOf } from "../pseudo_random.ts";
import { response } from "../curves.ts";
import { episodes, isOn, moved, type Schedule } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { gauge, type PlannedStream, switched, type UnitRef } from "./instruments.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

/** Steam at 8 bar; in a pressure sag it falls towards 5.4 bar, and the burner compensates. */
export function boilerStreams(
  unit: UnitRef,
  parts: { machine: Machine; steamSag: Schedule },
): PlannedStream[] {
  const { machine, steamSag } = parts;
  const sag = (ms: number) => response(steamSag, ms, { riseMs: 20 * SECOND, fallMs: 25 * SECOND });
  const highFire = moved(steamSag, { startMs: 10 * SECOND, endMs: 20 * SECOND });
  return [
    ...driveStreams(unit, machine, { amps: 18, rpm: 2_940 }),
    gauge(unit, "SteamPressure", {
      description: "Steam pressure in the header",
      uom: "bar",
      everyMs: SECOND,
      value: (ms) => 8 - 2.6 * sag(ms),
      noise: 0.08,
    }),
    switched(unit, "HighFire", {
      description: "The burner is on high fire",
      value: (ms) => isOn(highFire, ms),
      schedules: [highFire],
    }),
    gauge(unit, "DrumLevel", {
      description: "Water level of the drum",
      uom: "%",
      everyMs: 2 * SECOND,
      value: (ms) => 52 - 9 * sag(ms),
      noise: 2,
      decimals: 1,
    }),
    gauge(unit, "FeedwaterFlow", {
      description: "Feedwater flow",
      uom: "L/min",
      everyMs: 3 * SECOND,
      value: (ms) => 62 * runningShare(machine, ms),
      noise: 2,
      min: 0,
      decimals: 1,
      code: CODE.single,
    }),
    flueGasOxygen(unit),
    conductivity(unit),
  ];
}

function flueGasOxygen(unit: UnitRef): PlannedStream {
  const lean = episodes({
    seed: seedOf(unit.seed, "lean burn"),
    periodMs: 7 * MINUTE,
    durationMs: [40 * SECOND, 70 * SECOND],
    phase: seedOf(unit.seed, "lean phase") % 100 / 100,
  });
  return gauge(unit, "FlueGasOxygen", {
    description: "Oxygen in the flue gas",
    uom: "%",
    everyMs: 3 * SECOND,
    value: (ms) => 3.4 + 2.6 * response(lean, ms, { riseMs: 10 * SECOND, fallMs: 12 * SECOND }),
    noise: 0.2,
  });
}

/** A probe that fails occasionally: NaN for one to two minutes. */
function conductivity(unit: UnitRef): PlannedStream {
  const broken = episodes({
    seed: seedOf(unit.seed, "probe"),
    periodMs: 14 * MINUTE,
    durationMs: [60 * SECOND, 120 * SECOND],
    phase: 0.5,
  });
  return gauge(unit, "FeedwaterConductivity", {
    description: "Conductivity of the feedwater",
    uom: "µS/cm",
    everyMs: 10 * SECOND,
    value: () => 48,
    noise: 6,
    decimals: 1,
    broken,
  });
}
