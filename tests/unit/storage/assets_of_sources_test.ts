import { assertEquals } from "@std/assert";
import type { Discovery } from "../../../domain/asset/types.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, type TestStorage, testStorage } from "./support.ts";

/** What a source lists: streams of one asset, by their names. */
const listed = (...names: string[]): Discovery => ({
  plant: "plant",
  assets: [{ asset_id: "A", display_name: "A" }],
  streams: names.map((name) => ({
    stream_id: `id of ${name}`,
    stream_name: name,
    display_name: name,
    asset_id: "A",
    data_type: "NUM",
    uom: null,
    source: { kind: "data_hub", of: name },
  })),
  unsupported: [],
});

const CONFIG = {
  region: "simulator",
  tenant_id: "t",
  namespace_id: "n",
  client_id: "c",
  base_url: "http://127.0.0.1:1",
};

async function withSource(test: TestStorage, name = "line2"): Promise<number> {
  const draft = { name, kind: "data_hub", config: CONFIG, secrets: { client_secret: "s" } };
  return (await test.storage.sources.create(draft, BY)).id;
}

function names({ storage: { assets } }: TestStorage): string[] {
  return assets.streams().map(({ stream_name, is_active }) => `${stream_name}${is_active ? "" : " gone"}`);
}

Deno.test("streams of a source other than default begin with its name; a discovery leaves others' alone", async () => {
  await using test = await testStorage();
  const { assets } = test.storage, source = await withSource(test);
  await assets.applyDiscovery(listed("T", "U"), BY);
  await assets.applyDiscovery(listed("T"), BY, source);
  assertEquals(names(test), ["T", "U", "line2/T"]);
  assertEquals(assets.assets().map(({ asset_id }) => asset_id), ["A", "line2/A"]);
  await assets.applyDiscovery(listed("T"), BY);
  await assets.applyDiscovery(listed("V"), BY, source);
  assertEquals(names(test), ["T", "U gone", "line2/T gone", "line2/V"]);
  assertEquals([assets.lastDiscovery()?.removed, assets.lastDiscovery(source)?.added], [1, 1]);
});

Deno.test("a new stream of default that looks like another source's gets its id in brackets", async () => {
  await using test = await testStorage();
  const { assets } = test.storage;
  await assets.applyDiscovery(listed("line2/Before"), BY);
  const source = await withSource(test);
  await assets.applyDiscovery(listed("line2/Before", "line2/T"), BY);
  await assets.applyDiscovery(listed("T"), BY, source);
  const [before, bare, own] = names(test);
  assertEquals([before, own], ["line2/Before", "line2/T"]);
  assertEquals(bare!.startsWith("line2/T ("), true, bare);
});

Deno.test("renameSource() gives a source's streams and assets its new name, in the index too", async () => {
  await using test = await testStorage();
  const { storage: { assets, sources } } = test, source = await withSource(test);
  await assets.applyDiscovery(listed("T"), BY, source);
  const { id } = assets.streamByName("line2/T")!;
  await sources.update(source, { name: "line3" }, BY);
  await assets.renameSource(source, { before: "line2", by: BY });
  assertEquals([assets.streamByName("line3/T")?.id, assets.streamByName("line2/T")], [id, undefined]);
  assertEquals(assets.assets().map(({ asset_id }) => asset_id), ["line3/A"]);
  const again = await assets.applyDiscovery(listed("T"), BY, source);
  assertEquals([again.added, again.renamed, again.removed], [0, 0, 0]);
});

Deno.test("removeOfSource() removes a source's streams and assets, and leaves others'", async () => {
  await using test = await testStorage();
  const { storage: { assets, store, sources } } = test, source = await withSource(test);
  await assets.applyDiscovery(listed("T"), BY);
  await assets.applyDiscovery(listed("T"), BY, source);
  await sources.remove(source, BY);
  assertEquals(await sources.removedIds(), [source], "until all of it is removed");
  await assets.removeOfSource(source);
  await sources.allRemoved(source);
  assertEquals([names(test), assets.assets().length, await sources.removedIds()], [["T"], 1, []]);
  assertEquals(await store.get(keys.streamByName("line2/T")), undefined);
  assertEquals(await store.get(keys.lastDiscovery(source)), undefined);
});
