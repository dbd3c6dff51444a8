import { assert, assertEquals, assertMatch } from "@std/assert";
import { packBatch } from "../../domain/sample/batch.ts";
import type { SampleValue } from "../../domain/sample/types.ts";
import { NO_SOURCE } from "../../actors/source/contract.ts";
import { FIRST_MESSAGE_MS } from "../../routes/push/message_dispatcher.ts";
import { discover } from "../contract/support.ts";
import { eventually } from "../support/eventually.ts";
import { TurnedClock } from "../support/push_clock.ts";
import { createPushHarness, eventFrame, type PushHarness } from "../support/push_harness.ts";
import { type IdleSocket, PushSocket } from "../support/push_socket.ts";

let time = 0;

function sample(harness: PushHarness, stream: string, value: SampleValue): void {
  const { id } = harness.app.storage.assets.streamByName(stream) ?? { id: 0 };
  const change = { time: ++time, value, quality: "good" } as const;
  harness.live.take(packBatch([{ op: "upsert", stream: id, sample: change }]));
}

Deno.test("a client without a message hears everything but stream_updated, from its beginning on", async () => {
  await using harness = await createPushHarness({ firstMessageMs: FIRST_MESSAGE_MS });
  await discover(harness.app.storage, ["Pump.A"]);
  await using silent = await harness.connect("viewer");
  sample(harness, "Pump.A", 1);
  await harness.commit([eventFrame(1), {
    kind: "resource_changed",
    at: "",
    data: { type: "package", id: 4 },
  }]);
  await silent.until("two frames came", (frames) => frames.length === 2);
  assertEquals(silent.frames.map((frame) => frame.kind), ["event_created", "resource_changed"]);
  assertEquals(silent.frames[1].data, { type: "package", id: 4 });
});

Deno.test("a client hears the kinds it subscribed to, and others once it says so", async () => {
  await using harness = await createPushHarness();
  const both = () =>
    harness.commit([eventFrame(1), { kind: "event_updated", at: "", data: { deleted: true } }]);
  await using client = await harness.connect("viewer", { subscribe: ["event_updated"] });
  await both();
  await client.until("one came", (frames) => frames.length === 1);
  client.say({ subscribe: ["event_created"] });
  await eventually("the change holds", async () => {
    await both();
    return client.last.kind === "event_created";
  });
  assertEquals(client.frames[0].data, { deleted: true });
});

Deno.test("a stream that is subscribed to again sends its present value, and only once", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await discover(harness.app.storage, ["Pump.A", "Pump.B"]);
  for (const name of ["Pump.A", "Pump.B"]) sample(harness, name, 7);
  await using some = await harness.connect("viewer", { subscribe: ["stream_updated"], streams: ["Pump.A"] });
  const turned = (count: number) => (frames: unknown[]) => {
    clock.turn(50);
    return frames.length === count;
  };
  await some.until("its value came", turned(1));
  some.say({ streams: ["Pump.A", "Pump.B"] });
  await some.until("the other's came", turned(2));
  const names = some.frames.map(({ data }) => data.map((one: { stream_name: string }) => one.stream_name));
  assertEquals(names, [["Pump.A"], ["Pump.B"]]);
});

Deno.test("values come in one frame each 50 ms, the newest of each stream, with the log's seq", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await discover(harness.app.storage, ["Pump.A", "Pump.B", "Pump.C"]);
  await using all = await harness.connect("viewer", { subscribe: ["stream_updated"] });
  await using some = await harness.connect("viewer", {
    subscribe: ["event_created", "stream_updated"],
    streams: ["Pump.A", "Pump.B"],
  });
  await settled(harness, [all, some]);
  await harness.commit([eventFrame(1)]);
  await some.until("the event came", (frames) => frames.length === 1);
  clock.turn(50);
  for (const value of [1, 2, 3]) sample(harness, "Pump.A", value);
  sample(harness, "Pump.C", "running");
  clock.turn(1);
  await all.until("a frame came", (frames) => frames.length === 1);
  for (const value of [4, 5]) sample(harness, "Pump.B", value);
  clock.turn(49);
  sample(harness, "Pump.B", 6);
  clock.turn(1);
  await all.until("a second frame came", (frames) => frames.length === 2);
  await some.until("three frames came", (frames) => frames.length === 3);
  const shown = (frames: typeof all.frames) =>
    frames.map(({ data }) => data.map((one: Record<string, unknown>) => `${one.stream_name}=${one.value}`));
  assertEquals(shown(all.frames), [["Pump.A=3", "Pump.C=running"], ["Pump.B=6"]]);
  assertEquals(shown(some.frames.slice(1)), [["Pump.A=3"], ["Pump.B=6"]]);
  assertEquals(new Set(some.frames.map((frame) => frame.seq)).size, 1);
  const [{ timestamp, quality }] = all.frames[0].data;
  assertMatch(timestamp, /^2020-01-01T00:00:00\.\d{7}Z$/);
  assertEquals(quality, "good");
});

