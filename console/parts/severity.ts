import type { Severity } from "../api/client.ts";

/** How a severity is shown: never by its colour alone. */
export interface SeverityLook {
  name: Severity;
  title: string;
  /** 1 is the worst. */
  rank: 1 | 2 | 3 | 4;
}

/** Worst first. */
export const SEVERITIES: readonly SeverityLook[] = [
  { name: "critical", title: "Critical", rank: 1 },
  { name: "error", title: "Error", rank: 2 },
  { name: "warning", title: "Warning", rank: 3 },
  { name: "info", title: "Info", rank: 4 },
];

const BY_NAME = new Map(SEVERITIES.map((look) => [look.name, look]));

export function severityLook(name: Severity): SeverityLook {
  return BY_NAME.get(name) ?? SEVERITIES[3];
}
