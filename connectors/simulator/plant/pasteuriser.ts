import { response } from "../curves.ts";
import { isOn, moved } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { fouling } from "./fouling.ts";
import { gauge, type LineMember, type PlannedStream, switched, text } from "./instruments.ts";
import { type LineStory, STEAM_LAG_MS } from "./line_story.ts";
import { type Machine, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

export interface PasteuriserParts {
  machine: Machine;
  story: LineStory;
  foulingPhase: number;
}

/** Holding temperature 74.6 °C; 72 °C is the legal limit, under which the divert valve sends product back. */
export function pasteuriserStreams(place: LineMember, parts: PasteuriserParts): PlannedStream[] {
  const { machine, story } = parts;
  const lagged = moved(story.steamSag, { startMs: STEAM_LAG_MS, endMs: STEAM_LAG_MS });
  const cold = (ms: number) => response(lagged, ms, { riseMs: 40 * SECOND, fallMs: 50 * SECOND });
  return [
    ...driveStreams(place, machine, { amps: 22, rpm: 2_900 }),
    gauge(place, "HoldTemperature", {
      description: "Temperature at the end of the holding tube",
      uom: "°C",
      everyMs: SECOND,
      value: (ms) => 74.6 - 4.2 * cold(ms),
      noise: 0.12,
    }),
    gauge(place, "OutletTemperature", {
      description: "Product temperature after the chilling section",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: (ms) => 4.2 + 0.8 * cold(ms),
      noise: 0.3,
      decimals: 1,
    }),
    gauge(place, "FlowRate", {
      description: "Product flow",
      uom: "L/min",
      everyMs: 2 * SECOND,
      value: (ms) => 130 * runningShare(machine, ms),
      noise: 2,
      least: 0,
      decimals: 1,
    }),
    gauge(place, "SteamValve", {
      description: "Opening of the steam valve",
      uom: "%",
      everyMs: 2 * SECOND,
      value: (ms) => 46 + 48 * cold(ms),
      noise: 2,
      decimals: 1,
      code: CODE.single,
    }),
    switched(place, "DivertValve", {
      description: "Under-heated product goes back to the balance tank",
      value: (ms) => isOn(story.divert, ms),
      schedules: [story.divert],
    }),
    text(place, "Product", {
      description: "Product in work",
      value: story.recipe,
      schedules: [story.campaigns],
    }),
    fouling(place, "PlatePressureDrop", {
      description: "Pressure drop over the plates",
      phase: parts.foulingPhase,
    }),
  ];
}
