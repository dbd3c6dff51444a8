import type { Placeholder, Rule } from "../rule/types.ts";

/** A rule template as it is stored. `version` rises with every update. */
export interface TemplateRecord {
  v: 1;
  id: number;
  template_id: string;
  name: string;
  description: string;
  category: string;
  color: string;
  package_id: number;
  is_active: boolean;
  allow_instances: boolean;
  created_at: string;
  created_by: string;
  updated_at: string;
  version: number;
  rules: Rule[];
  placeholders: Placeholder[];
}

export interface PackageRecord {
  v: 1;
  id: number;
  name: string;
  description: string;
  created_at: string;
  created_by: string;
}
