import { response } from "../curves.ts";
import { isOn, moved } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { fouling } from "./fouling.ts";
import { gauge, type PlannedStream, switched, text, type UnitRef } from "./instruments.ts";
import { type LineScenario, STEAM_LAG_MS } from "./line_scenario.ts";
import { type Machine, runningShare, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

export interface PasteuriserParts {
  machine: Machine;
  scenario: LineScenario;
  foulingPhase: number;
}

/** Holds 74.6 °C. Below the legal limit of 72 °C the divert valve returns the product. */
export function pasteuriserStreams(unit: UnitRef, parts: PasteuriserParts): PlannedStream[] {
  const { machine, scenario } = parts;
  const lagged = moved(scenario.steamSag, { startMs: STEAM_LAG_MS, endMs: STEAM_LAG_MS });
  const cold = (ms: number) => response(lagged, ms, { riseMs: 40 * SECOND, fallMs: 50 * SECOND });
  return [
    ...driveStreams(unit, machine, { amps: 22, rpm: 2_900 }),
    gauge(unit, "HoldTemperature", {
      description: "Temperature at the end of the holding tube",
      uom: "°C",
      everyMs: SECOND,
      value: (ms) => 74.6 - 4.2 * cold(ms),
      noise: 0.12,
    }),
    gauge(unit, "OutletTemperature", {
      description: "Product temperature after the chilling section",
      uom: "°C",
      everyMs: 5 * SECOND,
      value: (ms) => 4.2 + 0.8 * cold(ms),
      noise: 0.3,
      decimals: 1,
    }),
    gauge(unit, "FlowRate", {
      description: "Product flow",
      uom: "L/min",
      everyMs: 2 * SECOND,
      value: (ms) => 130 * runningShare(machine, ms),
      noise: 2,
      min: 0,
      decimals: 1,
    }),
    gauge(unit, "SteamValve", {
      description: "Opening of the steam valve",
      uom: "%",
      everyMs: 2 * SECOND,
      value: (ms) => 46 + 48 * cold(ms),
      noise: 2,
      decimals: 1,
      code: CODE.single,
    }),
    switched(unit, "DivertValve", {
      description: "Under-heated product goes back to the balance tank",
      value: (ms) => isOn(scenario.divert, ms),
      schedules: [scenario.divert],
    }),
    text(unit, "Product", {
      description: "Product in work",
      value: scenario.recipe,
      schedules: [scenario.campaigns],
    }),
    fouling(unit, "PlatePressureDrop", {
      description: "Pressure drop over the plates",
      phase: parts.foulingPhase,
    }),
  ];
}
