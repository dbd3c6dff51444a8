/** A violation of a rule, and what to do about it. */
export interface Breach {
  path: string;
  line: number;
  rule: string;
  advice: string;
}

/** `file:line rule: what to do`. */
export function breachText({ path, line, rule, advice }: Breach): string {
  return `${path}:${line} ${rule}: ${advice}`;
}

/** Prints the breaches, or the line `clean` when there is none; returns the exit code. */
export function report(breaches: Breach[], clean: string): number {
  for (const breach of breaches) console.error(breachText(breach));
  if (breaches.length === 0) console.log(clean);
  return breaches.length === 0 ? 0 : 1;
}
