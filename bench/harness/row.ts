/** A row of the table: a file in rows/ or peers/ whose default export measures something. */

/** The unit of a ratio, and which direction is better. */
export type Unit = "share" | "times" | "times_at_most" | "ms" | "bytes";

export interface Target {
  unit: Unit;
  /** Absent: the figure has no limit. */
  must?: number;
  /** Absent: only the must counts. */
  aim?: number;
}

export interface Figure {
  what: string;
  /** The result as text: `4.1 M samples/s; kernel 9.8 M`. */
  figure: string;
  /** In the target's unit: a share as 0.5, bytes, milliseconds. */
  ratio: number;
  target: Target;
  /** Whether the event log (or the answers) equalled the reference's; a figure without that does not count. */
  isEqual: boolean;
  notes?: string[];
}

export interface Row {
  /** Measures, and returns one figure per line of the table. Progress goes to standard error. */
  figures(): Promise<Figure[]>;
}

export type Verdict = "aim met" | "met" | "missed" | "void" | "";

/** Void: the output differs from the reference, so the speed means nothing. Without a must there is no verdict. */
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
