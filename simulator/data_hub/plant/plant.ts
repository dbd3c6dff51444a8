import { seedOf } from "../pseudo_random.ts";
import type { ComputedStream } from "../computed_stream.ts";
import { boilerStreams } from "./boiler.ts";
import { coldStoreStreams } from "./cold_store.ts";
import { fillerStreams } from "./filler.ts";
import type { PlannedStream, UnitRef } from "./instruments.ts";
import { lineScenario } from "./line_scenario.ts";
import { type Machine, machine, type MachinePlan } from "./machine.ts";
import { mixerStreams } from "./mixer.ts";
import { packerStreams } from "./packer.ts";
import { pasteuriserStreams } from "./pasteuriser.ts";
import { chillerStreams, compressorStreams } from "./utilities.ts";
import type { Schedule } from "../schedule.ts";

/** A unit of the plant with its streams; one asset. */
export interface Unit {
  path: string;
  description: string;
  streams: ComputedStream[];
}

interface PlannedUnit {
  path: string;
  description: string;
  streams: PlannedStream[];
}

const FAULTS: Record<string, Omit<MachinePlan, "wearPhase" | "wearMinutes">> = {
  Mixer: {
    overloadSeconds: 310,
    faultSeconds: 1500,
    faultLastsSeconds: [20, 40],
    faultText: "Agitator interlock open",
  },
  Pasteuriser: {
    overloadSeconds: 420,
    faultSeconds: 1900,
    faultLastsSeconds: [15, 30],
    faultText: "Feed pump tripped",
  },
  Filler: {
    overloadSeconds: 350,
    faultSeconds: 620,
    faultLastsSeconds: [15, 35],
    faultText: "Bottle fallen at infeed",
  },
  Packer: { overloadSeconds: 280, faultSeconds: 240, faultLastsSeconds: [20, 50], faultText: "Carton jam" },
  Boiler: {
    overloadSeconds: 500,
    faultSeconds: 2600,
    faultLastsSeconds: [15, 25],
    faultText: "Flame failure",
  },
  Compressor: {
    overloadSeconds: 330,
    faultSeconds: 2300,
    faultLastsSeconds: [15, 25],
    faultText: "Oil pressure low",
  },
  Chiller: {
    overloadSeconds: 390,
    faultSeconds: 2100,
    faultLastsSeconds: [15, 25],
    faultText: "High head pressure",
  },
};

/** Different phases and periods, so that the bearings do not fail at the same time. */
const WEAR: Record<string, [minutes: number, phase: number]> = {
  "Riverside.Line1.Mixer": [11, 0],
  "Riverside.Line1.Pasteuriser": [13, 0.35],
  "Riverside.Line1.Filler": [9, 0.7],
  "Riverside.Line1.Packer": [10, 0.15],
  "Riverside.Utility.Boiler": [17, 0.5],
  "Riverside.Utility.Compressor": [12, 0.85],
  "Riverside.Utility.Chiller": [14, 0.25],
  "Hillcrest.Line2.Mixer": [10.5, 0.6],
  "Hillcrest.Line2.Pasteuriser": [12.5, 0.95],
  "Hillcrest.Line2.Filler": [9.5, 0.1],
  "Hillcrest.Line2.Packer": [11.5, 0.45],
  "Hillcrest.Line2.Boiler": [16, 0.8],
};

const FIRST_ID = 1001;

/** The whole plant: 13 units on 3 lines of 2 sites. The same seed always gives the same plant. */
export function plantUnits(seed: number): Unit[] {
  const units = [...riverside(seed), ...hillcrest(seed), coldStore(seed)];
  let next = FIRST_ID;
  return units.map((unit) => ({
    ...unit,
    streams: unit.streams.map((stream) => ({ ...stream, id: `PI_SIM_${next++}` })),
  }));
}

interface UnitContext {
  ref: UnitRef;
  machine: Machine;
}

