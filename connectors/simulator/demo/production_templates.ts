import type { DemoTemplate } from "./types.ts";
import { placeholder, rule } from "./wording.ts";

const lineStop: DemoTemplate = {
  package_name: "Line performance",
  name: "Line stop",
  description: "A unit that stands for a fault of its own, or because another one does",
  category: "production",
  color: "#1d4ed8",
  placeholders: [
    placeholder("STATE", "STR", "State of the unit"),
    placeholder("FAULT_TEXT", "STR", "What the unit shows while it stands"),
  ],
  rules: [
    rule({
      rule_id: "faulted",
      rule_name: "Unit faulted",
      conditions: [{ stream: "<STATE>", operator: "equals", value: "Faulted" }],
      event_name: "<STATE>.Faulted",
      event_description: "The unit stands with a fault; see <FAULT_TEXT>",
      severity: "error",
      on_delay_seconds: 2,
      enrichment: { text: "<FAULT_TEXT>" },
      cause: "The unit shows it in its fault text",
      consequence: "The line behind it starves, the one before it blocks",
      action: "Clear the fault at the unit and reset",
    }),
    rule({
      rule_id: "held",
      rule_name: "Unit held",
      conditions: [{ stream: "<STATE>", operator: "in", value: ["Blocked", "Starved", "Stopped"] }],
      event_name: "<STATE>.Held",
      event_description: "The unit stands without a fault of its own",
      severity: "info",
      on_delay_seconds: 3,
      cause: "A neighbour stands, or the unit is maintained",
      consequence: "Lost production",
      action: "Go to the neighbour that is faulted",
    }),
  ],
};

export const productionTemplates: DemoTemplate[] = [lineStop];
