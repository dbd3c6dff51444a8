import { assertEquals } from "@std/assert";
import { FIRST_SEQ, framesOf, MOST_FRAMES_A_COMMIT, seqOf } from "../../../../routes/push/frames.ts";
import { BUFFER_LIMITS, FrameBuffer } from "../../../../routes/push/frame_buffer.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

function stamp(commit: number): string {
  return commit.toString(16).padStart(20, "0");
}

function add(buffer: FrameBuffer, commit: number, { count = 1, at = NOW } = {}): void {
  const draft = { kind: "event_created", at: new Date(at).toISOString(), data: { commit } };
  const frames = Array.from({ length: count }, () => draft);
  for (const frame of framesOf({ versionstamp: stamp(commit), frames }, NOW)) buffer.add(frame);
}

Deno.test("FrameBuffer keeps 10,000 frames, and of 10,001 the newest 10,000", () => {
  const buffer = new FrameBuffer();
  for (let commit = 1; commit <= 10_000; commit++) add(buffer, commit);
  assertEquals(buffer.after(FIRST_SEQ), 0);
  add(buffer, 10_001);
  assertEquals(buffer.after(FIRST_SEQ), undefined);
  assertEquals(buffer.after(seqOf(stamp(1), 0)), 1);
  assertEquals([buffer.first, buffer.end], [1, 10_001]);
  assertEquals(buffer.at(1).seq, seqOf(stamp(2), 0));
});

Deno.test("FrameBuffer keeps a frame for an hour, and the newest without end", () => {
  const buffer = new FrameBuffer();
  add(buffer, 1);
  add(buffer, 2);
  buffer.dropOutlived(NOW + HOUR_MS);
  assertEquals(buffer.first, 0);
  buffer.dropOutlived(NOW + HOUR_MS + 1);
  assertEquals([buffer.first, buffer.end, buffer.lastSeq], [1, 2, seqOf(stamp(2), 0)]);
  assertEquals(buffer.after(seqOf(stamp(1), 0)), 1);
  assertEquals(buffer.after(FIRST_SEQ), undefined);
});

Deno.test("FrameBuffer keeps a limited number of characters", () => {
  const measure = new FrameBuffer();
  add(measure, 1);
  const { length } = measure.at(0).text;
  const buffer = new FrameBuffer({ ...BUFFER_LIMITS, characters: 2 * length });
  for (const commit of [1, 2]) add(buffer, commit);
  assertEquals(buffer.first, 0);
  add(buffer, 3);
  assertEquals([buffer.first, buffer.end], [1, 3]);
});

Deno.test("FrameBuffer.after() finds the frame behind any other, within a commit too", () => {
  const buffer = new FrameBuffer();
  add(buffer, 1, { count: 3 });
  add(buffer, 5, { count: 2 });
  assertEquals(buffer.after(FIRST_SEQ), 0);
  assertEquals(buffer.after(seqOf(stamp(1), 1)), 2);
  assertEquals(buffer.after(seqOf(stamp(3), 0)), 3);
  assertEquals(buffer.after(buffer.lastSeq), 5);
});

Deno.test("FrameBuffer.after() does not know positions of another log", () => {
  const buffer = new FrameBuffer();
  add(buffer, 1);
  assertEquals(buffer.after(seqOf(stamp(2), 0)), undefined);
});

Deno.test("FrameBuffer.startsLate(): frames before the oldest one are unknown", () => {
  const buffer = new FrameBuffer();
  for (const commit of [4, 5]) add(buffer, commit);
  buffer.startsLate();
  assertEquals(buffer.after(FIRST_SEQ), undefined);
  assertEquals(buffer.after(seqOf(stamp(3), 9)), undefined);
  assertEquals(buffer.after(seqOf(stamp(4), 0)), 1);
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

Deno.test("FrameBuffer numbers its frames on, however many it has dropped", () => {
  const buffer = new FrameBuffer({ ...BUFFER_LIMITS, frames: 3 });
  for (let commit = 1; commit <= 9_000; commit++) {
    add(buffer, commit);
    assertEquals(buffer.at(commit - 1).seq, seqOf(stamp(commit), 0));
  }
  assertEquals([buffer.first, buffer.end, buffer.oldest?.seq], [8_997, 9_000, seqOf(stamp(8_998), 0)]);
  assertEquals(buffer.after(seqOf(stamp(8_997), 0)), 8_997);
});
