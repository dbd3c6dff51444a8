import { assertEquals, assertRejects } from "@std/assert";
import type { FoundStream } from "../../../domain/asset/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { bindById } from "../../../storage/migrations/bindings_by_id.ts";
import type { KvStore } from "../../../storage/store/store.ts";
import { readPacked } from "../../../storage/writes/read_packed.ts";
import { condition, placeholder, templateRule } from "../../support/templates.ts";
import { BY, deploy, instanceDraft, templateDraft, testStorage } from "./support.ts";

const COUNT = 1_200;

function found(id: string, stream_name: string): FoundStream {
  return {
    stream_id: id,
    stream_name,
    display_name: stream_name,
    asset_id: "A",
    data_type: "NUM",
    uom: null,
    source: { kind: "data_hub", sdsStreamId: id },
  };
}

/** A store as a program before bindings by id left it: all bindings by name, the half of the instances deployed. */
async function formerStore(storage: Storage): Promise<void> {
  const { assets, packages, templates, instances } = storage;
  const discover = (streams: FoundStream[]) =>
    assets.applyDiscovery({ assets: [], streams, unsupported: [] }, BY);
  await discover([found("a", "A"), found("b", "B"), found("old", "Twice")]);
  await discover([found("a", "A"), found("b", "B"), found("new", "Twice")]);
  const { id: packageId } = await packages.create({ name: "P", description: "" }, BY);
  const { id } = await templates.create(
    templateDraft(packageId, {
      rules: [templateRule([condition(), condition({ stream: "B" })])],
      placeholders: [placeholder("T")],
    }),
    BY,
  );
  const drafts = Array.from({ length: COUNT }, (_, i) => ({
    ...instanceDraft(id, `I${i}`),
    bindings: { T: { stream_name: ["A", "Twice", "Never there"][i % 3] }, LIMIT: { value: "A" } },
  }));
  await instances.createMany({ templateId: id, drafts, by: BY });
  for (let instance = 1; instance <= 20; instance++) await deploy(storage, instance);
}

const records = async (store: Pick<KvStore, "list">) =>
  (await store.list<InstanceRecord>({ prefix: keys.instance(0).slice(0, 1) })).map(({ value }) => value);

Deno.test("bindings by name become bindings by id, even by an upgrade that breaks off, packed or not", async () => {
  await using test = await testStorage();
  const { storage } = test, { store, assets } = storage;
  await formerStore(storage);
  await (await storage.readRest({ shards: 2 })).run(0);
  const before = await records(store);
  let commits = 0;
  const breaking = new Proxy(store, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "commit") return member.bind(target);
      return (...given: unknown[]) => {
        if (++commits > 1) throw new Error("killed");
        return Reflect.apply(member, target, given);
      };
    },
  });
  await assertRejects(() => bindById(breaking), Error, "killed");
  const half = await records(store);
  assertEquals(half.some(({ bindings }) => "stream" in bindings.T), true, "it has begun");
  await bindById(store);
  const after = await records(store);
  const id = (name: string) => assets.streamByName(name)?.id ?? 0;
  const wanted = [{ stream: id("A") }, { stream: id("Twice") }, { stream_name: "Never there" }];
  assertEquals(assets.stream(id("Twice"))?.stream_id, "new", "the active one of two");
  assertEquals(
    after,
    before.map((record, i) => ({
      ...record,
      bindings: { ...record.bindings, T: wanted[i % 3] },
      ...record.is_deployed && { named_streams: { B: id("B") } },
    })),
  );
  const packed: InstanceRecord[] = [];
  for await (
    const { entries } of readPacked<InstanceRecord>(store, { noun: "instance", of: 2, rests: [0, 1] })
  ) packed.push(...entries.map(({ value }) => value));
  assertEquals(packed, after);
  const { commits: done } = store.stats();
  await bindById(store);
  assertEquals(store.stats().commits, done, "a second time it writes nothing");
});
