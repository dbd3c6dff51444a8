import { alikeInstance, type AlikeInstances } from "../../domain/evaluation/deployment/alike_instances.ts";
import { NONE, RowIndex } from "../../domain/evaluation/state/row_index.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import { type Deployment, withStreamNames } from "../../domain/instance/deployment.ts";
import { streamIdsOf } from "../../domain/instance/streams.ts";
import type { ShardStreams } from "./shard_streams.ts";

/** Deployments with the same binding pattern: stored as columns, and created as objects on demand. */
export interface AlikeDeployments {
  alike: AlikeInstances;
  deploymentOf(i: number): Deployment;
}

/** The deployments that a restart reads, most of them as columns. */
export interface ReadDeployments {
  single: readonly Deployment[];
  alike: readonly AlikeDeployments[];
  /** The streams by which they are bound. */
  streams?: ShardStreams;
}

/**
 * The deployments of a shard by instance. Deployments read as columns become objects on first access, since creating
 * all 30,000 objects would take most of a restart and few of them are ever accessed.
 */
export class DeploymentBook {
  readonly #objects = new Map<number, Deployment>();
  readonly #alike: readonly AlikeDeployments[];
  /** By instance: its row in the concatenated columns. */
  readonly #rows = new RowIndex();
  #columnCount = 0;
  readonly #streams: ShardStreams | undefined;

  constructor({ single, alike, streams }: ReadDeployments = { single: [], alike: [] }) {
    this.#alike = alike;
    this.#streams = streams;
    for (const deployment of single) this.#objects.set(deployment.record.id, deployment);
    for (const { alike: { ids } } of alike) this.#addColumns(ids);
  }

  get size(): number {
    return this.#objects.size + this.#columnCount;
  }

  has(instanceId: number): boolean {
    return this.#objects.has(instanceId) || this.#rows.rowOf(instanceId) !== NONE;
  }

  get(instanceId: number): Deployment | undefined {
    const row = this.#rows.rowOf(instanceId);
    if (row === NONE) return this.#objects.get(instanceId);
    const deployment = this.#at(row);
    this.set(instanceId, deployment);
    return deployment;
  }

  set(instanceId: number, deployment: Deployment): void {
    this.#dropRow(instanceId);
    this.#objects.set(instanceId, deployment);
  }

  delete(instanceId: number): void {
    this.#dropRow(instanceId);
    this.#objects.delete(instanceId);
  }

  /** Gives streams their present names in the texts of deployments. */
  rename(names: ReadonlyMap<number, string>): void {
    this.#streams?.rename(names);
    for (const [id, deployment] of this.#objects) {
      const isNew = [...streamIdsOf(deployment.record)].some((stream) =>
        names.has(stream) && names.get(stream) !== deployment.streamNames.get(stream)
      );
      if (isNew) this.#objects.set(id, withStreamNames(deployment, names));
    }
  }

  /** The ids of all instances. */
  *keys(): Iterable<number> {
    yield* this.#objects.keys();
    for (const { alike: { ids } } of this.#alike) {
      for (const id of ids) if (this.#rows.rowOf(id) !== NONE) yield id;
    }
  }

  /** All instances for the engine. Objects created here are not kept. */
  *instances(): Iterable<DeployedInstance> {
    for (const { instance } of this.#objects.values()) yield instance;
    for (const { alike } of this.#alike) {
      for (let i = 0; i < alike.ids.length; i++) {
        if (this.#rows.rowOf(alike.ids[i]!) !== NONE) yield alikeInstance(alike, i);
      }
    }
  }

  #addColumns(ids: Int32Array): void {
    const rows = this.#rows, begin = this.#columnCount;
    rows.reserve(ids);
    for (let i = 0; i < ids.length; i++) rows.set(ids[i]!, begin + i);
    this.#columnCount += ids.length;
  }

  #at(row: number): Deployment {
    let i = row;
    for (const each of this.#alike) {
      if (i < each.alike.ids.length) return each.deploymentOf(i);
      i -= each.alike.ids.length;
    }
    throw new RangeError(`There is no row ${row}`);
  }

  #dropRow(instanceId: number): void {
    if (this.#rows.rowOf(instanceId) === NONE) return;
    this.#rows.delete(instanceId);
    this.#columnCount--;
  }
}
