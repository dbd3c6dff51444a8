import { coldStoreTemplates } from "./demo/cold_store_templates.ts";
import { demoInstances } from "./demo/instances.ts";
import { maintenanceTemplates } from "./demo/maintenance_templates.ts";
import { demoNodes } from "./demo/nodes.ts";
import { processTemplates } from "./demo/process_templates.ts";
import { productionTemplates } from "./demo/production_templates.ts";
import type { DemoPlant } from "./demo/types.ts";

export type {
  DemoBinding,
  DemoInstance,
  DemoNode,
  DemoPackage,
  DemoPlant,
  DemoTemplate,
} from "./demo/types.ts";

/** The packages, templates, instances and plant nodes of the demo, in the form of the API. */
export const DEMO_PLANT: DemoPlant = {
  packages: [
    { name: "Rotating equipment", description: "Bearings and motors of all lines" },
    { name: "Plant upkeep", description: "Filters, strainers, heat exchangers and water" },
    { name: "Food safety", description: "Pasteurisation, cold store and vessel levels" },
    { name: "Utilities", description: "Steam, compressed air and ice water" },
    { name: "Line performance", description: "Stops of fillers and packers" },
  ],
  templates: [...maintenanceTemplates, ...processTemplates, ...productionTemplates, ...coldStoreTemplates],
  instances: demoInstances,
  nodes: demoNodes,
};
