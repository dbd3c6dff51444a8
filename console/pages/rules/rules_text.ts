import { SEVERITIES } from "../../parts/severity.ts";

export const DATA_TYPES = [
  { value: "NUM", label: "Number" },
  { value: "STR", label: "Text" },
  { value: "BOOL", label: "True or false" },
];

export const CATEGORIES = [
  ...["utilization", "health", "production", "maintenance", "quality", "energy", "safety", "environment"],
];

export const SEVERITY_OPTIONS = SEVERITIES.map(({ name, title, rank }) => ({
  value: name,
  label: `${rank} ${title}`,
}));
