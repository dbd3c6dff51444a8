import type { DataValue } from "node-opcua-client";
import type { Ms } from "../../domain/shared/time.ts";
import { piecesOf, type Reading } from "./reading.ts";
import type { Chosen } from "./selecting.ts";

const VALUES_AT_ONCE = 1_000;
/** What a server has stored in a gap; beyond it is not worth to hold up what is new. */
const MOST_PAGES = 1_000;

export interface HistoryAsk {
  items: readonly { index: number; chosen: Chosen; fromMs: Ms }[];
  toMs: Ms;
  take(index: number, values: readonly DataValue[]): void;
}

/** Reads what the server stored meanwhile. Answers the items that it could not be read of. */
export async function readHistory(
  { session, limits }: Reading,
  { items, toMs, take }: HistoryAsk,
): Promise<number[]> {
  const failed: number[] = [];
  for (const piece of piecesOf(items, limits.histories)) {
    let open = piece;
    for (let page = 0; open.length > 0; page++) {
      const next: typeof open = [];
      for (const [begin, group] of Map.groupBy(open, (item) => item.fromMs)) {
        const results = await session.readHistoryValue(
          group.map(({ chosen }) => chosen.node),
          new Date(begin),
          new Date(toMs),
          { numValuesPerNode: VALUES_AT_ONCE },
        ).catch(() => []);
        for (const [i, item] of group.entries()) {
          const result = results[i];
          const values = (result?.historyData as { dataValues?: DataValue[] | null } | null)?.dataValues;
          if (result === undefined || result.statusCode.value >>> 31 === 1 || page > MOST_PAGES) {
            failed.push(item.index);
            continue;
          }
          take(item.index, values ?? []);
          const last = values?.at(-1)?.sourceTimestamp?.getTime();
          const hasMore = values?.length === VALUES_AT_ONCE || (result.continuationPoint?.length ?? 0) > 0;
          if (hasMore && last !== undefined && last > begin) {
            next.push({ ...item, fromMs: last });
          }
        }
      }
      open = next;
    }
  }
  return failed;
}
