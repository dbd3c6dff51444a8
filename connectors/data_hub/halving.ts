import { refusedStatus } from "./failure.ts";

export interface HalvingOptions {
  /** Answers the ids that were not taken. */
  post: (ids: string[]) => Promise<string[]>;
  /** Past so many halvings a part that is turned away is given up as a whole. */
  most: number;
  /** By these a service turns a whole list away for one id in it. */
  statuses: readonly number[];
}

/** Posts ids, in halves where the whole is turned away, so that the rest is taken. Answers those that were not. */
export async function postInHalves(
  ids: readonly string[],
  { post, most, statuses }: HalvingOptions,
): Promise<string[]> {
  const notTaken: string[] = [];
  const open = [[...ids]];
  let halvings = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    try {
      notTaken.push(...await post(part));
    } catch (error) {
      if (!statuses.includes(refusedStatus(error) ?? 0)) throw error;
      if (part.length > 1 && halvings++ < most) open.push(...halves(part));
      else notTaken.push(...part);
    }
  }
  return notTaken;
}

/** The second half, then the first: the one pushed last is the next one posted. */
function halves(part: string[]): [string[], string[]] {
  const middle = Math.ceil(part.length / 2);
  return [part.slice(middle), part.slice(0, middle)];
}
