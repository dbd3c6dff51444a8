import type { StreamRecord } from "./types.ts";

const MOST_UNITS = 10;

type Units = Pick<StreamRecord, "uom" | "past_units">;

/** The units that a stream had, with the one that it has until now where it changes. */
export function withUnit(
  before: Units | undefined,
  { uom, at }: { uom: string | null; at: string },
): Pick<StreamRecord, "past_units"> {
  const past = before?.past_units ?? [];
  const all = before === undefined || before.uom === uom ? past : [...past, { uom: before.uom, until: at }];
  return all.length === 0 ? {} : { past_units: all.slice(-MOST_UNITS) };
}

/** A unit that is another one than at some time: what it was, what it is, and since when. */
export interface UnitChange {
  before: string | null;
  after: string | null;
  at: string;
}

/** The change of a stream's unit since a time; undefined if it has the same unit as then. */
export function unitChangeSince({ uom, past_units = [] }: Units, since: string): UnitChange | undefined {
  const then = past_units.find(({ until }) => until > since);
  if (then === undefined || then.uom === uom) return undefined;
  return { before: then.uom, after: uom, at: past_units.at(-1)!.until };
}

export function unitText(uom: string | null): string {
  return uom === null || uom === "" ? "no unit" : uom;
}
