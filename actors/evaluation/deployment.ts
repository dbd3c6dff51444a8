import type { StreamRecord } from "../../domain/asset/types.ts";
import { AlikeBinder } from "../../domain/instance/bind_alike.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { TemplateRecord, TemplateVersionRecord } from "../../domain/template/types.ts";
import { atVersion } from "../../domain/template/versions.ts";
import { type PackedRun, readFields, readTablesOf } from "../../storage/writes/read_packed.ts";
import { inTimeSlices } from "../../concurrency/time_slices.ts";
import type { ActorContext } from "../runtime/types.ts";
import { partitionOf } from "./contract.ts";
import type { ReadDeployments } from "./deployment_book.ts";
import { DeploymentReader, type OfTemplate } from "./deployment_reader.ts";
import { ShardStreams } from "./shard_streams.ts";

const STREAM_FIELDS = ["id", "stream_name", "data_type", "uom"] as const;

/** Reads every deployed instance of this partition with its bindings. */
export async function readDeployments(
  context: ActorContext,
  sourceMaxAgeSeconds: number,
): Promise<ReadDeployments> {
  const { store } = context;
  const [instances, templates, versions, streams] = await Promise.all([
    readRuns(context),
    store.list<TemplateRecord>({ prefix: ["template"] }),
    store.list<TemplateVersionRecord>({ prefix: ["template_version"] }),
    readStreams(context),
  ]);
  const templateOf = templatesOf(templates.map(({ value }) => value), versions.map(({ value }) => value));
  const binder = new AlikeBinder({ sourceMaxAgeSeconds, streams });
  const { source } = partitionOf(context.address.id);
  const reader = new DeploymentReader({ binder, streams, templateOf, source });
  await inTimeSlices(steps(instances, reader));
  return { ...reader.taken(), streams };
}

function* steps(
  runs: readonly PackedRun<InstanceRecord>[],
  reader: DeploymentReader,
): Generator<undefined, void> {
  for (const { tables, entries } of runs) {
    for (const table of tables ?? []) reader.takeTable(table);
    for (const { value } of entries ?? []) reader.take(value);
    yield;
  }
}

async function readRuns(context: ActorContext): Promise<PackedRun<InstanceRecord>[]> {
  const { store, shard, shards } = context;
  return await Array.fromAsync(
    readTablesOf<InstanceRecord>(store, { noun: "instance", of: shards, rests: [shard] }),
  );
}

async function readStreams({ store }: ActorContext): Promise<ShardStreams> {
  const wanted = { noun: "stream", of: 1, rests: [0], fields: STREAM_FIELDS } as const;
  return new ShardStreams(await readFields<StreamRecord, typeof STREAM_FIELDS[number]>(store, wanted));
}

/** Finds the template version of a deployed instance; one object per version. */
function templatesOf(
  templates: readonly TemplateRecord[],
  versions: readonly TemplateVersionRecord[],
): (record: OfTemplate) => TemplateRecord | undefined {
  const current = new Map(templates.map((template) => [template.id, template]));
  const older = new Map<string, TemplateRecord>();
  for (const version of versions) {
    const template = current.get(version.template_id);
    if (template === undefined || template.version === version.version) continue;
    older.set(`${template.id}/${version.version}`, atVersion(template, version));
  }
  return ({ template_id: id, template_version: version }) => older.get(`${id}/${version}`) ?? current.get(id);
}
