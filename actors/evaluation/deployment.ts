import type { StreamRecord } from "../../domain/asset/types.ts";
import { type Deployment, makeDeployment } from "../../domain/instance/deployment.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord, TemplateVersionRecord } from "../../domain/template/types.ts";
import { atVersion } from "../../domain/template/versions.ts";
import { readAllPacked } from "../../storage/writes/read_packed.ts";
import { breath } from "../runtime/breath.ts";
import type { ActorContext } from "../runtime/types.ts";

const IN_ONE_BREATH = 1_000;

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
  const templateById = new Map(templates.map((entry) => [entry.value.id, entry.value]));
  const versionOf = new Map(versions.map(({ value }) => [`${value.template_id}/${value.version}`, value]));
  const streamByName = new Map(streams.map((stream) => [stream.stream_name, stream]));
  const bound = (record: InstanceRecord) => {
    const current = templateById.get(record.template_id);
    if (current === undefined) return [];
    const older = versionOf.get(`${current.id}/${record.template_version}`);
    const isOlder = older !== undefined && record.template_version !== current.version;
    const template = isOlder ? atVersion(current, older) : current;
    const input = { record, template, deployedAt: deployedAtOf(record), sourceMaxAgeSeconds };
    return [makeDeployment({ ...input, streamByName: (name) => streamByName.get(name) }).deployment];
  };
  const records = instances.filter((record) => record.is_deployed);
  const deployments: Deployment[] = [];
  for (let i = 0; i < records.length; i += IN_ONE_BREATH) {
    if (i > 0) await breath();
    deployments.push(...records.slice(i, i + IN_ONE_BREATH).flatMap(bound));
  }
  return deployments;
}

function deployedAtOf(record: InstanceRecord): Ticks {
  return ticksFromMs(Date.parse(record.deployment_date ?? record.created_at));
}