/** Each client's first message has been taken: it gets the answer to a second, wrong one. */
async function settled(harness: PushHarness, clients: PushSocket[]): Promise<void> {
  for (const client of clients) {
    client.say("?");
    await client.until("the answer came", (frames) => frames.some((frame) => frame.kind === "error"));
    client.frames.length = 0;
  }
  assertEquals(harness.hub.size, clients.length);
}

const LARGE = "x".repeat(20_000);

/** One who reads is given so many frames at once: far fewer than may wait for it, however slow the machine is. */
const FRAMES_AT_ONCE = 100;

/** More than a connection takes in by itself: what follows waits at the server. `brisk` has read all of it. */
async function fill(
  harness: PushHarness,
  { count, from = 0, brisk }: { count: number; from?: number; brisk: PushSocket },
): Promise<void> {
  const before = brisk.of("event_created").length;
  for (let i = 0; i < count; i += 2) {
    await harness.commit([eventFrame(from + i, { note: LARGE }), eventFrame(from + i + 1, { note: LARGE })]);
    const sent = i + 2;
    if (sent % FRAMES_AT_ONCE !== 0 && sent < count) continue;
    await brisk.until("the frames came", () => brisk.of("event_created").length === before + sent);
  }
}

async function readUntil(idle: IdleSocket, kind: string): Promise<number[]> {
  const read: number[] = [];
  for (;;) {
    const frame = await idle.read();
    if (frame.kind === kind) return read;
    read.push(frame.data.number);
  }
}

Deno.test("a client that does not read delays no other, and past 1,000 waiting frames gets one resync", async () => {
  await using harness = await createPushHarness();
  await using brisk = await harness.connect("viewer", {});
  using idle = await harness.idle("viewer");
  await idle.say({});
  await eventually("both are in", () => harness.hub.size === 2);
  await fill(harness, { count: 2_400, brisk });
  assertEquals(brisk.frames.map((frame) => frame.data.number), Array.from({ length: 2_400 }, (_, i) => i));
  const read = await readUntil(idle, "resync");
  assertEquals(read, Array.from({ length: read.length }, (_, i) => i));
  assert(read.length < 1_400, `${read.length} frames came before the resync`);
  await harness.commit([{ kind: "event_updated", at: "", data: {} }]);
  const rest = await readUntil(idle, "event_updated");
  assertEquals(rest, Array.from({ length: rest.length }, (_, i) => 2_400 - rest.length + i));
  assert(
    rest.length <= 1_000 && read.length + rest.length < 1_400,
    `${read.length} + ${rest.length} frames came`,
  );
});

Deno.test("a slow client with no more than 1,000 waiting frames loses none", async () => {
  await using harness = await createPushHarness();
  await using brisk = await harness.connect("viewer", {});
  using idle = await harness.idle("viewer");
  await idle.say({});
  await eventually("both are in", () => harness.hub.size === 2);
  await fill(harness, { count: 1_000, brisk });
  await harness.commit([{ kind: "event_updated", at: "", data: {} }]);
  assertEquals(await readUntil(idle, "event_updated"), Array.from({ length: 1_000 }, (_, i) => i));
});

Deno.test("what a slow client asked for by after does not count as waiting", async () => {
  await using harness = await createPushHarness();
  await using brisk = await harness.connect("viewer", {});
  await fill(harness, { count: 1_800, brisk });
  using idle = await harness.idle("viewer");
  await idle.say({ after: brisk.frames[0].seq });
  await eventually("it is in", () => harness.hub.size === 2);
  await fill(harness, { count: 200, from: 1_800, brisk });
  await harness.commit([{ kind: "event_updated", at: "", data: {} }]);
  assertEquals(await readUntil(idle, "event_updated"), Array.from({ length: 1_999 }, (_, i) => i + 1));
});

