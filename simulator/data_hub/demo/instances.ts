import type { DemoBinding, DemoInstance } from "./types.ts";

/** For each line, the prefix of its units' paths and of their functional locations. */
const LINES = {
  Line1: { path: "Riverside.Line1", floc: "MBD-RIV-PRO-L1" },
  Utility: { path: "Riverside.Utility", floc: "MBD-RIV-UTL-U1" },
  Line2: { path: "Hillcrest.Line2", floc: "MBD-HIL-PRO-L2" },
} as const;

type Line = keyof typeof LINES;

/** Binds placeholders to the last part of a stream's name, or to a number. */
type Bindings = Record<string, string | number>;

/** A part of a unit, such as one of its doors, is in the name in place of the template. */
interface UnitPart {
  line: Line;
  unit: string;
  part?: string;
}

function instance(template: string, at: UnitPart, bindings: Bindings): DemoInstance {
  const { path, floc } = LINES[at.line], { part = template.toLowerCase() } = at;
  return {
    template_name: template,
    instance_name: `${at.line} ${at.unit} ${part}`,
    plant_node_floc_id: `${floc}-${at.unit.slice(0, 3).toUpperCase()}`,
    placeholders: Object.entries(bindings).map(([placeholder_name, bound]): DemoBinding =>
      typeof bound === "number"
        ? { placeholder_name, value: bound }
        : { placeholder_name, stream_name: `${path}.${at.unit}.${bound}` }
    ),
  };
}

function bearing(line: Line, unit: string): DemoInstance {
  return instance("Bearing health", { line, unit }, {
    VIBRATION: "Vibration",
    BEARING_TEMPERATURE: "BearingTemperature",
  });
}

function motor(at: { line: Line; unit: string }, ratedCurrent: number): DemoInstance {
  return instance("Motor load", at, { MOTOR_CURRENT: "MotorCurrent", RATED_CURRENT: ratedCurrent });
}

function fouling(at: { line: Line; unit: string }, leaf: string): DemoInstance {
  return instance("Filter and fouling", at, { PRESSURE_DROP: leaf });
}

function lineStop(line: Line, unit: string): DemoInstance {
  return instance("Line stop", { line, unit }, { STATE: "State", FAULT_TEXT: "FaultText" });
}

const PRODUCTION: Line[] = ["Line1", "Line2"];

function perLine(line: Line): DemoInstance[] {
  return [
    instance("Pasteurisation", { line, unit: "Pasteuriser" }, {
      HOLD_TEMPERATURE: "HoldTemperature",
      DIVERT_VALVE: "DivertValve",
    }),
    lineStop(line, "Filler"),
    lineStop(line, "Packer"),
    instance("Vessel level", { line, unit: "Mixer" }, {
      LEVEL: "TankLevel",
      HIGH_SWITCH: "HighLevelSwitch",
      LOW_LIMIT: 18,
      HIGH_LIMIT: 88,
    }),
    instance("Vessel level", { line, unit: "Filler" }, {
      LEVEL: "BowlLevel",
      HIGH_SWITCH: "BowlHighSwitch",
      LOW_LIMIT: 40,
      HIGH_LIMIT: 80,
    }),
    fouling({ line, unit: "Mixer" }, "StrainerPressureDrop"),
    fouling({ line, unit: "Pasteuriser" }, "PlatePressureDrop"),
    motor({ line, unit: "Packer" }, 14),
    bearing(line, "Filler"),
    bearing(line, "Packer"),
  ];
}

function steam(line: Line): DemoInstance {
  return instance("Steam supply", { line, unit: "Boiler" }, {
    STEAM_PRESSURE: "SteamPressure",
    FLUE_GAS_OXYGEN: "FlueGasOxygen",
  });
}

const COLD_STORE = { line: "Utility", unit: "ColdStore" } as const;

const coldStore: DemoInstance[] = [
  instance("Room temperature", COLD_STORE, {
    TEMPERATURE_A: "TemperatureA",
    TEMPERATURE_B: "TemperatureB",
    TEMPERATURE_C: "TemperatureC",
  }),
  instance("Compressor starts", COLD_STORE, { RUNNING: "CompressorRunning", STARTS_PER_HOUR: 8 }),
  instance("Silo level", COLD_STORE, { LEVEL: "SiloLevel" }),
  instance("Water use", COLD_STORE, { WATER_TOTAL: "WaterTotal" }),
  instance("Evaporator", COLD_STORE, {
    SUPPLY_TEMPERATURE: "GlycolSupply",
    RETURN_TEMPERATURE: "GlycolReturn",
  }),
  instance("Fan protection", COLD_STORE, { TRIP: "FanTrip", RESET: "ResetButton" }),
  instance("Door open", { ...COLD_STORE, part: "loading door" }, {
    DOOR_OPEN: "LoadingDoorOpen",
    OPEN_SECONDS: 300,
  }),
  instance("Door open", { ...COLD_STORE, part: "staff door" }, {
    DOOR_OPEN: "StaffDoorOpen",
    OPEN_SECONDS: 65,
  }),
];

export const demoInstances: DemoInstance[] = [
  ...PRODUCTION.flatMap(perLine),
  steam("Utility"),
  steam("Line2"),
  instance("Compressed air", { line: "Utility", unit: "Compressor" }, { AIR_PRESSURE: "DischargePressure" }),
  instance("Ice water", { line: "Utility", unit: "Chiller" }, { SUPPLY_TEMPERATURE: "SupplyTemperature" }),
  fouling({ line: "Utility", unit: "Compressor" }, "IntakePressureDrop"),
  fouling({ line: "Utility", unit: "Chiller" }, "CondenserPressureDrop"),
  motor({ line: "Utility", unit: "Compressor" }, 96),
  bearing("Utility", "Compressor"),
  bearing("Utility", "Chiller"),
  bearing("Line1", "Mixer"),
  ...coldStore,
];
