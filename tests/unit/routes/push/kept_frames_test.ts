import { assertEquals } from "@std/assert";
import { FIRST_SEQ, framesOf, MOST_FRAMES_A_COMMIT, seqOf } from "../../../../routes/push/frames.ts";
import { KEPT_LIMITS, KeptFrames } from "../../../../routes/push/kept_frames.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

function stamp(commit: number): string {
  return commit.toString(16).padStart(20, "0");
}

function add(kept: KeptFrames, commit: number, { count = 1, at = NOW } = {}): void {
  const draft = { kind: "event_created", at: new Date(at).toISOString(), data: { commit } };
  const frames = Array.from({ length: count }, () => draft);
  for (const frame of framesOf({ versionstamp: stamp(commit), frames }, NOW)) kept.add(frame);
}

Deno.test("KeptFrames keeps 10,000 frames, and of 10,001 the newest 10,000", () => {
  const kept = new KeptFrames();
  for (let commit = 1; commit <= 10_000; commit++) add(kept, commit);
  assertEquals(kept.after(FIRST_SEQ), 0);
  add(kept, 10_001);
  assertEquals(kept.after(FIRST_SEQ), undefined);
  assertEquals(kept.after(seqOf(stamp(1), 0)), 1);
  assertEquals([kept.first, kept.end], [1, 10_001]);
  assertEquals(kept.at(1).seq, seqOf(stamp(2), 0));
});

Deno.test("KeptFrames keeps a frame for an hour, and the newest without end", () => {
  const kept = new KeptFrames();
  add(kept, 1);
  add(kept, 2);
  kept.dropOutlived(NOW + HOUR_MS);
  assertEquals(kept.first, 0);
  kept.dropOutlived(NOW + HOUR_MS + 1);
  assertEquals([kept.first, kept.end, kept.lastSeq], [1, 2, seqOf(stamp(2), 0)]);
  assertEquals(kept.after(seqOf(stamp(1), 0)), 1);
  assertEquals(kept.after(FIRST_SEQ), undefined);
});

Deno.test("KeptFrames keeps a limited number of characters", () => {
  const measure = new KeptFrames();
  add(measure, 1);
  const { length } = measure.at(0).text;
  const kept = new KeptFrames({ ...KEPT_LIMITS, characters: 2 * length });
  for (const commit of [1, 2]) add(kept, commit);
  assertEquals(kept.first, 0);
  add(kept, 3);
  assertEquals([kept.first, kept.end], [1, 3]);
});

Deno.test("KeptFrames.after() finds the frame behind any other, within a commit too", () => {
  const kept = new KeptFrames();
  add(kept, 1, { count: 3 });
  add(kept, 5, { count: 2 });
  assertEquals(kept.after(FIRST_SEQ), 0);
  assertEquals(kept.after(seqOf(stamp(1), 1)), 2);
  assertEquals(kept.after(seqOf(stamp(3), 0)), 3);
  assertEquals(kept.after(kept.lastSeq), 5);
});

Deno.test("KeptFrames.after() does not know positions of another log", () => {
  const kept = new KeptFrames();
  add(kept, 1);
  assertEquals(kept.after(seqOf(stamp(2), 0)), undefined);
});

Deno.test("KeptFrames.startsLate(): frames before the oldest one are unknown", () => {
  const kept = new KeptFrames();
  for (const commit of [4, 5]) add(kept, commit);
  kept.startsLate();
  assertEquals(kept.after(FIRST_SEQ), undefined);
  assertEquals(kept.after(seqOf(stamp(3), 9)), undefined);
  assertEquals(kept.after(seqOf(stamp(4), 0)), 1);
});

Deno.test("framesOf() sends 1,000 frames of a commit, and for more a resync behind all of them", () => {
  const draft = { kind: "event_created", at: new Date(NOW).toISOString(), data: null };
  const of = (count: number) =>
    framesOf({ versionstamp: stamp(7), frames: Array.from({ length: count }, () => draft) }, NOW);
  assertEquals(of(MOST_FRAMES_A_COMMIT).length, 1_000);
  const [only, ...rest] = of(MOST_FRAMES_A_COMMIT + 1);
  assertEquals([only.kind, rest.length], ["resync", 0]);
  assertEquals(only.seq > seqOf(stamp(7), MOST_FRAMES_A_COMMIT), true);
});

Deno.test("framesOf() replaces a commit whose frames were too large by a resync", () => {
  const frames = framesOf({ versionstamp: stamp(7), frames: null }, NOW);
  assertEquals(frames.map((frame) => frame.kind), ["resync"]);
});

Deno.test("a frame's text consists of seq, kind, at and data only", () => {
  const at = new Date(NOW).toISOString();
  const [frame] = framesOf(
    { versionstamp: stamp(1), frames: [{ kind: "ai_response", at, data: 1, to: 9 }] },
    NOW,
  );
  assertEquals(JSON.parse(frame.text), { seq: seqOf(stamp(1), 0), kind: "ai_response", at, data: 1 });
});

Deno.test("KeptFrames numbers its frames on, however many it has dropped", () => {
  const kept = new KeptFrames({ ...KEPT_LIMITS, frames: 3 });
  for (let commit = 1; commit <= 9_000; commit++) {
    add(kept, commit);
    assertEquals(kept.at(commit - 1).seq, seqOf(stamp(commit), 0));
  }
  assertEquals([kept.first, kept.end, kept.oldest?.seq], [8_997, 9_000, seqOf(stamp(8_998), 0)]);
  assertEquals(kept.after(seqOf(stamp(8_997), 0)), 8_997);
});
