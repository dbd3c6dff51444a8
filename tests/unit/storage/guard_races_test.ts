import { assert, assertEquals } from "@std/assert";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { TemplateRecord } from "../../../domain/template/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { deployMutations } from "../../../storage/writes/instance.ts";
import { times } from "../../support/times.ts";
import { BY, instanceDraft, templateDraft, testStorage } from "./support.ts";

/** Deploys as an actor does: checks what it decided on, and records the version it read. */
async function deployNoting({ store }: Storage, id: number, lane: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const instance = await store.get<InstanceRecord>(keys.instance(id));
    if (instance === undefined || instance.value.is_deployed) return;
    const template = await store.get<TemplateRecord>(keys.template(instance.value.template_id));
    if (template === undefined) return;
    const { version } = template.value;
    const after = { ...instance.value, is_deployed: true, template_version: version };
    const mutations = deployMutations(instance.value, after);
    if ((await store.commit({ checks: [instance, template], mutations }, lane)).ok) return;
  }
}

Deno.test("100 deployments, updates and removals at once: what is deployed runs the stored template", async () => {
  const ends = { kept: 0, removed: 0, updated: 0 };
  for (let round = 0; round < times(3); round++) {
    await using test = await testStorage();
    const { storage } = test;
    const { templates, instances } = storage;
    const { id: packageId } = await storage.packages.create({ name: "P", description: "" }, BY);
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => templates.create(templateDraft(packageId, { name: `T${i}` }), BY)),
    );
    const all = await Promise.all(
      made.flatMap(({ id }) => [0, 1, 2].map((i) => instances.create(instanceDraft(id, `i${i}`), BY))),
    );
    const work = [
      ...all.map((instance, i) => () => deployNoting(storage, instance.id, 1 + (i % 3))),
      ...made.flatMap(({ id }) =>
        Array.from({ length: 5 }, (_, i) => async () => {
          await templates.update(id, { description: String(i) }, BY).then(() => ends.updated++, () => {});
        })
      ),
      ...made.flatMap(({ id }) => [0, 1].map(() => () => templates.remove(id, BY).catch(() => {}))),
    ];
    assertEquals(work.length, 100);
    const dice = seeded(round + 1);
    await Promise.all(work.map(async (run) => {
      for (let wait = Math.floor(dice() * 60); wait > 0; wait--) await storage.store.get(["nothing"]);
      await run();
    }));
    for (
      const instance of (await storage.store.list<InstanceRecord>({ prefix: ["instance"] })).map((e) =>
        e.value
      )
    ) {
      const template = await storage.store.get<TemplateRecord>(keys.template(instance.template_id));
      assert(template !== undefined, "an instance outlived its template");
      if (instance.is_deployed) assertEquals(instance.template_version, template.value.version);
    }
    const kept = templates.list({}).length;
    ends.kept += kept;
    ends.removed += 10 - kept;
  }
  assert(ends.kept > 0 && ends.removed > 0 && ends.updated > 0, JSON.stringify(ends));
});

function seeded(seed: number): () => number {
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}
