import { type BlindColumns, rowsOf } from "../../domain/coverage/blind_time.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { bucketOf } from "./event_index.ts";

export const BLIND_DAY_MS = 86_400_000;

/** Instances per value; small, so that a query for one instance reads little. */
const INSTANCES_A_BLOCK = 100;

/** The block of an instance. */
export function blockOf(instanceId: number): number {
  return Math.floor(instanceId / INSTANCES_A_BLOCK);
}

/** Some instances of a shard that were blind in a complete hour. */
export interface BlindHourValue extends BlindColumns {
  v: 1;
}

/** Writes a complete hour of a shard; writing it again replaces it. */
export function blindHourWrites(columns: BlindColumns, shard: number): Mutation[] {
  const { hourMs, instance } = columns;
  const writes: Mutation[] = [];
  for (let from = 0; from < instance.length;) {
    const block = blockOf(instance[from]!);
    let to = from + 1;
    while (to < instance.length && blockOf(instance[to]!) === block) to++;
    const value: BlindHourValue = { v: 1, ...rowsOf(columns, { from, to }) };
    const key = keys.blindHour(bucketOf(hourMs, BLIND_DAY_MS), { block, hourMs, shard });
    writes.push({ type: "set", key, value });
    from = to;
  }
  return writes;
}
