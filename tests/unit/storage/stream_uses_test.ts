import { assert, assertEquals } from "@std/assert";
import { neverDeployed } from "../../../domain/instance/never_deployed.ts";
import { possibleStreamNames } from "../../../domain/instance/streams.ts";
import type { StreamRecord } from "../../../domain/asset/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { Key, Mutation } from "../../../domain/shared/commit.ts";
import type { TemplateRecord } from "../../../domain/template/types.ts";
import { contentOf } from "../../../domain/template/versions.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { seeded } from "../../support/seeded.ts";
import { condition, placeholder, templateRule } from "../../support/templates.ts";
import { templateDraft, testStorage } from "./support.ts";

const AT = "2026-01-31T08:00:00.000Z";
const STREAMS = 8, TEMPLATES = 4, INSTANCES = 12;

/** Random writes of records, as commands and discoveries may leave them. */
class Chance {
  constructor(readonly random: () => number) {}

  pick(count: number): number {
    return Math.floor(this.random() * count);
  }

  write(): Mutation {
    const { key, record } = this.#any();
    return key[0] !== "template" && this.pick(5) === 0
      ? { type: "delete", key }
      : { type: "set", key, value: record };
  }

  #any(): { key: Key; record: unknown } {
    const kind = this.pick(6);
    if (kind === 0) return this.#stream();
    if (kind === 1) return this.#template();
    return kind === 2 ? this.#version() : this.#instance();
  }

  /** Sometimes two streams share a name. */
  #name(): string {
    return `Stream ${this.pick(STREAMS - 2)}`;
  }

  #stream() {
    const id = 1 + this.pick(STREAMS), name = this.#name();
    const source = {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "T",
      valueProperty: "V",
      typeCode: 14,
      nullable: false,
    };
    const record = {
      v: 1,
      id,
      stream_id: `${id}`,
      stream_name: name,
      display_name: name,
      asset_id: "A",
      is_active: true,
      data_type: "NUM",
      uom: null,
      source: { ...source, enumMembers: null, piEvent: false },
    };
    return { key: keys.stream(id), record };
  }

  /** Most rules name only placeholders; some name a stream directly, or by a default. */
  #content() {
    const named = this.pick(3) === 0 ? this.#name() : "<T>";
    const of = this.pick(4) === 0 ? { of: this.#name() } : {};
    const byDefault = this.pick(4) === 0 ? { default_value: this.#name() } : {};
    return templateDraft(1, {
      rules: [templateRule([condition({ stream: named, ...of })])],
      placeholders: [placeholder("T", byDefault)],
    });
  }

  /** One of each, so that instances always have theirs. */
  templates(): Mutation[] {
    return Array.from({ length: TEMPLATES }, (_, i) => {
      const { key, record } = this.#template(i + 1);
      return { type: "set", key, value: record };
    });
  }

  #template(id = 1 + this.pick(TEMPLATES)) {
    const record = {
      v: 1,
      id,
      template_id: `tpl_${id}`,
      ...this.#content(),
      is_active: true,
      allow_instances: true,
      created_at: AT,
      created_by: "anna",
      updated_at: AT,
      version: 1 + this.pick(3),
    };
    return { key: keys.template(id), record };
  }

  #version() {
    const template_id = 1 + this.pick(TEMPLATES), version = 1 + this.pick(3);
    const origin = { note: "", created_at: AT, created_by: "anna", released_at: AT, released_by: "anna" };
    const content = contentOf(this.#content() as TemplateRecord);
    return {
      key: keys.templateVersion(template_id, version),
      record: { v: 1, template_id, version, ...origin, ...content },
    };
  }

  #instance() {
    const id = 1 + this.pick(INSTANCES);
    const bindings: InstanceRecord["bindings"] = { N: { value: this.#name() } };
    for (const name of ["T", "U"]) if (this.pick(3) > 0) bindings[name] = { stream: 1 + this.pick(STREAMS) };
    if (this.pick(5) === 0) bindings.V = { stream_name: this.#name() };
    const template_id = 1 + this.pick(TEMPLATES);
    const record = neverDeployed({
      id,
      instance_id: `ins_${id}`,
      instance_name: `Pump ${id}`,
      template_id,
      plant_node_floc_id: null,
      bindings,
      created_at: AT,
      created_by: "anna",
    });
    const named = this.pick(2) === 0 ? {} : { named_streams: { [this.#name()]: 1 + this.pick(STREAMS) } };
    const deployed = { is_deployed: true, deployment: 1, template_version: 1 + this.pick(3), ...named };
    return { key: keys.instance(id), record: this.pick(2) === 0 ? record : { ...record, ...deployed } };
  }
}

/** A scan of all instances. */
function lookingAt(
  { instances, templates }: Storage,
  { id, stream_name: name }: StreamRecord,
): InstanceRecord[] {
  return instances.list({}).filter((instance) => {
    const { bindings, is_deployed, named_streams = {} } = instance, kept = is_deployed ? named_streams : {};
    const all = Object.values(bindings);
    if (
      all.some((one) =>
        "stream" in one ? one.stream === id : "stream_name" in one && one.stream_name === name
      )
    ) {
      return true;
    }
    if (Object.values(kept).includes(id)) return true;
    const template = templates.deployedAs(instance);
    return template !== undefined && possibleStreamNames(template).has(name) && !(name in kept);
  });
}

/** How many instances were found, so that the comparison is not empty. */
function compare(storage: Storage): number {
  const { instances, assets } = storage;
  let found = 0;
  const deployedOn = (stream: StreamRecord) => lookingAt(storage, stream).filter((one) => one.is_deployed);
  for (const stream of assets.streams()) {
    const { id } = stream, expected = lookingAt(storage, stream);
    assertEquals(instances.list({ stream_id: id }), expected);
    const ofOne = expected.filter((one) => one.template_id === 2);
    assertEquals(instances.list({ stream_id: id, template_id: 2 }), ofOne);
    assertEquals(instances.list({ stream_id: id, is_deployed: true }), deployedOn(stream));
    assertEquals(instances.deployedOn(stream), deployedOn(stream).length);
    found += expected.length;
  }
  const deployed = assets.streams().filter((stream) => deployedOn(stream).length > 0);
  assertEquals(instances.deployedStreams(), deployed);
  return found;
}

for (const firstAsked of [0, 60, 119]) {
  Deno.test(`the instances of a stream equal a scan of all, first queried after ${firstAsked} writes`, async () => {
    await using test = await testStorage();
    const chance = new Chance(seeded(2026 + firstAsked));
    await test.storage.store.commit({ mutations: chance.templates() }, 1);
    let found = 0;
    for (let write = 0; write < 120; write++) {
      await test.storage.store.commit({ mutations: [chance.write()] }, 1);
      if (write >= firstAsked) found += compare(test.storage);
    }
    assert(found > 0);
  });
}

Deno.test("no instance uses an unknown stream", async () => {
  await using test = await testStorage();
  const { instances } = test.storage;
  assertEquals(instances.list({ stream_id: 9 }), []);
  assertEquals(instances.deployedStreams(), []);
});
