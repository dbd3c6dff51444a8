import { assertEquals } from "@std/assert";
import { BUFFER_LIMITS } from "../../routes/push/frame_buffer.ts";
import { eventually } from "../support/eventually.ts";
import { TurnedClock } from "../support/push_clock.ts";
import { createPushHarness, eventFrame } from "../support/push_harness.ts";
import type { Frame } from "../support/push_socket.ts";

const numbers = (frames: Frame[]) =>
  frames.filter((frame) => frame.kind === "event_created").map((frame) => frame.data.number);

Deno.test("every frame is sent once and in the order of commits, on all lanes", async () => {
  await using harness = await createPushHarness();
  await using one = await harness.connect("viewer", {});
  await using other = await harness.connect("engineer", { subscribe: ["event_created"] });
  const commits: Promise<string>[] = [];
  for (let i = 0; i < 400; i++) {
    commits.push(harness.commit([eventFrame(2 * i), eventFrame(2 * i + 1)], i % 4));
    if (i % 40 === 0) await Promise.all(commits);
  }
  await Promise.all(commits);
  for (const client of [one, other]) {
    await client.until("all 800 frames came", () => numbers(client.frames).length >= 800);
    const seqs = client.of("event_created").map((frame) => frame.seq);
    assertEquals(seqs, [...new Set(seqs)].sort());
    assertEquals(numbers(client.frames).sort((a, b) => a - b), Array.from({ length: 800 }, (_, i) => i));
  }
  assertEquals(numbers(one.frames), numbers(other.frames));
});

Deno.test("after resumes behind any frame, without a gap and without a repetition", async () => {
  await using harness = await createPushHarness();
  await using first = await harness.connect("viewer", {});
  for (let i = 0; i < 50; i++) await harness.commit([eventFrame(i)], i % 3);
  await first.until("all came", (frames) => numbers(frames).length === 50);
  const before = first.of("event_created");
  for (const at of [0, 17, 49]) {
    await using again = await harness.connect("viewer", { after: before[at].seq });
    const fresh = harness.commit([eventFrame(1_000 + at)]);
    await again.until("what is new came", (frames) => numbers(frames).includes(1_000 + at));
    await fresh;
    const missed = before.slice(at + 1).map((frame) => frame.seq);
    assertEquals(again.of("event_created").slice(0, missed.length).map((frame) => frame.seq), missed);
    assertEquals(again.of("resync"), []);
    assertEquals(new Set(numbers(again.frames)).size, numbers(again.frames).length);
  }
});

Deno.test("after resumes over a restart", async () => {
  await using harness = await createPushHarness();
  const first = await harness.connect("viewer", {});
  for (let i = 0; i < 200; i++) await harness.commit([eventFrame(i)], i % 3);
  await first.until("all came", (frames) => numbers(frames).length === 200);
  await harness.reopen();
  assertEquals((await first.closed).code, 1001);
  await using again = await harness.connect("viewer", { after: first.of("event_created")[59].seq });
  await again.until("the rest came", (frames) => numbers(frames).length === 140);
  assertEquals(again.of("event_created"), first.of("event_created").slice(60));
  assertEquals(again.of("resync"), []);
});

Deno.test("more than 1,000 frames are caught up with, whole", async () => {
  await using harness = await createPushHarness();
  const [{ seq }] = await firstFrames(harness);
  for (let i = 1; i <= 60; i++) {
    await harness.commit(Array.from({ length: 50 }, (_, k) => eventFrame(50 * i + k)));
  }
  await using late = await harness.connect("viewer", { after: seq });
  await late.until("all came", (frames) => numbers(frames).length === 3_000);
  assertEquals(late.of("resync"), []);
});

async function firstFrames(harness: Awaited<ReturnType<typeof createPushHarness>>): Promise<Frame[]> {
  await using client = await harness.connect("viewer", {});
  await harness.commit([eventFrame(0)]);
  await client.until("the first frame came", (frames) => frames.length > 0);
  return client.frames;
}

