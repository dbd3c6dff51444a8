import type { DemoTemplate } from "./types.ts";
import { placeholder, rule } from "./template_parts.ts";

/** Two of three probes, so that one that drifts or fails raises nothing. */
const roomTemperature: DemoTemplate = {
  package_name: "Food safety",
  name: "Room temperature",
  description: "Room temperature by three probes, of which two must agree",
  category: "quality",
  color: "#0369a1",
  placeholders: ["A", "B", "C"].map((probe) =>
    placeholder(`TEMPERATURE_${probe}`, "NUM", `Room temperature, probe ${probe}, °C`)
  ),
  rules: [rule({
    rule_id: "warm",
    rule_name: "Cold store warm",
    conditions: [{
      at_least: 2,
      conditions: ["A", "B", "C"].map((probe) => (
        { stream: `<TEMPERATURE_${probe}>`, operator: "greater_than", value: 7, deadband: 0.5 } as const
      )),
    }],
    event_name: "<TEMPERATURE_A>.Warm",
    event_description: "Two of three probes are above 7 °C",
    severity: "error",
    on_delay_seconds: 30,
    off_delay_seconds: 30,
    cause: "A door stands open, or the refrigeration is off",
    consequence: "Milk above 7 °C may not be processed",
    action: "Close the doors; check that the compressor runs",
  })],
};

const compressorStarts: DemoTemplate = {
  package_name: "Rotating equipment",
  name: "Compressor starts",
  description: "A compressor that starts more often than its motor may",
  category: "maintenance",
  color: "#7c3aed",
  placeholders: [
    placeholder("RUNNING", "BOOL", "True while the compressor runs"),
    placeholder("STARTS_PER_HOUR", "NUM", "Starts an hour that the motor may make"),
  ],
  rules: [rule({
    rule_id: "starts_too_often",
    rule_name: "Starts too often",
    conditions: [{
      stream: "<RUNNING>",
      operator: "times_above",
      comparison: { operator: "is_true" },
      value: "<STARTS_PER_HOUR>",
      window_seconds: 3_600,
      deadband: 1,
    }],
    event_name: "<RUNNING>.StartsTooOften",
    event_description: "More than <STARTS_PER_HOUR> starts in the last hour",
    severity: "warning",
    cause: "The differential of the pressure switch is too small, or refrigerant is missing",
    consequence: "The motor overheats, and its contactor wears out",
    action: "Adjust the pressure switch; have the charge checked",
  })],
};

const siloLevel: DemoTemplate = {
  package_name: "Food safety",
  name: "Silo level",
  description: "A radar that sees something else than milk",
  category: "quality",
  color: "#be185d",
  placeholders: [placeholder("LEVEL", "NUM", "Level by radar, %")],
  rules: [rule({
    rule_id: "jump",
    rule_name: "Level jump",
    conditions: [{ stream: "<LEVEL>", operator: "changed_by", value: 15, window_seconds: 60 }],
    event_name: "<LEVEL>.Jump",
    event_description: "The level has changed by more than 15 % from one sample to the next",
    severity: "info",
    off_delay_seconds: 90,
    cause: "Foam, or the agitator in the beam",
    consequence: "The silo may be fuller than its level says",
    action: "Compare with the sight glass before filling",
  })],
};

/** The counter begins again at 0 when its controller restarts; that is no use of water. */
const waterUse: DemoTemplate = {
  package_name: "Plant upkeep",
  name: "Water use",
  description: "Water of a cleaning place, by a counter",
  category: "energy",
  color: "#0e7490",
  placeholders: [placeholder("WATER_TOTAL", "NUM", "Counter of the water meter, L")],
  rules: [rule({
    rule_id: "use_high",
    rule_name: "Water use high",
    conditions: [{
      stream: "<WATER_TOTAL>",
      operator: "increase_above",
      value: 400,
      window_seconds: 600,
      deadband: 50,
    }],
    event_name: "<WATER_TOTAL>.UseHigh",
    event_description: "More than 400 L in 10 minutes",
    severity: "info",
    cause: "A hose was left open, or a valve leaks",
    consequence: "Water and its treatment are paid for nothing",
    action: "Look for running hoses; close the valve of the cleaning place",
  })],
};

