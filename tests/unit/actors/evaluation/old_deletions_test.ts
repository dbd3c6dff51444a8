import { assertEquals } from "@std/assert";
import { readDropped } from "../../../../actors/evaluation/checkpoints.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { BACKFILLED_DEPLOYMENT } from "../../../../domain/backfill/types.ts";
import type { DeletedEvent } from "../../../../domain/event/deleted.ts";
import type { ListSelector } from "../../../../domain/shared/commit.ts";
import { ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { openShard } from "../../../support/restored_shard.ts";

const HOUR = 3_600;

Deno.test("deleted events are forgotten with the horizon, backfilled ones never", async () => {
  const deleted = (id: number, deployment: number): DeletedEvent => ({
    v: 1,
    id,
    instance_id: 2,
    rule_id: "r1",
    deployment,
    onset: 0,
    end: ticksOfSeconds(id),
  });
  const values = [deleted(1, 3), deleted(2, BACKFILLED_DEPLOYMENT), deleted(80 * HOUR, 3)];
  const list = ({ prefix }: ListSelector) =>
    Promise.resolve(
      prefix[0] === "event_deleted"
        ? values.map((value) => ({ key: ["event_deleted", 2, value.id], value, versionstamp: "" }))
        : [],
    );
  const { restored: shard } = openShard(ticksOfSeconds(100 * HOUR));
  shard.corrections.load([], { horizonHours: 72, areOwn: true });
  const dropped = await readDropped(
    shard,
    { store: { list }, shard: 0, shards: 1 } as unknown as ActorContext,
  );
  assertEquals(dropped?.keys, [["event_deleted", 2, 1]]);
});