Deno.test("after a dropped frame one resync is sent, and then new frames", async () => {
  const bufferLimits = { ...BUFFER_LIMITS, frames: 10 };
  await using harness = await createPushHarness({ bufferLimits });
  const [{ seq }] = await firstFrames(harness);
  for (let i = 1; i <= 11; i++) await harness.commit([eventFrame(i)]);
  await using lost = await harness.connect("viewer", { after: seq });
  await lost.until("a resync came", (frames) => frames.length === 1);
  await harness.commit([eventFrame(12)]);
  await lost.until("what is new came", (frames) => frames.length === 2);
  assertEquals(lost.frames.map((frame) => frame.kind), ["resync", "event_created"]);
  await using behind = await harness.connect("viewer", { after: lost.frames[0].seq });
  await behind.until("what came after the resync", (frames) => frames.length > 0);
  assertEquals(numbers(behind.frames), [12]);
});

Deno.test("frames before a client's first message are not sent before those that it requests", async () => {
  await using harness = await createPushHarness();
  const [{ seq }] = await firstFrames(harness);
  await harness.commit([eventFrame(1)]);
  await using other = await harness.connect("viewer", {});
  await using late = await harness.connect("viewer");
  for (const i of [2, 3]) await harness.commit([eventFrame(i)]);
  await other.until("the others got it", (frames) => frames.length === 2);
  late.say({ after: seq });
  await late.until("all came", (frames) => frames.length >= 3);
  assertEquals(numbers(late.frames), [1, 2, 3]);
});

Deno.test("over a restart, after a dropped frame one resync is sent", async () => {
  await using harness = await createPushHarness({ bufferLimits: { ...BUFFER_LIMITS, frames: 10 } });
  const [{ seq }] = await firstFrames(harness);
  for (let i = 1; i <= 11; i++) await harness.commit([eventFrame(i)]);
  await harness.reopen();
  await using lost = await harness.connect("viewer", { after: seq });
  await lost.until("a frame came", (frames) => frames.length > 0);
  assertEquals(lost.frames.map((frame) => frame.kind), ["resync"]);
});

Deno.test("a seq of another store is answered by a resync", async () => {
  await using harness = await createPushHarness();
  await firstFrames(harness);
  await using stranger = await harness.connect("viewer", { after: "f".repeat(24) });
  await stranger.until("a resync came", (frames) => frames.length === 1);
  assertEquals(stranger.frames[0].kind, "resync");
});

Deno.test("a commit whose frames are too large for the log is sent now, and as a resync later", async () => {
  await using harness = await createPushHarness();
  const [{ seq }] = await firstFrames(harness);
  await using now = await harness.connect("viewer", {});
  await harness.commit([1, 2].map((i) => eventFrame(i, { note: "x".repeat(70_000) })));
  await now.until("both came", (frames) => numbers(frames).length === 2);
  await harness.reopen();
  await using later = await harness.connect("viewer", { after: seq });
  await later.until("a resync came", (frames) => frames.length === 1);
  assertEquals(later.frames[0].kind, "resync");
});

Deno.test("the stored log is reduced to its limits, step by step", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({
    clock,
    bufferLimits: { ...BUFFER_LIMITS, frames: 20 },
  });
  for (let i = 0; i < 220; i++) await harness.commit([eventFrame(i)]);
  const stored = async () => (await harness.app.storage.pushLog.newest(10_000)).length;
  assertEquals(await stored(), 220);
  clock.turn(50);
  await eventually("the first step is done", async () => await stored() === 170);
  await eventually("the rest is done", async () => {
    clock.turn(50);
    return await stored() === 20;
  });
});

Deno.test("the stored log drops frames older than an hour, except the newest one", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const hourAgo = new Date(clock.now() - 3_600_000).toISOString();
  for (const i of [1, 2]) await harness.commit([eventFrame(i, { at: hourAgo })]);
  const stored = async () => (await harness.app.storage.pushLog.newest(10_000)).length;
  assertEquals(await stored(), 2);
  await eventually("one is left", async () => {
    clock.turn(50);
    return await stored() === 1;
  });
});

Deno.test("newest() answers the newest commits in their order, over pages", async () => {
  await using harness = await createPushHarness();
  const stamps: string[] = [];
  for (let i = 0; i < 130; i++) stamps.push(await harness.commit([eventFrame(i), eventFrame(i)]));
  const { pushLog } = harness.app.storage;
  assertEquals((await pushLog.newest(1_000)).map((one) => one.versionstamp), stamps);
  assertEquals((await pushLog.newest(240)).map((one) => one.versionstamp), stamps.slice(-120));
  assertEquals((await pushLog.newest(241)).map((one) => one.versionstamp), stamps.slice(-121));
});
