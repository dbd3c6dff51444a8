/** A condition of one stream that people are told of, with the time it has held since: a later one is another one. */
export interface StreamCondition {
  stream: number;
  since: string;
  text: string;
}

/** What an event tells of: plain JSON, kept with it. */
export type ReportedConditions = { stream: number; since: string }[];

/** The conditions that no standing event tells of, and the events of which none of the conditions holds any more. */
export function unreportedConditions(
  conditions: readonly StreamCondition[],
  standing: ReadonlyMap<string, ReportedConditions>,
): { unreported: StreamCondition[]; ended: string[] } {
  const reported = new Set([...standing.values()].flat().map(nameOf)), held = new Set(conditions.map(nameOf));
  return {
    unreported: conditions.filter((one) => !reported.has(nameOf(one))),
    ended: [...standing].filter(([, all]) => !all.some((one) => held.has(nameOf(one)))).map(([key]) => key),
  };
}

function nameOf({ stream, since }: { stream: number; since: string }): string {
  return `${stream}/${since}`;
}

/** "A, B and 3 more". */
export function firstOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(", ")} and ${rest} more` : names.join(", ");
}
