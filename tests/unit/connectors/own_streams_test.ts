import { assertEquals, assertRejects } from "@std/assert";
import { ownStreamsOnly } from "../../../connectors/own_streams.ts";
import { type SourceStream, StreamUnavailable } from "../../../connectors/source.ts";
import { readAddress } from "../../../domain/asset/address.ts";
import { MemoryPlant, MemorySource, SIGNUP } from "../../support/memory_source.ts";

const OWN: SourceStream = { id: 1, source: { kind: "memory" } };
const FOREIGN: SourceStream = { id: 2, source: { kind: "elsewhere" } };
const BOTH = [OWN, FOREIGN];

function setUp() {
  const plant = new MemoryPlant(() => 10);
  for (const stream of [1, 2]) {
    plant.write({ op: "upsert", stream, sample: { time: 5, value: stream, quality: "good" } });
  }
  return { plant, source: ownStreamsOnly(new MemorySource(plant, () => 0), "here") };
}

Deno.test("ownStreamsOnly() refuses to read a stream of another kind, and reads its own", async () => {
  const { source } = setUp();
  assertEquals((await source.latest(OWN))?.value, 1);
  assertEquals((await source.atOrBefore(OWN, 5))?.value, 1);
  assertEquals((await source.window(OWN, 0, 9)).length, 1);
  for (
    const read of [
      () => source.latest(FOREIGN),
      () => source.atOrBefore(FOREIGN, 5),
      () => source.window(FOREIGN, 0, 9),
    ]
  ) await assertRejects(read, StreamUnavailable, 'a source of the kind "elsewhere"');
});

Deno.test("ownStreamsOnly() reads a stream of its plant, and of none, but not another plant's of the same address", async () => {
  const { source } = setUp();
  assertEquals((await source.latest({ ...OWN, plant: "here" }))?.value, 1);
  await assertRejects(() => source.latest({ ...OWN, plant: "there" }), StreamUnavailable, "another plant");
});

Deno.test("ownStreamsOnly() ends the windows of foreign streams with a failure, and of no other", async () => {
  const { source } = setUp();
  const failures = new Map<number, boolean>();
  for (const group of await source.windows.group(BOTH.map((stream) => ({ stream, from: 0, to: 9 })))) {
    for await (const { stream, done, failure } of source.windows.read(group)) {
      if (done) failures.set(stream.id, failure instanceof StreamUnavailable);
    }
  }
  assertEquals([...failures], [[1, false], [2, true]]);
});

Deno.test("ownStreamsOnly() keeps foreign streams out of the feed and answers them as refused", async () => {
  const { source, plant } = setUp();
  const opened = await source.feed.open(BOTH);
  assertEquals([opened.refused, [...plant.signups.get(SIGNUP)?.keys() ?? []]], [[FOREIGN], [1]]);
  const changed = await source.feed.change(opened, [FOREIGN], [OWN]);
  assertEquals([changed.refused, plant.signups.get(SIGNUP)?.size], [[FOREIGN], 0]);
});

Deno.test("readAddress() takes an address without a kind for one of Data Hub", () => {
  assertEquals(readAddress({ sdsStreamId: "s" }), { kind: "data_hub", sdsStreamId: "s" });
  assertEquals(readAddress({ kind: "memory" }), { kind: "memory" });
});

Deno.test("ownStreamsOnly() offers what its source offers beside reads, and nothing else", async () => {
  const plain = ownStreamsOnly(new MemorySource(new MemoryPlant(() => 10), () => 0), "here");
  const { take, browse, streamsVersion, collected, onArrival } = plain;
  assertEquals([take, browse, streamsVersion, collected, onArrival], Array(5).fill(undefined));
  const memory = new MemorySource(new MemoryPlant(() => 10), () => 0);
  const offers = {
    take: () => Promise.resolve({ stored: 1, rejected: [] }),
    browse: (node: string | null) =>
      Promise.resolve([{ id: `${node}`, name: "", has_children: false, stream: null }]),
    streamsVersion: () => 7,
    onArrival: (listener: () => void) => listener(),
  };
  const source = ownStreamsOnly(Object.assign(memory, offers), "here");
  const body = { text: new Uint8Array(), format: "lines", precision: "ms", upToMs: null } as const;
  assertEquals((await source.take?.(body))?.stored, 1);
  assertEquals((await source.browse?.("n"))?.[0]?.id, "n");
  assertEquals(source.streamsVersion?.(), 7);
  let told = 0;
  source.onArrival?.(() => told++);
  assertEquals(told, 1);
});
