import { seedOf } from "../chance.ts";
import { response } from "../curves.ts";
import { episodes, isOn, moved, type Schedule } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { gauge, type LineMember, type PlannedStream, switched } from "./instruments.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

/** Steam at 8 bar; while the feed sags it falls towards 5.4 bar, and the burner makes up for it. */
export function boilerStreams(
  place: LineMember,
  parts: { machine: Machine; steamSag: Schedule },
): PlannedStream[] {
  const { machine, steamSag } = parts;
  const sag = (ms: number) => response(steamSag, ms, { riseMs: 20 * SECOND, fallMs: 25 * SECOND });
  const highFire = moved(steamSag, { startMs: 10 * SECOND, endMs: 20 * SECOND });
  return [
    ...driveStreams(place, machine, { amps: 18, rpm: 2_940 }),
    gauge(place, "SteamPressure", {
      description: "Steam pressure in the header",
      uom: "bar",
      everyMs: SECOND,
      value: (ms) => 8 - 2.6 * sag(ms),
      noise: 0.08,
    }),
    switched(place, "HighFire", {
      description: "The burner is on high fire",
      value: (ms) => isOn(highFire, ms),
      schedules: [highFire],
    }),
    gauge(place, "DrumLevel", {
      description: "Water level of the drum",
      uom: "%",
      everyMs: 2 * SECOND,
      value: (ms) => 52 - 9 * sag(ms),
      noise: 2,
      decimals: 1,
    }),
    gauge(place, "FeedwaterFlow", {
      description: "Feedwater flow",
      uom: "L/min",
      everyMs: 3 * SECOND,
      value: (ms) => 62 * runningShare(machine, ms),
      noise: 2,
      least: 0,
      decimals: 1,
      code: CODE.single,
    }),
    flueGasOxygen(place),
    conductivity(place),
  ];
}

function flueGasOxygen(place: LineMember): PlannedStream {
  const lean = episodes({
    seed: seedOf(place.seed, "lean burn"),
    periodMs: 7 * MINUTE,
    durationMs: [40 * SECOND, 70 * SECOND],
    phase: seedOf(place.seed, "lean phase") % 100 / 100,
  });
  return gauge(place, "FlueGasOxygen", {
    description: "Oxygen in the flue gas",
    uom: "%",
    everyMs: 3 * SECOND,
    value: (ms) => 3.4 + 2.6 * response(lean, ms, { riseMs: 10 * SECOND, fallMs: 12 * SECOND }),
    noise: 0.2,
  });
}

/** A probe that fails now and then: NaN for a minute or two. */
function conductivity(place: LineMember): PlannedStream {
  const broken = episodes({
    seed: seedOf(place.seed, "probe"),
    periodMs: 14 * MINUTE,
    durationMs: [60 * SECOND, 120 * SECOND],
    phase: 0.5,
  });
  return gauge(place, "FeedwaterConductivity", {
    description: "Conductivity of the feedwater",
    uom: "µS/cm",
    everyMs: 10 * SECOND,
    value: () => 48,
    noise: 6,
    decimals: 1,
    broken,
  });
}
