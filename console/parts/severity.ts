import { SEVERITIES as LOWEST_FIRST, type Severity } from "../../domain/event/severity.ts";

/** How a severity is displayed: by title, number and shape, never by colour alone. */
export interface SeverityInfo {
  name: Severity;
  title: string;
  /** 1 is the highest severity. */
  rank: number;
}

const TITLES: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  error: "Error",
  warning: "Warning",
  info: "Info",
};

/** Highest severity first. */
export const SEVERITIES: readonly SeverityInfo[] = LOWEST_FIRST.toReversed()
  .map((name, index) => ({ name, title: TITLES[name], rank: index + 1 }));

/** The severities as the options of a select. */
export const SEVERITY_OPTIONS = SEVERITIES.map(({ name, title, rank }) => ({
  value: name,
  label: `${rank} ${title}`,
}));

const BY_NAME = new Map(SEVERITIES.map((info) => [info.name, info]));

export function severityInfo(name: Severity): SeverityInfo {
  return BY_NAME.get(name) ?? SEVERITIES[3]!;
}
