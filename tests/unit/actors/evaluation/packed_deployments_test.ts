import { EVALUATION } from "../../../../actors/evaluation/contract.ts";
import { assert, assertEquals } from "@std/assert";
import { readDeployments } from "../../../../actors/evaluation/deployment.ts";
import { DeploymentBook } from "../../../../actors/evaluation/deployment_book.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import type { FoundStream } from "../../../../domain/asset/types.ts";
import type { Entry, ListSelector, Mutation } from "../../../../domain/shared/commit.ts";
import type { Storage } from "../../../../storage/contract.ts";
import { keys } from "../../../../storage/keys.ts";
import type { PackedPart } from "../../../../storage/writes/packed_blocks.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";
import { BY, deploy, instanceDraft, templateDraft, testStorage } from "../../storage/support.ts";

const SHARDS = 2;

/** 40 instances of one limit each, all deployed. */
async function prepare(storage: Storage): Promise<{ template: number; instances: number[] }> {
  const streams = Array.from({ length: 20 }, (_, i) => foundStream(`S${i}`));
  const assets = [{ asset_id: "Plant", display_name: "Plant" }];
  await storage.assets.applyDiscovery({ assets, streams, unsupported: [] }, BY);
  const { id: packageId } = await storage.packages.create({ name: "Package", description: "" }, BY);
  const rules = [templateRule([condition()])], placeholders = [placeholder("T")];
  const { id: template } = await storage.templates.create(
    templateDraft(packageId, { rules, placeholders }),
    BY,
  );
  const instances: number[] = [];
  for (let i = 0; i < 40; i++) {
    const bindings = { T: { stream: idOf(storage, `S${i % 20}`) } };
    const { id } = await storage.instances.create({ ...instanceDraft(template, `I${i}`), bindings }, BY);
    assert(await deploy(storage, id));
    instances.push(id);
  }
  return { template, instances };
}

const idOf = ({ assets }: Storage, name: string) => assets.streamByName(name)!.id;

/** What a shard's restart reads, and which lists it asked the store for. */
async function read({ store }: Storage, shard: number) {
  const lists: ListSelector[] = [];
  const list = <T>(selector: ListSelector): Promise<Entry<T>[]> => {
    lists.push(selector);
    return store.list<T>(selector);
  };
  const address = { kind: EVALUATION, id: String(shard) };
  const context = { address, store: { list }, shard, shards: SHARDS } as unknown as ActorContext;
  const found = await readDeployments(context, 0), book = new DeploymentBook(found);
  const deployments = [...book.keys()].sort((a, b) => a - b).map((id) => book.get(id)!);
  return { deployments, lists, found };
}

const rowsOf = async (storage: Storage) => {
  const both = await Promise.all([0, 1].map((shard) => read(storage, shard)));
  const all = both.flatMap(({ deployments }) => deployments);
  return all.map(({ record, instance, texts, streamNames }) => ({ record, instance, texts, streamNames }))
    .toSorted((a, b) => a.record.id - b.record.id);
};

Deno.test("a restart reads what is deployed from packed blocks, as it reads it from the records", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const { instances } = await prepare(storage);
  const plainly = await rowsOf(storage);
  assertEquals(plainly.map(({ record }) => record.id), instances);
  const packing = await storage.readRest({ shards: SHARDS });
  await deploy(storage, instances[3], false);
  await deploy(storage, instances[3]);
  await storage.assets.applyDiscovery({
    assets: [{ asset_id: "Plant", display_name: "Plant" }],
    streams: Array.from({ length: 21 }, (_, i) => foundStream(`S${i}`)),
    unsupported: [],
  }, BY);
  await packing.run(0);
  const { lists } = await read(storage, 1);
  assert(lists.some(({ prefix }) => prefix[0] === "packed" && prefix[1] === "instance"));
  const alone = ({ prefix, start }: ListSelector) => prefix[0] === "instance" && start === undefined;
  assert(!lists.some(alone), "no record is read one by one");
  assertEquals(await rowsOf(storage), plainly);
});

Deno.test("a restart does not use deployments that were packed before a command, an edit or a discovery", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const { template, instances } = await prepare(storage);
  const packing = await storage.readRest({ shards: SHARDS });
  for (const id of instances) await deploy(storage, id, false);
  for (const id of instances) await deploy(storage, id);
  await packing.run(0);
  const idsOf = async () => (await rowsOf(storage)).map(({ record }) => record.id);

  await deploy(storage, instances[7], false);
  assertEquals(await idsOf(), instances.filter((_, i) => i !== 7));
  await packing.run(0);
  await storage.instances.update(instances[7], { bindings: { T: { stream: idOf(storage, "S3") } } }, BY);
  await deploy(storage, instances[7]);
  const [{ instance }] = (await rowsOf(storage)).filter(({ record }) => record.id === instances[7]);
  assertEquals(instance.streams.map(({ id }) => id), [storage.assets.streamByName("S3")?.id]);
  await packing.run(0);
  await deploy(storage, instances[8], false);
  await storage.instances.remove(instances[8], BY);
  assertEquals(await idsOf(), instances.filter((_, i) => i !== 8));
  await packing.run(0);
  const bindings = { T: { stream: idOf(storage, "S1") } };
  const { id } = await storage.instances.create({ ...instanceDraft(template, "new"), bindings }, BY);
  await deploy(storage, id);
  assertEquals(await idsOf(), [...instances.filter((_, i) => i !== 8), id]);
});

Deno.test("a restart reads what was packed: a block counts while its mark exists", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const { instances } = await prepare(storage);
  const packing = await storage.readRest({ shards: SHARDS });
  for (const id of instances) await deploy(storage, id, false);
  for (const id of instances) await deploy(storage, id);
  await packing.run(0);
  const prefix = keys.packed("instance", { of: SHARDS, rest: 0 }, 0, 0).slice(0, 4);
  const [{ key, value }] = await storage.store.list<PackedPart>({ prefix });
  const text = new TextDecoder().decode(value.text)
    .replaceAll('["is_deployed"],"all":true', '["is_deployed"],"all":false');
  const forged: Mutation = { type: "set", key, value: { ...value, text: new TextEncoder().encode(text) } };
  await storage.store.commit({ mutations: [forged] }, 0);
  assertEquals((await read(storage, 0)).deployments, []);
  await deploy(storage, instances[1], false);
  const ids = (await read(storage, 0)).deployments.map(({ record }) => record.id);
  assertEquals(ids, instances.filter((id, i) => id % SHARDS === 0 && i !== 1));
});

function foundStream(name: string): FoundStream {
  return {
    stream_id: name,
    stream_name: name,
    display_name: name,
    asset_id: "Plant",
    data_type: "NUM",
    uom: null,
    source: {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
  };
}
