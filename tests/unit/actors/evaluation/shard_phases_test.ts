import { assert, assertEquals, assertThrows } from "@std/assert";
import { storeCheckpoint } from "../../../../actors/evaluation/checkpoints.ts";
import { repeatFirstRead } from "../../../../actors/evaluation/first_reads.ts";
import type { JournalEntry } from "../../../../actors/evaluation/journal.ts";
import { JournalReplay } from "../../../../actors/evaluation/journal_replay.ts";
import { advance } from "../../../../actors/evaluation/advance.ts";
import type { RestoredShard } from "../../../../actors/evaluation/restored_shard.ts";
import { ShardState } from "../../../../actors/evaluation/shard.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { emptyParts, openShard } from "../../../support/restored_shard.ts";

const ended: JournalEntry = {
  v: 1,
  watermark: 10,
  sequence: 1,
  kind: "ended",
  instanceId: 1,
  deployment: 1,
  ruleId: "high",
  onset: 5,
};

/** Which phases a shard says that it is in. */
function phases(shard: RestoredShard) {
  return { replaying: shard.isReplaying(), live: shard.isLive() };
}

Deno.test("a restoring shard refuses messages that cannot wait", () => {
  const shard = new ShardState();
  assertEquals([shard.restored, shard.isReady, shard.isCatchingUp], [null, false, true]);
  assertThrows(() => shard.active, Refusal, "being restored");
});

Deno.test("a restored shard replays its journal, then is live once it has caught up with the earlier run", () => {
  const replay = new JournalReplay({ restoredAt: 0 });
  replay.add(ended);
  const { shard, restored } = openShard(0, {
    replay,
    earlier: { writtenUpTo: 20, settledUpTo: 20, reproducedBy: Infinity },
  });
  assertEquals(phases(restored), { replaying: true, live: false });
  advance(restored, 9);
  assertEquals(phases(restored), { replaying: true, live: false });
  advance(restored, 10);
  assertEquals(phases(restored), { replaying: false, live: false });
  assert(shard.isCatchingUp);
  advance(restored, 20);
  assertEquals(phases(restored), { replaying: false, live: true });
  assert(!shard.isCatchingUp);
});

Deno.test("a reset empties the shard, and its journal is numbered on", () => {
  const { shard, restored } = openShard();
  restored.journal.entry({ kind: "deployed", instanceId: 1, deployment: 1 });
  const { sequence } = restored.journal;
  shard.reset();
  assertEquals(shard.restored, null);
  const again = shard.open(emptyParts());
  assert(again !== restored);
  assertEquals(again.journal.sequence, sequence);
});

Deno.test("messages of one phase are accepted in that phase only", () => {
  const wrong = (shard: RestoredShard) => {
    // @ts-expect-error A checkpoint is stored by a live shard.
    storeCheckpoint(shard, { watermark: 0, checkpoints: [], keys: [] });
    const read = { v: 1, watermark: 0, sequence: 1, kind: "first_read", reads: [], upTo: 0 } as const;
    // @ts-expect-error The journal is repeated by a shard that has one to repeat.
    repeatFirstRead(shard, { ...read, reads: [] });
  };
  assertEquals(typeof wrong, "function");
});
