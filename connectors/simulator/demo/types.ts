import type { NodeType } from "../../../domain/plant/types.ts";
import type { Literal, Placeholder, Rule } from "../../../domain/rule/types.ts";

export interface DemoPackage {
  name: string;
  description: string;
}

/** A template as POST /api/templates takes it, but for its package, which goes by name. */
export interface DemoTemplate {
  package_name: string;
  name: string;
  description: string;
  category: string;
  color: string;
  rules: Rule[];
  placeholders: Placeholder[];
}

export type DemoBinding =
  | { placeholder_name: string; stream_name: string }
  | { placeholder_name: string; value: Literal };

/** An instance as POST /api/template-instances takes it, but for its template, which goes by name. */
export interface DemoInstance {
  template_name: string;
  instance_name: string;
  plant_node_floc_id: string;
  placeholders: DemoBinding[];
}

/** A node as POST /api/plant-model takes it; parents come before their children. */
export interface DemoNode {
  floc_id: string;
  name: string;
  node_type: NodeType;
  parent_id: string | null;
}

export interface DemoPlant {
  packages: DemoPackage[];
  templates: DemoTemplate[];
  instances: DemoInstance[];
  nodes: DemoNode[];
}