function unitContext(seed: number, path: string, blocked: Schedule | null = null): UnitContext {
  const ref = { path, seed: seedOf(seed, path) };
  const [wearMinutes, wearPhase] = WEAR[path]!;
  const kind = path.slice(path.lastIndexOf(".") + 1);
  return { ref, machine: machine(ref, { ...FAULTS[kind]!, wearMinutes, wearPhase }, blocked) };
}

function riverside(seed: number): PlannedUnit[] {
  const boiler = unitContext(seed, "Riverside.Utility.Boiler");
  const compressor = unitContext(seed, "Riverside.Utility.Compressor");
  const chiller = unitContext(seed, "Riverside.Utility.Chiller");
  const line = lineUnits(seed, {
    path: "Riverside.Line1",
    code: "R1",
    recipes: ["Whole milk 3.5 %", "Skimmed milk 0.3 %", "Cocoa drink", "Oat drink"],
    phase: 0,
    foulingPhases: [0, 1 / 6],
  });
  return [
    ...line.units,
    unit(
      "Steam boiler",
      boiler,
      boilerStreams(boiler.ref, { machine: boiler.machine, steamSag: line.steamSag }),
    ),
    unit(
      "Air compressor",
      compressor,
      compressorStreams(compressor.ref, { ...compressor, foulingPhase: 2 / 6 }),
    ),
    unit("Ice water chiller", chiller, chillerStreams(chiller.ref, { ...chiller, foulingPhase: 3 / 6 })),
  ];
}

function hillcrest(seed: number): PlannedUnit[] {
  const boiler = unitContext(seed, "Hillcrest.Line2.Boiler");
  const line = lineUnits(seed, {
    path: "Hillcrest.Line2",
    code: "H2",
    recipes: ["Drinking yoghurt strawberry", "Drinking yoghurt peach", "Buttermilk"],
    phase: 0.5,
    foulingPhases: [4 / 6, 5 / 6],
  });
  return [
    ...line.units,
    unit(
      "Steam boiler",
      boiler,
      boilerStreams(boiler.ref, { machine: boiler.machine, steamSag: line.steamSag }),
    ),
  ];
}

function coldStore(seed: number): PlannedUnit {
  const path = "Riverside.Utility.ColdStore";
  return {
    path,
    description: "Cold store with milk silo",
    streams: coldStoreStreams({ path, seed: seedOf(seed, path) }),
  };
}

interface LineOptions {
  path: string;
  code: string;
  recipes: string[];
  phase: number;
  foulingPhases: [number, number];
}

function lineUnits(seed: number, options: LineOptions): { units: PlannedUnit[]; steamSag: Schedule } {
  const { path, foulingPhases } = options;
  const packer = unitContext(seed, `${path}.Packer`);
  const scenario = lineScenario({ ...options, seed: seedOf(seed, path), packer: packer.machine });
  const mixer = unitContext(seed, `${path}.Mixer`);
  const pasteuriser = unitContext(seed, `${path}.Pasteuriser`);
  const filler = unitContext(seed, `${path}.Filler`, scenario.fillerBlocked);
  const units = [
    unit(
      "Mixing tank",
      mixer,
      mixerStreams(mixer.ref, { ...mixer, scenario, foulingPhase: foulingPhases[0] }),
    ),
    unit(
      "Plate pasteuriser",
      pasteuriser,
      pasteuriserStreams(pasteuriser.ref, { ...pasteuriser, scenario, foulingPhase: foulingPhases[1] }),
    ),
    unit("Rotary filler", filler, fillerStreams(filler.ref, { ...filler, scenario })),
    unit("Case packer", packer, packerStreams(packer.ref, packer)),
  ];
  return { units, steamSag: scenario.steamSag };
}

function unit(description: string, from: UnitContext, streams: PlannedStream[]): PlannedUnit {
  return { path: from.ref.path, description, streams };
}
