import { msFromTicks } from "../../../domain/shared/time.ts";
import { seedOf } from "../chance.ts";
import { sawtooth } from "../curves.ts";
import { isOn } from "../schedule.ts";
import { driveStreams } from "./drive.ts";
import { fouling } from "./fouling.ts";
import type { LineMember, PlannedStream } from "./instruments.ts";
import { beat, drift, gauge, switched, text } from "./instruments.ts";
import type { LineStory } from "./line_story.ts";
import { type Machine, MINUTE, runningShare, SECOND } from "./machine.ts";
import { CODE, coriolisType } from "./plant_types.ts";

export interface MixerParts {
  machine: Machine;
  story: LineStory;
  foulingPhase: number;
}

const TANK_PERIOD_MS = 7 * MINUTE;

export function mixerStreams(place: LineMember, parts: MixerParts): PlannedStream[] {
  const { machine, story } = parts;
  return [
    ...driveStreams(place, machine, { amps: 38, rpm: 180 }),
    ...tankStreams(place, story),
    gauge(place, "ProductTemperature", {
      description: "Product temperature in the mixing tank",
      uom: "°C",
      everyMs: 10 * SECOND,
      value: () => 6.5,
      noise: 0.8,
      decimals: 1,
    }),
    gauge(place, "AgitatorTorque", {
      description: "Torque of the agitator",
      uom: "Nm",
      everyMs: 2 * SECOND,
      value: (ms) => 140 * runningShare(machine, ms),
      noise: 6,
      least: 0,
      decimals: 1,
      code: CODE.single,
    }),
    coriolis(place, (ms) => runningShare(machine, ms)),
    fouling(place, "StrainerPressureDrop", {
      description: "Pressure drop over the strainer",
      phase: parts.foulingPhase,
    }),
    text(place, "Recipe", {
      description: "Recipe in work",
      value: story.recipe,
      schedules: [story.campaigns],
    }),
    text(place, "BatchId", {
      description: "Batch in work",
      value: story.batch,
      schedules: [story.campaigns],
    }),
  ];
}

/** The tank fills in a fifth of its turn and empties in the rest; the switch near its top chatters. */
function tankStreams(place: LineMember, story: LineStory): PlannedStream[] {
  const turn = { periodMs: TANK_PERIOD_MS, phase: seedOf(place.seed, "tank") % 100 / 100 };
  const level = (ms: number) => {
    const part = sawtooth(ms, turn);
    return part < 0.2 ? 14 + 76 * (part / 0.2) : 90 - 76 * ((part - 0.2) / 0.8);
  };
  return [
    gauge(place, "TankLevel", {
      description: "Level of the mixing tank",
      uom: "%",
      everyMs: 2 * SECOND,
      value: level,
      noise: 0.6,
      decimals: 1,
    }),
    switched(place, "HighLevelSwitch", {
      description: "Level switch near the top of the tank",
      value: (ms) => isOn(story.levelChatter, ms),
      schedules: [story.levelChatter],
    }),
  ];
}

/** One stream with two values at each time. */
function coriolis(place: LineMember, share: (ms: number) => number): PlannedStream {
  const flowSeed = seedOf(place.seed, "Coriolis flow");
  const densitySeed = seedOf(place.seed, "Coriolis density");
  return {
    name: `${place.path}.Coriolis`,
    description: "Coriolis meter in the outlet",
    type: coriolisType,
    cadence: beat(flowSeed, 3 * SECOND),
    members: (at) => {
      const ms = msFromTicks(at);
      return {
        MassFlow: Math.round(Math.max(0, 8_400 * share(ms) + 160 * drift(flowSeed, ms))),
        Density: Math.round((1_032 + 3 * drift(densitySeed, ms)) * 10) / 10,
      };
    },
  };
}
