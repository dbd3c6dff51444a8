import { type BlindColumns, rowsOf } from "../../domain/coverage/blind_time.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { bucketOf } from "./event_index.ts";

export const BLIND_DAY_MS = 86_400_000;

/** Instances whose blind hours stand in one value, so that the look at one of them reads little. */
const INSTANCES_A_BLOCK = 100;

/** The block that an instance's blind hours stand in. */
export function blockOf(instanceId: number): number {
  return Math.floor(instanceId / INSTANCES_A_BLOCK);
}

/** Which instances were blind in an hour that is over: some of one shard's. */
export interface BlindHourValue extends BlindColumns {
  v: 1;
}

/** What a shard writes of an hour that is over; writing it again puts the newer in the place of the older. */
export function blindHourWrites(columns: BlindColumns, shard: number): Mutation[] {
  const { hourMs, instance } = columns;
  const writes: Mutation[] = [];
  for (let from = 0; from < instance.length;) {
    const block = blockOf(instance[from]);
    let to = from + 1;
    while (to < instance.length && blockOf(instance[to]) === block) to++;
    const value: BlindHourValue = { v: 1, ...rowsOf(columns, { from, to }) };
    const key = keys.blindHour(bucketOf(hourMs, BLIND_DAY_MS), { block, hourMs, shard });
    writes.push({ type: "set", key, value });
    from = to;
  }
  return writes;
}
