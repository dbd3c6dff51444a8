import type { Key } from "../domain/shared/commit.ts";

/** Every key shape of the store: the one table. A prefix for listing is the shape's first part. */
export const keys = {
  meta: (name: "schema" | "store" | "secrets_check") => ["meta", name],
  lane: (lane: number) => ["lane", lane],
  idBlock: (noun: string) => ["id", noun],

  configuration: () => ["configuration"],
  asset: (id: number) => ["asset", id],
  stream: (id: number) => ["stream", id],
  streamByName: (name: string) => ["stream_by_name", name],

  /** A 64-bit counter: how many keys there are under a prefix that only grows or is thinned (`audit`). */
  count: (prefix: string) => ["count", prefix],
  /** One piece of a value too large for one key; the key of the value stands between. */
  part: (of: Key, index: number): Key => ["part", ...of, index],

  package: (id: number) => ["package", id],
  /** A 64-bit counter: how many templates the package has. */
  packageTemplates: (id: number) => ["package_templates", id],
  packageByName: (name: string) => ["package_by_name", name],
  template: (id: number) => ["template", id],
  templateByName: (packageId: number, name: string) => ["template_by_name", packageId, name],
  /** A 64-bit counter: how many instances of the template are deployed. */
  templateDeployments: (id: number) => ["template_deployments", id],
  /** A 64-bit counter: how many instances the template has. */
  templateInstances: (id: number) => ["template_instances", id],
  instance: (id: number) => ["instance", id],
  instanceByName: (templateId: number, name: string) => ["instance_by_name", templateId, name],
  plantNode: (flocId: string) => ["plant_node", flocId],
  /** A 64-bit counter: how many child nodes and instances name the node. */
  plantNodeUses: (flocId: string) => ["plant_node_uses", flocId],

  event: (id: number) => ["event", id],
  /** The one active event of a key (instance, rule): its value is the event's id. */
  eventActive: (instanceId: number, ruleId: string) => ["event_active", instanceId, ruleId],
  eventByStart: (startMs: number, id: number) => ["event_by_start", startMs, id],
  audit: (ulid: string) => ["audit", ulid],

  user: (id: number) => ["user", id],
  userByName: (name: string) => ["user_by_name", name],
  session: (tokenHash: string) => ["session", tokenHash],

  /** The pointer {generation, watermark, position}: moved by one atomic when a generation is whole. */
  generation: () => ["generation"],
  generationChunk: (
    generation: number,
    shard: number,
    part: number,
  ) => ["generation_chunk", generation, shard, part],
  /** What happened after a generation's barrier, for its replay. */
  journal: (generation: number, sequence: number, shard: number) => ["journal", generation, sequence, shard],
  /** The push log; the last part is the commit's versionstamp. */
  push: (versionstamp: string) => ["push", versionstamp],
} as const satisfies Record<string, (...parts: never[]) => Key>;

/** The lane of the main isolate's own writes; shard n writes on lane n + 1. */
export const MAIN_LANE = 0;

export function laneOfShard(shard: number): number {
  return shard + 1;
}
