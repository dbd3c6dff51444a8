/** What a row of the table is made of: a file in rows/ or peers/ whose default export says what it measures. */

/** How a ratio is told, and which way is better. */
export type Unit = "share" | "times" | "times_at_most" | "ms" | "bytes";

export interface Target {
  unit: Unit;
  /** None: the figure is told for what it is. */
  must?: number;
  /** None: the must is all there is. */
  aim?: number;
}

export interface Figure {
  what: string;
  /** What was measured, in words: `4.1 M samples/s; kernel 9.8 M`. */
  figure: string;
  /** In the target's unit: a share as 0.5, bytes, milliseconds. */
  ratio: number;
  target: Target;
  /** Whether the event log (or the answers) equalled the reference's; a figure without that does not count. */
  isEqual: boolean;
  notes?: string[];
}

export interface Row {
  /** Measures and answers one figure a line of the table. Progress goes to standard error. */
  figures(): Promise<Figure[]>;
}

export type Verdict = "aim met" | "met" | "missed" | "void" | "";

/** Void: what came out was not the reference's, so the speed says nothing. Without a must there is no verdict. */
export function verdictOf({ ratio, target, isEqual }: Figure): Verdict {
  if (!isEqual) return "void";
  if (target.must === undefined) return "";
  const isMet = (limit: number) => isMoreBetter(target.unit) ? ratio >= limit : ratio <= limit;
  if (!isMet(target.must)) return "missed";
  return isMet(target.aim ?? target.must) ? "aim met" : "met";
}

function isMoreBetter(unit: Unit): boolean {
  return unit === "share" || unit === "times";
}
