import type { StreamRecord } from "../../domain/asset/types.ts";
import { AlikeBinder } from "../../domain/instance/bind_alike.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord, TemplateVersionRecord } from "../../domain/template/types.ts";
import { atVersion } from "../../domain/template/versions.ts";
import { readAllPacked } from "../../storage/writes/read_packed.ts";
import { inBreaths } from "../runtime/breath.ts";
import type { ActorContext } from "../runtime/types.ts";

const A_STEP = 1_000;

/** Every deployed instance of this shard, bound as it was deployed. */
export async function readDeployments(
  context: ActorContext,
  sourceMaxAgeSeconds: number,
): Promise<Deployment[]> {
  const { store, shard, shards } = context;
  const [instances, templates, versions, streams] = await Promise.all([
    readAllPacked<InstanceRecord>(store, { noun: "instance", of: shards, rests: [shard] }),
    store.list<TemplateRecord>({ prefix: ["template"] }),
    store.list<TemplateVersionRecord>({ prefix: ["template_version"] }),
    readAllPacked<StreamRecord>(store, { noun: "stream", of: 1, rests: [0] }),
  ]);
  const templateOf = templatesOf(templates.map(({ value }) => value), versions.map(({ value }) => value));
  const streamByName = new Map(
    streams.map(({ id, stream_name, data_type }) => [stream_name, { id, stream_name, data_type }]),
  );
  const binder = new AlikeBinder({ sourceMaxAgeSeconds, streamByName: (name) => streamByName.get(name) });
  const bound = (record: InstanceRecord) => {
    const template = templateOf(record);
    if (template === undefined) return [];
    return [binder.deploymentOf({ record, template, deployedAt: deployedAtOf(record) })];
  };
  const records = instances.filter((record) => record.is_deployed);
  return await inBreaths(inSteps(records, bound));
}

function* inSteps<T, R>(items: readonly T[], each: (item: T) => R[]): Generator<undefined, R[]> {
  const all: R[] = [];
  for (let i = 0; i < items.length; i += A_STEP) {
    if (i > 0) yield;
    all.push(...items.slice(i, i + A_STEP).flatMap(each));
  }
  return all;
}

/** The template of an instance as it is deployed; one object for all of a version. */
function templatesOf(
  templates: readonly TemplateRecord[],
  versions: readonly TemplateVersionRecord[],
): (record: InstanceRecord) => TemplateRecord | undefined {
  const current = new Map(templates.map((template) => [template.id, template]));
  const older = new Map<string, TemplateRecord>();
  for (const version of versions) {
    const template = current.get(version.template_id);
    if (template === undefined || template.version === version.version) continue;
    older.set(`${template.id}/${version.version}`, atVersion(template, version));
  }
  return ({ template_id: id, template_version: version }) => older.get(`${id}/${version}`) ?? current.get(id);
}

function deployedAtOf(record: InstanceRecord): Ticks {
  return ticksFromMs(Date.parse(record.deployment_date ?? record.created_at));
}