/** What the glycol takes from the room, by the difference of two temperatures. */
const evaporator: DemoTemplate = {
  package_name: "Utilities",
  name: "Evaporator",
  description: "Ice on an evaporator, by the difference of the temperatures before and after it",
  category: "energy",
  color: "#0e7490",
  placeholders: [
    placeholder("SUPPLY_TEMPERATURE", "NUM", "Glycol to the evaporator, °C"),
    placeholder("RETURN_TEMPERATURE", "NUM", "Glycol from the evaporator, °C"),
  ],
  rules: [rule({
    rule_id: "iced",
    rule_name: "Evaporator iced",
    conditions: [{
      expression: "<RETURN_TEMPERATURE> - <SUPPLY_TEMPERATURE>",
      unit: "K",
      operator: "less_than",
      value: 2.5,
      deadband: 0.5,
    }],
    event_name: "<RETURN_TEMPERATURE>.Iced",
    event_description: "The glycol warms up by {value} {unit} only, less than {limit} {unit}",
    severity: "info",
    on_delay_seconds: 60,
    off_delay_seconds: 30,
    cause: "Ice on the evaporator keeps the warmth of the room from the glycol",
    consequence: "The compressor runs longer, and the room gets warm",
    action: "Start a defrost; look for the door through which moist air comes in",
  })],
};

/** The contact of the protection closes for a moment only: the fans stand until somebody has reset it. */
const fanProtection: DemoTemplate = {
  package_name: "Rotating equipment",
  name: "Fan protection",
  description: "Fans that stand from a trip of their protection until it is reset",
  category: "safety",
  color: "#b91c1c",
  placeholders: [
    placeholder("TRIP", "BOOL", "True for a moment when the protection trips"),
    placeholder("RESET", "BOOL", "True while the reset button is pressed"),
  ],
  rules: [rule({
    rule_id: "tripped",
    rule_name: "Fans tripped",
    conditions: [{ stream: "<TRIP>", operator: "is_true" }],
    until: [{ stream: "<RESET>", operator: "is_true" }],
    event_name: "<TRIP>.Tripped",
    event_description: "The protection has tripped, and nobody has reset it",
    severity: "warning",
    cause: "A fan is blocked by ice, or its motor is too hot",
    consequence: "Without fans the room gets warm in half an hour",
    action: "Look at the fans, then press the reset button at the cold store",
  })],
};

/** Each door has a time of its own. */
const door: DemoTemplate = {
  package_name: "Food safety",
  name: "Door open",
  description: "A door that stands open for longer than it may",
  category: "quality",
  color: "#a16207",
  placeholders: [
    placeholder("DOOR_OPEN", "BOOL", "True while the door is open"),
    placeholder("OPEN_SECONDS", "NUM", "How long this door may stand open, s"),
  ],
  rules: [rule({
    rule_id: "open_too_long",
    rule_name: "Door open too long",
    conditions: [{ stream: "<DOOR_OPEN>", operator: "is_true" }],
    on_delay_seconds: "<OPEN_SECONDS>",
    event_name: "<DOOR_OPEN>.TooLong",
    event_description: "The door has been open for more than <OPEN_SECONDS> s",
    severity: "info",
    cause: "Loading takes long, or the door was forgotten",
    consequence: "The room gets warm, and ice builds up on the evaporator",
    action: "Close the door",
  })],
};

export const coldStoreTemplates: DemoTemplate[] = [
  roomTemperature,
  compressorStarts,
  siloLevel,
  waterUse,
  evaporator,
  fanProtection,
  door,
];
