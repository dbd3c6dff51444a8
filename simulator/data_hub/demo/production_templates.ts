import type { DemoTemplate } from "./types.ts";
import { placeholder, rule } from "./template_parts.ts";

const lineStop: DemoTemplate = {
  package_name: "Line performance",
  name: "Line stop",
  description: "A unit that stops for its own fault, or because another unit stops",
  category: "production",
  color: "#1d4ed8",
  placeholders: [
    placeholder("STATE", "STR", "State of the unit"),
    placeholder("FAULT_TEXT", "STR", "The text that the unit shows while it is stopped"),
  ],
  rules: [
    rule({
      rule_id: "faulted",
      rule_name: "Unit faulted",
      conditions: [{ stream: "<STATE>", operator: "equals", value: "Faulted" }],
      event_name: "<STATE>.Faulted",
      event_description: "The unit has stopped with a fault; see <FAULT_TEXT>",
      severity: "error",
      on_delay_seconds: 2,
      enrichment: { text: "<FAULT_TEXT>" },
      cause: "The unit shows it in its fault text",
      consequence: "The units downstream starve, the units upstream block",
      action: "Clear the fault at the unit and reset",
    }),
    rule({
      rule_id: "held",
      rule_name: "Unit held",
      conditions: [{ stream: "<STATE>", operator: "in", value: ["Blocked", "Starved", "Stopped"] }],
      event_name: "<STATE>.Held",
      event_description: "The unit has stopped without a fault of its own",
      severity: "info",
      on_delay_seconds: 3,
      cause: "An adjacent unit has stopped, or the unit is under maintenance",
      consequence: "Lost production",
      action: "Go to the adjacent unit with the fault",
    }),
  ],
};

export const productionTemplates: DemoTemplate[] = [lineStop];
