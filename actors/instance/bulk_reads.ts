import type { SourceRecord } from "../../domain/source/schema.ts";
import { sourceOfInstance, sourceOfStreams } from "../../domain/instance/source.ts";
import { presentStreams } from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Check } from "../../domain/shared/commit.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import { keys } from "../../storage/keys.ts";
import { readStreams } from "../../storage/writes/read_streams.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { BulkMessage } from "./contract.ts";
import { type DeployReads, type SourceLimits, sourceLimits } from "./deploy.ts";

/** The records that a bulk command needs. */
export interface BulkReads {
  records: Map<number, InstanceRecord>;
  template: TemplateRecord | undefined;
  streams: DeployReads["streams"];
  nodes: ReadonlySet<string>;
  /** By the instance's id, whose streams it names: as deployed, or as it would be. */
  sources: ReadonlyMap<number, number>;
  limits: ReadonlyMap<number, SourceLimits>;
  /** They fail when the template, or anything read of its instances, has changed. */
  checks: Check[];
}

/**
 * Reads first the keys that change with any record, so that their checks notice a later change: the mark of
 * this shard's commands for deployed instances, the count of instances for undeployed ones.
 */
export async function readForBulk(message: BulkMessage, context: ActorContext): Promise<BulkReads> {
  const { store, shard } = context;
  const { templateId, ids, type } = message;
  const guards = [keys.templateCommands(templateId, shard)];
  if (type !== "undeploy") guards.push(keys.template(templateId), keys.templateInstances(templateId));
  const read = await store.getMany(guards);
  const checks = guards.map((key, i): Check => ({ key, versionstamp: read[i]?.versionstamp ?? null }));
  const entries = await store.getMany<InstanceRecord>(ids.map((id) => keys.instance(id)));
  const own = entries.flatMap((entry) => entry?.value.template_id === templateId ? [entry.value] : []);
  const records = new Map(own.map((record) => [record.id, record]));
  const template = read[1]?.value as TemplateRecord | undefined;
  const bound = own.filter((record) => record.is_deployed === (type === "upgrade"));
  const { streams, nodes } = await readBindings({ bound, template }, context);
  const sources = new Map(own.map((record) => [
    record.id,
    type === "deploy" && !record.is_deployed
      ? sourceOfStreams({ record, template, streams })
      : sourceOfInstance(record),
  ]));
  const limits = await readLimits([...new Set(sources.values())], context);
  return { records, template, checks, streams, nodes, sources, limits };
}

async function readBindings(
  { bound, template }: { bound: InstanceRecord[]; template: TemplateRecord | undefined },
  { store }: ActorContext,
): Promise<Pick<BulkReads, "streams" | "nodes">> {
  const templates = template === undefined ? [] : [template];
  const named = new Set(bound.flatMap(({ plant_node_floc_id: id }) => id === null ? [] : [id]));
  const [streams, nodes] = await Promise.all([
    readStreams({ records: bound, templates }, store),
    store.getMany<{ floc_id: string }>([...named].map((id) => keys.plantNode(id))),
  ]);
  return {
    streams: presentStreams(streams),
    nodes: new Set(nodes.flatMap((entry) => entry === undefined ? [] : [entry.value.floc_id])),
  };
}

async function readLimits(
  sources: readonly number[],
  { store }: ActorContext,
): Promise<Map<number, SourceLimits>> {
  const entries = await store.getMany<SourceRecord>(sources.map((id) => keys.source(id)));
  return new Map(sources.map((id, i) => [id, sourceLimits(entries[i]?.value)]));
}
