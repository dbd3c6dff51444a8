import type { Severity } from "../api/client.ts";

/** How a severity is displayed: by title, number and shape, never by colour alone. */
export interface SeverityInfo {
  name: Severity;
  title: string;
  /** 1 is the highest severity. */
  rank: 1 | 2 | 3 | 4;
}

/** Highest severity first. */
export const SEVERITIES: readonly SeverityInfo[] = [
  { name: "critical", title: "Critical", rank: 1 },
  { name: "error", title: "Error", rank: 2 },
  { name: "warning", title: "Warning", rank: 3 },
  { name: "info", title: "Info", rank: 4 },
];

/** The severities as the options of a select. */
export const SEVERITY_OPTIONS = SEVERITIES.map(({ name, title, rank }) => ({
  value: name,
  label: `${rank} ${title}`,
}));

const BY_NAME = new Map(SEVERITIES.map((info) => [info.name, info]));

export function severityInfo(name: Severity): SeverityInfo {
  return BY_NAME.get(name) ?? SEVERITIES[3];
}
