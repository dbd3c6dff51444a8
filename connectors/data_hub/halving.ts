import { refusedStatus } from "../source_failure.ts";

export interface HalvingOptions {
  /** Returns the ids that were not accepted. */
  post: (ids: string[]) => Promise<string[]>;
  /** Limit of halvings; after it, a refused part is given up as a whole. */
  most: number;
  /** Statuses by which a service refuses a whole list because of one id. */
  statuses: readonly number[];
}

/** Posts ids, and halves of a refused list, so that one bad id affects no other. Returns those not accepted. */
export async function postInHalves(
  ids: readonly string[],
  { post, most, statuses }: HalvingOptions,
): Promise<string[]> {
  const notAccepted: string[] = [];
  const open = [[...ids]];
  let halvings = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    try {
      notAccepted.push(...await post(part));
    } catch (error) {
      if (!statuses.includes(refusedStatus(error) ?? 0)) throw error;
      if (part.length > 1 && halvings++ < most) open.push(...halves(part));
      else notAccepted.push(...part);
    }
  }
  return notAccepted;
}

/** The second half, then the first, since the part pushed last is posted next. */
function halves(part: string[]): [string[], string[]] {
  const middle = Math.ceil(part.length / 2);
  return [part.slice(middle), part.slice(0, middle)];
}
