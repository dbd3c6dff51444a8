import type { DemoTemplate } from "./types.ts";
import { placeholder, rule } from "./template_parts.ts";

const pasteurisation: DemoTemplate = {
  package_name: "Food safety",
  name: "Pasteurisation",
  description: "Holding temperature and divert valve of a pasteuriser",
  category: "quality",
  color: "#b91c1c",
  placeholders: [
    placeholder("HOLD_TEMPERATURE", "NUM", "Temperature at the end of the holding tube, °C"),
    placeholder("DIVERT_VALVE", "BOOL", "True while product is sent back"),
  ],
  rules: [
    rule({
      rule_id: "below_limit",
      rule_name: "Below the legal limit",
      conditions: [{ stream: "<HOLD_TEMPERATURE>", operator: "less_than", value: 72, deadband: 0.3 }],
      event_name: "<HOLD_TEMPERATURE>.BelowLimit",
      event_description: "The holding temperature is under 72 °C",
      severity: "critical",
      on_delay_seconds: 1,
      off_delay_seconds: 3,
      enrichment: { limit: "72 °C for 15 s", instrument: "<HOLD_TEMPERATURE>" },
      cause: "Too little steam, fouled plates or too much flow",
      consequence: "Product is not safe and must be heated again",
      action: "Check that the divert valve has switched; call quality; check the steam supply",
    }),
    rule({
      rule_id: "diverting",
      rule_name: "Product diverted",
      conditions: [{ stream: "<DIVERT_VALVE>", operator: "is_true" }],
      event_name: "<DIVERT_VALVE>.Diverting",
      event_description: "Product goes back to the balance tank",
      severity: "error",
      cause: "The holding temperature was too low",
      consequence: "The filler runs out of product",
      action: "Bring the temperature back; slow the filler down",
    }),
  ],
};

const steam: DemoTemplate = {
  package_name: "Utilities",
  name: "Steam supply",
  description: "Pressure and combustion of a steam boiler",
  category: "energy",
  color: "#a16207",
  placeholders: [
    placeholder("STEAM_PRESSURE", "NUM", "Steam pressure in the header, bar"),
    placeholder("FLUE_GAS_OXYGEN", "NUM", "Oxygen in the flue gas, %"),
  ],
  rules: [
    rule({
      rule_id: "pressure_low",
      rule_name: "Steam pressure low",
      conditions: [{ stream: "<STEAM_PRESSURE>", operator: "less_than", value: 6.5, deadband: 0.3 }],
      event_name: "<STEAM_PRESSURE>.Low",
      event_description: "Steam pressure is under 6.5 bar",
      severity: "error",
      on_delay_seconds: 2,
      cause: "Demand above the burner's power, or a feedwater problem",
      consequence: "The pasteuriser loses temperature about 20 s later",
      action: "Disconnect consumers; check burner and feedwater",
    }),
    rule({
      rule_id: "combustion",
      rule_name: "Combustion out of range",
      conditions: [{ stream: "<FLUE_GAS_OXYGEN>", operator: "outside", value: [2, 5], deadband: 0.2 }],
      event_name: "<FLUE_GAS_OXYGEN>.OutOfRange",
      event_description: "Oxygen in the flue gas is outside 2 to 5 %",
      severity: "warning",
      on_delay_seconds: 6,
      off_delay_seconds: 6,
      cause: "Air flap or fuel valve out of step",
      consequence: "Gas is wasted, or soot builds up",
      action: "Have the burner adjusted",
    }),
  ],
};

const air: DemoTemplate = {
  package_name: "Utilities",
  name: "Compressed air",
  description: "Pressure of the compressed air network",
  category: "energy",
  color: "#0369a1",
  placeholders: [placeholder("AIR_PRESSURE", "NUM", "Pressure in the network, bar")],
  rules: [rule({
    rule_id: "pressure_low",
    rule_name: "Air pressure low",
    conditions: [{ stream: "<AIR_PRESSURE>", operator: "less_than", value: 6.5, deadband: 0.2 }],
    event_name: "<AIR_PRESSURE>.Low",
    event_description: "Air pressure is under 6.5 bar",
    severity: "warning",
    cause: "A leak, or many valves at once",
    consequence: "Valves move slowly, packers fault",
    action: "Start the second compressor; look for leaks",
  })],
};

const cold: DemoTemplate = {
  package_name: "Utilities",
  name: "Ice water",
  description: "Temperature of the ice water",
  category: "environment",
  color: "#0e7490",
  placeholders: [placeholder("SUPPLY_TEMPERATURE", "NUM", "Ice water to the plant, °C")],
  rules: [rule({
    rule_id: "warm",
    rule_name: "Ice water warm",
    conditions: [{ stream: "<SUPPLY_TEMPERATURE>", operator: "greater_than", value: 4, deadband: 0.5 }],
    event_name: "<SUPPLY_TEMPERATURE>.Warm",
    event_description: "Ice water is above 4 °C",
    severity: "warning",
    on_delay_seconds: 5,
    cause: "Heat load above the chiller's power, or a fouled condenser",
    consequence: "Product leaves the pasteuriser too warm",
    action: "Check the condenser; postpone the next batch",
  })],
};

const level: DemoTemplate = {
  package_name: "Food safety",
  name: "Vessel level",
  description: "Level of a tank or bowl and its overfill switch",
  category: "safety",
  color: "#be185d",
  placeholders: [
    placeholder("LEVEL", "NUM", "Level, %"),
    placeholder("HIGH_SWITCH", "BOOL", "True when the switch near the top is covered"),
    placeholder("LOW_LIMIT", "NUM", "Lowest level in normal service, %"),
    placeholder("HIGH_LIMIT", "NUM", "Highest level in normal service, %"),
  ],
  rules: [
    rule({
      rule_id: "level_outside",
      rule_name: "Level out of range",
      conditions: [{
        stream: "<LEVEL>",
        operator: "outside",
        value: ["<LOW_LIMIT>", "<HIGH_LIMIT>"],
        deadband: 2,
      }],
      event_name: "<LEVEL>.OutOfRange",
      event_description: "The level is outside <LOW_LIMIT> to <HIGH_LIMIT> %",
      severity: "warning",
      on_delay_seconds: 2,
      cause: "Inflow and outflow do not match",
      consequence: "Overflow, or air in the product",
      action: "Check the units before and after",
    }),
    rule({
      rule_id: "high_switch",
      rule_name: "Overfill switch",
      conditions: [{ stream: "<HIGH_SWITCH>", operator: "is_true" }],
      event_name: "<HIGH_SWITCH>.Overfill",
      event_description: "The overfill switch is covered",
      severity: "error",
      cause: "The vessel is too full, or foam covers the switch",
      consequence: "Product is lost over the overflow",
      action: "Look into the vessel; clean the switch if it chatters",
    }),
  ],
};

export const processTemplates: DemoTemplate[] = [pasteurisation, steam, air, cold, level];
