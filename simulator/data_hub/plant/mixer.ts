import { msFromTicks } from "../../../domain/shared/time.ts";
import { seedOf } from "../pseudo_random.ts";
import { sawtooth } from "../curves.ts";
import { isOn } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { fouling } from "./fouling.ts";
import type { PlannedStream, UnitRef } from "./instruments.ts";
import { drift, gauge, gaugeCadence, switched, text } from "./instruments.ts";
import type { LineScenario } from "./line_scenario.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE, coriolisType } from "./plant_types.ts";

export interface MixerParts {
  machine: Machine;
  scenario: LineScenario;
  foulingPhase: number;
}

const TANK_PERIOD_MS = 7 * MINUTE;

export function mixerStreams(unit: UnitRef, parts: MixerParts): PlannedStream[] {
  const { machine, scenario } = parts;
  return [
    ...driveStreams(unit, machine, { amps: 38, rpm: 180 }),
    ...tankStreams(unit, scenario),
    gauge(unit, "ProductTemperature", {
      description: "Product temperature in the mixing tank",
      uom: "°C",
      everyMs: 10 * SECOND,
      value: () => 6.5,
      noise: 0.8,
      decimals: 1,
    }),
    gauge(unit, "AgitatorTorque", {
      description: "Torque of the agitator",
      uom: "Nm",
      everyMs: 2 * SECOND,
      value: (ms) => 140 * runningShare(machine, ms),
      noise: 6,
      min: 0,
      decimals: 1,
      code: CODE.single,
    }),
    coriolis(unit, (ms) => runningShare(machine, ms)),
    fouling(unit, "StrainerPressureDrop", {
      description: "Pressure drop over the strainer",
      phase: parts.foulingPhase,
    }),
    text(unit, "Recipe", {
      description: "Recipe in work",
      value: scenario.recipe,
      schedules: [scenario.campaigns],
    }),
    text(unit, "BatchId", {
      description: "Batch in work",
      value: scenario.batch,
      schedules: [scenario.campaigns],
    }),
  ];
}

/** The tank fills in a fifth of its cycle and empties in the rest; the switch near its top chatters. */
function tankStreams(unit: UnitRef, scenario: LineScenario): PlannedStream[] {
  const wave = { periodMs: TANK_PERIOD_MS, phase: seedOf(unit.seed, "tank") % 100 / 100 };
  const level = (ms: number) => {
    const part = sawtooth(ms, wave);
    return part < 0.2 ? 14 + 76 * (part / 0.2) : 90 - 76 * ((part - 0.2) / 0.8);
  };
  return [
    gauge(unit, "TankLevel", {
      description: "Level of the mixing tank",
      uom: "%",
      everyMs: 2 * SECOND,
      value: level,
      noise: 0.6,
      decimals: 1,
    }),
    switched(unit, "HighLevelSwitch", {
      description: "Level switch near the top of the tank",
      value: (ms) => isOn(scenario.levelChatter, ms),
      schedules: [scenario.levelChatter],
    }),
  ];
}

/** One stream with two values at each time. */
function coriolis(unit: UnitRef, share: (ms: number) => number): PlannedStream {
  const flowSeed = seedOf(unit.seed, "Coriolis flow");
  const densitySeed = seedOf(unit.seed, "Coriolis density");
  return {
    name: `${unit.path}.Coriolis`,
    description: "Coriolis meter in the outlet",
    type: coriolisType,
    cadence: gaugeCadence(flowSeed, 3 * SECOND),
    members: (at) => {
      const ms = msFromTicks(at);
      return {
        MassFlow: Math.round(Math.max(0, 8_400 * share(ms) + 160 * drift(flowSeed, ms))),
        Density: Math.round((1_032 + 3 * drift(densitySeed, ms)) * 10) / 10,
      };
    },
  };
}
