import { assertEquals } from "@std/assert";
import type { Discovery, FoundStream } from "../../../domain/asset/types.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, instanceDraft, templateDraft, testStorage } from "./support.ts";
import type { DiscoveryResult } from "../../../domain/asset/listed_changes.ts";

const stream = (stream_id: string, change: Partial<FoundStream> = {}): FoundStream => ({
  stream_id,
  stream_name: `name.${stream_id}`,
  display_name: stream_id,
  asset_id: "A",
  data_type: "NUM",
  uom: null,
  source: {
    kind: "data_hub",
    sdsStreamId: stream_id,
    keyProperty: "Timestamp",
    valueProperty: "Value",
    typeCode: 14,
    nullable: false,
    enumMembers: null,
    piEvent: false,
  },
  ...change,
});
const discovery = (streams: FoundStream[], assets = ["A"]): Discovery => ({
  assets: assets.map((asset_id) => ({ asset_id, display_name: asset_id })),
  streams,
  unsupported: [],
});

const counted = ({ streams: _streams, ...counts }: DiscoveryResult) => counts;
const NONE = {
  added: 0,
  removed: 0,
  changed: 0,
  renamed: 0,
  type_changed: 0,
  unit_changed: 0,
  broken_instances: [],
};

Deno.test("a discovery is stored, and the next one stores only the differences", async () => {
  await using test = await testStorage();
  const { assets, store } = test.storage;
  const first = await assets.applyDiscovery(discovery([stream("a"), stream("b")]), BY);
  assertEquals(counted(first), { ...NONE, added: 2 });
  const commits = store.stats().commits;
  const same = await assets.applyDiscovery(discovery([stream("a"), stream("b")]), BY);
  assertEquals(counted(same), NONE);
  assertEquals(store.stats().commits, commits);
  const { id } = assets.streamByName("name.a")!;
  const next = await assets.applyDiscovery(discovery([stream("a", { uom: "bar" }), stream("c")]), BY);
  assertEquals(counted(next), { ...NONE, added: 1, removed: 1, changed: 1, unit_changed: 1 });
  assertEquals([assets.stream(id)?.uom, assets.streamByName("name.b")?.is_active], ["bar", false]);
  const back = await assets.applyDiscovery(discovery([stream("a"), stream("b"), stream("c")]), BY);
  assertEquals([back.changed, assets.streamByName("name.b")?.is_active], [2, true]);
  assertEquals(assets.streamsOfAsset("A").map((it) => it.stream_id), ["a", "b", "c"]);
});

Deno.test("the index of names follows renames and prefers the stream that is active", async () => {
  await using test = await testStorage();
  const { assets, store } = test.storage;
  const indexed = async (name: string) => (await store.get<number>(keys.streamByName(name)))?.value;
  await assets.applyDiscovery(discovery([stream("a", { stream_name: "T" })]), BY);
  const a = assets.streamByName("T")!.id;
  await assets.applyDiscovery(discovery([stream("a", { stream_name: "U" })]), BY);
  assertEquals([assets.streamByName("T"), await indexed("T")], [undefined, a], "it had the name last");
  assertEquals([assets.streamByName("U")?.id, await indexed("U")], [a, a]);
  await assets.applyDiscovery(discovery([stream("b", { stream_name: "U" })]), BY);
  const b = assets.streams().find((it) => it.stream_id === "b")!.id;
  assertEquals([assets.streamByName("U")?.id, await indexed("U")], [b, b]);
  await assets.applyDiscovery(discovery([stream("a", { stream_name: "U" })]), BY);
  assertEquals([assets.streamByName("U")?.id, await indexed("U")], [a, a]);
});

Deno.test("instances bound to a vanished stream are reported, and those of a renamed one are not", async () => {
  await using test = await testStorage();
  const { assets, instances, templates, packages } = test.storage;
  await assets.applyDiscovery(discovery([stream("a"), stream("b"), stream("c")]), BY);
  const { id } = await packages.create({ name: "P", description: "" }, BY);
  const template = await templates.create(templateDraft(id), BY);
  const bound = async (name: string, stream_name: string) => {
    const stream = assets.streamByName(stream_name)?.id;
    const draft = {
      ...instanceDraft(template.id, name),
      bindings: { S: stream === undefined ? { stream_name } : { stream }, C: { value: "name.a" } },
    };
    return (await instances.create(draft, BY)).id;
  };
  const [a, b] = [await bound("a", "name.a"), await bound("b", "name.b")];
  await bound("c", "name.c");
  await bound("typed wrong", "never.there");
  const renamed = stream("c", { stream_name: "other" });
  const result = await assets.applyDiscovery(discovery([stream("a"), renamed]), BY);
  assertEquals(result.broken_instances, [b]);
  assertEquals((await assets.applyDiscovery(discovery([renamed]), BY)).broken_instances, [a, b]);
});

Deno.test("assets missing at the source stay, inactive; each changed asset is audited and published once", async () => {
  await using test = await testStorage();
  const { assets, audit, store } = test.storage;
  const pushed: unknown[] = [];
  store.onPublished(({ frames }) => pushed.push(...frames.map((frame) => frame.data)));
  await assets.applyDiscovery(discovery([stream("a"), stream("b", { asset_id: "B" })], ["A", "B"]), BY);
  assertEquals((await audit.list({ limit: 9, offset: 0 })).total, 2);
  assertEquals(pushed, [{ type: "asset", id: 1 }, { type: "asset", id: 2 }]);
  await assets.applyDiscovery(discovery([stream("a")], ["A"]), BY);
  assertEquals(assets.assets().map((asset) => [asset.asset_id, asset.is_active]), [["A", true], [
    "B",
    false,
  ]]);
  const { rows: [entry] } = await audit.list({ limit: 1, offset: 0 });
  assertEquals([entry.action, entry.resource_id], ["updated", "2"]);
});

Deno.test("a discovery of 5,000 streams is stored in several commits", async () => {
  await using test = await testStorage();
  const { assets, store } = test.storage;
  const streams = Array.from({ length: 5_000 }, (_, i) => stream(`s${i}`, { asset_id: `A${i % 100}` }));
  const names = Array.from({ length: 100 }, (_, i) => `A${i}`);
  const result = await assets.applyDiscovery(discovery(streams, names), BY);
  assertEquals([result.added, assets.streams().length, assets.assets().length], [5_000, 5_000, 100]);
  assertEquals((await store.list({ prefix: ["stream_by_name"] })).length, 5_000);
  const gone = await assets.applyDiscovery(discovery([], []), BY);
  assertEquals([gone.removed, assets.streams().filter((it) => it.is_active).length], [5_000, 0]);
});
