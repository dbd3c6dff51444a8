/** A condition of one stream that people are told of, with the time it has held since: a later one is another one. */
export interface Break {
  stream: number;
  since: string;
  text: string;
}

/** What an event tells of: plain JSON, kept with it. */
export type ToldBreaks = { stream: number; since: string }[];

/** The breaks that no standing event tells of, and the events of which none of the breaks holds any more. */
export function untoldBreaks(
  breaks: readonly Break[],
  standing: ReadonlyMap<string, ToldBreaks>,
): { untold: Break[]; over: string[] } {
  const told = new Set([...standing.values()].flat().map(nameOf)), held = new Set(breaks.map(nameOf));
  return {
    untold: breaks.filter((one) => !told.has(nameOf(one))),
    over: [...standing].filter(([, all]) => !all.some((one) => held.has(nameOf(one)))).map(([key]) => key),
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
