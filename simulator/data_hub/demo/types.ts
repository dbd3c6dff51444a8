import type { NodeType } from "../../../domain/plant/types.ts";
import type { Literal, Placeholder, Rule } from "../../../domain/rule/types.ts";

export interface DemoPackage {
  name: string;
  description: string;
}

/** A template in the form of POST /api/templates, with its package by name. */
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

/** An instance in the form of POST /api/template-instances, with its template by name. */
export interface DemoInstance {
  template_name: string;
  instance_name: string;
  plant_node_floc_id: string;
  placeholders: DemoBinding[];
}

/** A node in the form of POST /api/plant-model; parents precede their children. */
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
