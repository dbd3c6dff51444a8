import type { DemoTemplate } from "./types.ts";
import { placeholder, rule } from "./template_parts.ts";

const PACKAGE = "Rotating equipment";

const bearing: DemoTemplate = {
  package_name: PACKAGE,
  name: "Bearing health",
  description:
    "Vibration and temperature of a drive-end bearing, limits after ISO 10816-3 for medium machines",
  category: "health",
  color: "#c2410c",
  placeholders: [
    placeholder("VIBRATION", "NUM", "Vibration velocity of the bearing, mm/s"),
    placeholder("BEARING_TEMPERATURE", "NUM", "Temperature of the bearing, °C"),
  ],
  rules: [
    rule({
      rule_id: "vibration_high",
      rule_name: "Vibration high",
      conditions: [{ stream: "<VIBRATION>", operator: "greater_than", value: 4.5, deadband: 0.4 }],
      event_name: "<VIBRATION>.High",
      event_description: "Vibration is above 4.5 mm/s: the machine may run only for a limited time",
      severity: "warning",
      on_delay_seconds: 5,
      off_delay_seconds: 5,
      cause: "Bearing wear, imbalance or a loose foot",
      consequence: "The bearing fails within hours if nothing is done",
      action: "Check lubrication and mounting; plan the replacement of the bearing",
    }),
    rule({
      rule_id: "vibration_dangerous",
      rule_name: "Vibration dangerous",
      conditions: [{ stream: "<VIBRATION>", operator: "greater_than", value: 7.1, deadband: 0.5 }],
      event_name: "<VIBRATION>.Dangerous",
      event_description: "Vibration is above 7.1 mm/s: damage is likely",
      severity: "critical",
      on_delay_seconds: 3,
      cause: "The bearing is at the end of its life",
      consequence: "Seizure, damage to shaft and housing",
      action: "Stop the machine in a controlled way and replace the bearing",
    }),
    rule({
      rule_id: "bearing_hot",
      rule_name: "Bearing hot",
      conditions: [{ stream: "<BEARING_TEMPERATURE>", operator: "greater_or_equal", value: 80, deadband: 2 }],
      event_name: "<BEARING_TEMPERATURE>.Hot",
      event_description: "The bearing is at 80 °C or above",
      severity: "error",
      cause: "Friction from wear, too little or too much grease",
      consequence: "The grease degrades, wear accelerates",
      action: "Grease the bearing; if the temperature stays, plan its replacement",
    }),
  ],
};

const motor: DemoTemplate = {
  package_name: PACKAGE,
  name: "Motor load",
  description: "A motor above its rated current",
  category: "utilization",
  color: "#7c3aed",
  placeholders: [
    placeholder("MOTOR_CURRENT", "NUM", "Motor current, A"),
    placeholder("RATED_CURRENT", "NUM", "Rated current of the motor, A"),
  ],
  rules: [
    rule({
      rule_id: "overload",
      rule_name: "Motor overload",
      conditions: [{
        stream: "<MOTOR_CURRENT>",
        operator: "greater_than",
        value: "<RATED_CURRENT>",
        deadband: 0.5,
      }],
      event_name: "<MOTOR_CURRENT>.Overload",
      event_description: "The motor draws more than its rated <RATED_CURRENT> A",
      severity: "warning",
      on_delay_seconds: 4,
      off_delay_seconds: 4,
      cause: "Mechanical resistance, product too thick, worn gear",
      consequence: "The thermal protection trips and the unit stops",
      action: "Look for what blocks the drive; lower the speed",
    }),
  ],
};

const fouling: DemoTemplate = {
  package_name: "Plant upkeep",
  name: "Filter and fouling",
  description: "Pressure drop over a filter, strainer or heat exchanger",
  category: "maintenance",
  color: "#0f766e",
  placeholders: [placeholder("PRESSURE_DROP", "NUM", "Pressure drop, bar")],
  rules: [
    rule({
      rule_id: "cleaning_due",
      rule_name: "Cleaning due",
      conditions: [{ stream: "<PRESSURE_DROP>", operator: "greater_than", value: 0.76, deadband: 0.05 }],
      event_name: "<PRESSURE_DROP>.CleaningDue",
      event_description: "The pressure drop is above 0.76 bar",
      severity: "info",
      cause: "Deposits build up in normal service",
      consequence: "More energy is used for the same flow",
      action: "Flush at the next pause",
    }),
    rule({
      rule_id: "blocked",
      rule_name: "Nearly blocked",
      conditions: [{ stream: "<PRESSURE_DROP>", operator: "greater_than", value: 1.12, deadband: 0.05 }],
      event_name: "<PRESSURE_DROP>.NearlyBlocked",
      event_description: "The pressure drop is above 1.12 bar",
      severity: "error",
      on_delay_seconds: 10,
      cause: "Flushing was postponed too long",
      consequence: "Flow falls and the unit trips",
      action: "Flush now",
    }),
  ],
};

export const maintenanceTemplates: DemoTemplate[] = [bearing, motor, fouling];
