import { SEVERITIES, type Severity } from "../event/types.ts";
import type { Priority, SeverityMix } from "./types.ts";

/** The priority of each severity. */
export const PRIORITY_OF: Readonly<Record<Severity, Priority>> = {
  info: "low",
  warning: "low",
  error: "medium",
  critical: "high",
};

/** The shares that ISA-18.2 and EEMUA 191 recommend. */
export const RECOMMENDED_MIX: Readonly<Record<Priority, number>> = { low: 0.8, medium: 0.15, high: 0.05 };

const PRIORITIES = ["low", "medium", "high"] as const;

/** Without events all shares and the distance are 0. */
export function mixOf(severities: readonly number[]): SeverityMix {
  const total = severities.reduce((sum, count) => sum + count, 0);
  const counts = { info: 0, warning: 0, error: 0, critical: 0 };
  const shares = { low: 0, medium: 0, high: 0 };
  SEVERITIES.forEach((severity, place) => {
    const count = severities[place] ?? 0;
    counts[severity] = count;
    if (total > 0) shares[PRIORITY_OF[severity]] += count / total;
  });
  const off = PRIORITIES.reduce((sum, name) => sum + Math.abs(shares[name] - RECOMMENDED_MIX[name]), 0);
  return { counts, shares, distance: total > 0 ? off / 2 : 0 };
}