Deno.test("a slow client gets of each stream the newest value only", async () => {
  await using harness = await createPushHarness();
  await discover(harness.app.storage, ["Pump.A", "Pump.B"]);
  await using brisk = await harness.connect("viewer", { subscribe: ["event_created", "stream_updated"] });
  using idle = await harness.idle("viewer");
  await idle.say({ subscribe: ["event_created", "stream_updated"] });
  await settledIdle(harness, idle, brisk);
  await fill(harness, { count: 500, brisk });
  for (let value = 1; value <= 5; value++) {
    sample(harness, "Pump.A", value);
    sample(harness, "Pump.B", -value);
    await brisk.until("the value came", (frames) => frames.at(-1)?.data[0]?.value === value);
  }
  assertEquals(await readUntil(idle, "stream_updated").then((read) => read.length), 500);
  await harness.commit([eventFrame(7)]);
  assertEquals((await idle.read()).data.number, 7);
  assertEquals(brisk.of("stream_updated").length, 5);
});

async function settledIdle(harness: PushHarness, idle: IdleSocket, brisk: PushSocket): Promise<void> {
  await idle.say("?");
  assertEquals((await idle.read()).kind, "error");
  await settled(harness, [brisk]).catch(() => {});
  brisk.frames.length = 0;
}

Deno.test("the state of the source comes first as it is, then as it changes; its watermark once a second", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const status = (state: "connected" | "lost", watermark_ms: number) =>
    harness.hub.sourceStatus({
      name: null,
      ...NO_SOURCE,
      state,
      watermark_ms,
      reason: state === "lost" ? "No answer" : null,
      error_code: state === "lost" ? "CONNECTION_FAILED" : null,
    });
  status("connected", 0);
  await using client = await harness.connect("viewer", { subscribe: ["source_state"] });
  await client.until("the state came", (frames) => frames.length === 1);
  clock.turn(999);
  status("connected", 999);
  client.say("?");
  await client.until("an answer came", (frames) => frames.length === 2);
  assertEquals(client.frames.pop()?.kind, "error");
  clock.turn(1);
  status("connected", 1_000);
  await client.until("the watermark came", (frames) => frames.length === 2);
  status("lost", 1_000);
  await client.until("the change came", (frames) => frames.length === 3);
  assertEquals(client.frames.map((frame) => frame.data), [
    { state: "connected", name: null, reason: null, error_code: null, watermark: "1970-01-01T00:00:00.000Z" },
    { state: "connected", name: null, reason: null, error_code: null, watermark: "1970-01-01T00:00:01.000Z" },
    {
      state: "lost",
      name: null,
      reason: "No answer",
      error_code: "CONNECTION_FAILED",
      watermark: "1970-01-01T00:00:01.000Z",
    },
  ]);
});

Deno.test("a heartbeat comes each 20 s, whatever is subscribed to, and its seq can be resumed from", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await using client = await harness.connect("viewer", { subscribe: [] });
  await settled(harness, [client]);
  await harness.commit([eventFrame(1)]);
  clock.turn(19_999);
  client.say("?");
  await client.until("the answer came", (frames) => frames.length === 1);
  clock.turn(1);
  await client.until("a heartbeat came", (frames) => frames.length === 2);
  assertEquals(client.frames.map((frame) => frame.kind), ["error", "heartbeat"]);
  await using again = await harness.connect("viewer", { after: client.last.seq });
  await harness.commit([eventFrame(2)]);
  await again.until("what is new came", (frames) => frames.length === 1);
  assertEquals(again.frames[0].data.number, 2);
});

Deno.test("the progress of a discovery is sent to the connected clients", async () => {
  await using harness = await createPushHarness();
  harness.hub.discoveryProgress({ streams: 1, assets: 0 });
  await using client = await harness.connect("viewer", {});
  await settled(harness, [client]);
  harness.hub.discoveryProgress({ streams: 5, assets: 2 });
  await client.until("it came", (frames) => frames.length === 1);
  assertEquals([client.frames[0].kind, client.frames[0].data], ["discovery_progress", {
    streams: 5,
    assets: 2,
  }]);
});

Deno.test("an answer of the assistant comes to its session's owner only", async () => {
  await using harness = await createPushHarness();
  const owner = harness.app.storage.access.userByName("operator")?.id;
  await using own = await harness.connect("operator", {});
  await using other = await harness.connect("admin", {});
  await harness.commit([{ kind: "ai_response", at: "", data: "secret", to: owner }, eventFrame(1)]);
  await own.until("both came", (frames) => frames.length === 2);
  await other.until("one came", (frames) => frames.length === 1);
  assertEquals(own.frames.map((frame) => frame.kind), ["ai_response", "event_created"]);
  assertEquals(Object.keys(own.frames[0]), ["seq", "kind", "at", "data"]);
  assertEquals(other.frames.map((frame) => frame.kind), ["event_created"]);
});
