import type { InspectedStream } from "../asset/stream_difference.ts";
import type { FoundStream } from "../asset/types.ts";

/** What the source answered of one stream: how it is listed, that there is none (null), or why it does not tell. */
export interface LookedAt {
  id: number;
  found: FoundStream | null;
  refusal: string | null;
}

export interface Look {
  /** What is to be stored. */
  inspected: InspectedStream[];
  /** The streams that nothing is stored of. */
  open: number[];
  /** Why the source as a whole is not believed; null: it is. */
  degraded: string | null;
}

export interface LookContext {
  /** How many streams are bound. */
  bound: number;
  /** Missing streams that were not looked at yet. */
  unlooked: number;
  /** Whether a stream has been missing for long enough. */
  isDue(id: number): boolean;
}

/**
 * What a look at streams means. When more than a tenth of the bound streams are missing at once, or the source does not tell,
 * something is wrong with the source, or with the rights there: nothing is taken as gone.
 */
export function assessLook(
  answers: readonly LookedAt[],
  { bound, unlooked, isDue }: LookContext,
): Look {
  const found = answers.filter((one) => one.found !== null);
  const refused = answers.filter(({ refusal }) => refusal !== null);
  const vanished = answers.filter((one) => one.found === null && one.refusal === null);
  const inspected: InspectedStream[] = found.map(({ id, found }) => ({ id, found }));
  const missing = vanished.length + unlooked;
  const isMass = missing >= 2 && missing > bound / 10;
  const degraded = refused[0] !== undefined
    ? `The source does not tell of ${streamsText(refused.length, bound)}: ${refused[0].refusal}`
    : isMass
    ? `The source lists ${streamsText(missing, bound)} no longer, all at once`
    : null;
  const deleted = isMass || refused.length > 0 ? [] : vanished.filter(({ id }) => isDue(id));
  const stored = new Set([...inspected, ...deleted].map(({ id }) => id));
  return {
    inspected: [...inspected, ...deleted.map(({ id }) => ({ id, found: null, isMissing: true }))],
    open: answers.filter(({ id }) => !stored.has(id)).map(({ id }) => id),
    degraded,
  };
}

function streamsText(count: number, bound: number): string {
  return `${count} of ${bound} bound streams`;
}
