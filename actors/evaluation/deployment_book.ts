import { alikeInstance, type AlikeInstances } from "../../domain/evaluation/deployment/alike_instances.ts";
import { NONE, RowIndex } from "../../domain/evaluation/state/row_index.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";

/** Deployments that are bound alike: columns, and each as an object when somebody asks for it. */
export interface AlikeDeployments {
  alike: AlikeInstances;
  deploymentOf(i: number): Deployment;
}

/** What a restart reads of deployments: the most as columns. */
export interface ReadDeployments {
  single: readonly Deployment[];
  alike: readonly AlikeDeployments[];
}

/**
 * The deployments of a shard by instance. Those that were read as columns stay so until somebody asks for one: of 30,000
 * most are asked for never, and to make them all is the better part of a restart.
 */
export class DeploymentBook {
  readonly #made = new Map<number, Deployment>();
  readonly #alike: readonly AlikeDeployments[];
  /** By instance: where it stands among all that were read as columns, one list behind the other. */
  readonly #placeOf = new RowIndex();
  #waiting = 0;

  constructor({ single, alike }: ReadDeployments = { single: [], alike: [] }) {
    this.#alike = alike;
    for (const deployment of single) this.#made.set(deployment.record.id, deployment);
    for (const { alike: { ids } } of alike) this.#waitingAre(ids);
  }

  get size(): number {
    return this.#made.size + this.#waiting;
  }

  has(instanceId: number): boolean {
    return this.#made.has(instanceId) || this.#placeOf.rowOf(instanceId) !== NONE;
  }

  get(instanceId: number): Deployment | undefined {
    const place = this.#placeOf.rowOf(instanceId);
    if (place === NONE) return this.#made.get(instanceId);
    const deployment = this.#at(place);
    this.set(instanceId, deployment);
    return deployment;
  }

  set(instanceId: number, deployment: Deployment): void {
    this.#leave(instanceId);
    this.#made.set(instanceId, deployment);
  }

  delete(instanceId: number): void {
    this.#leave(instanceId);
    this.#made.delete(instanceId);
  }

  /** The ids of all instances. */
  *keys(): Iterable<number> {
    yield* this.#made.keys();
    for (const { alike: { ids } } of this.#alike) {
      for (const id of ids) if (this.#placeOf.rowOf(id) !== NONE) yield id;
    }
  }

  /** All as the engine has them; what nobody has asked for is not kept. */
  *instances(): Iterable<DeployedInstance> {
    for (const { instance } of this.#made.values()) yield instance;
    for (const { alike } of this.#alike) {
      for (let i = 0; i < alike.ids.length; i++) {
        if (this.#placeOf.rowOf(alike.ids[i]) !== NONE) yield alikeInstance(alike, i);
      }
    }
  }

  #waitingAre(ids: Int32Array): void {
    const places = this.#placeOf, begin = this.#waiting;
    places.reserve(ids);
    for (let i = 0; i < ids.length; i++) places.set(ids[i], begin + i);
    this.#waiting += ids.length;
  }

  #at(place: number): Deployment {
    let i = place;
    for (const each of this.#alike) {
      if (i < each.alike.ids.length) return each.deploymentOf(i);
      i -= each.alike.ids.length;
    }
    throw new RangeError(`There is no place ${place}`);
  }

  #leave(instanceId: number): void {
    if (this.#placeOf.rowOf(instanceId) === NONE) return;
    this.#placeOf.delete(instanceId);
    this.#waiting--;
  }
}
