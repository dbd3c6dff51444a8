import type { Actor } from "../domain/access/types.ts";
import type { StreamRecord } from "../domain/asset/types.ts";
import { neverDeployed } from "../domain/instance/never_deployed.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Check, Entry } from "../domain/shared/commit.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import {
  createInstances,
  type InstanceBatch,
  type InstanceDraft,
  type MadeInstance,
} from "./instance_batch.ts";
import { instanceRefusals } from "./instance_refusals.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { StreamUses } from "./stream_uses.ts";
import { freshId, type NounContext, textId, traces, unchanged, write } from "./write.ts";
import { changeInstance, newInstance, removeInstance } from "./writes/instance.ts";
import { notFound } from "./noun_refusals.ts";

export type InstanceChange = Partial<Omit<InstanceDraft, "template_id">>;

export interface InstanceFilter {
  template_id?: number;
  package_id?: number;
  category?: string;
  is_active?: boolean;
  is_deployed?: boolean;
  /** Instances that may use the stream, by their bindings or their rules. */
  stream_id?: number;
}

/**
 * Template instances, read from memory. Only undeployed ones change here; the instance actors deploy and undeploy.
 */
export class Instances {
  readonly #uses: StreamUses;

  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {
    this.#uses = new StreamUses(mirrors);
  }

  /** By ascending id. */
  list(filter: InstanceFilter): InstanceRecord[] {
    return this.#narrowest(filter).filter((instance) => this.#matches(instance, filter));
  }

  /** How many deployed instances may use the stream of this name. */
  deployedOn(stream: StreamRecord): number {
    return this.#uses.deployedOn(stream);
  }

  /** The streams that deployed instances may use, by ascending id. */
  deployedStreams(): readonly StreamRecord[] {
    return this.#uses.deployedStreams();
  }

  get(id: number): InstanceRecord | undefined {
    return this.mirrors.instances.get(id);
  }

  create(draft: InstanceDraft, by: Actor): Promise<InstanceRecord> {
    const { context } = this;
    const nextId = freshId(context, "instance");
    const instance_id = textId(context, "ins");
    return write(context, async () => {
      const checks = [
        await this.#templateTakesInstances(draft.template_id),
        await this.#nameIsFree(draft.template_id, draft.instance_name),
        ...await this.#requireNode(draft.plant_node_floc_id),
      ];
      const record = neverDeployed({
        id: await nextId(),
        instance_id,
        ...draft,
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      });
      const change = { action: "created", type: "instance", id: record.id, by, after: record } as const;
      const { mutations, frames } = traces(context, change);
      return {
        result: record,
        commit: { checks, mutations: [...newInstance(record), ...mutations], frames },
      };
    });
  }

  /** Creates many instances, many per commit. Returns one outcome per draft, in their order. */
  createMany(batch: InstanceBatch): Promise<MadeInstance[]> {
    return createInstances(this.context, batch);
  }

  /** INSTANCE_IN_USE while it is deployed. */
  update(id: number, change: InstanceChange, by: Actor): Promise<InstanceRecord> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      const after: InstanceRecord = { ...before, ...change };
      const checks = [unchanged(keys.instance(id), entry)];
      if (before.instance_name !== after.instance_name) {
        checks.push(await this.#nameIsFree(after.template_id, after.instance_name));
      }
      if (before.plant_node_floc_id !== after.plant_node_floc_id) {
        checks.push(...await this.#requireNode(after.plant_node_floc_id));
      }
      refuseDeployed(before);
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "instance",
        id,
        by,
        before,
        after,
      });
      return {
        result: after,
        commit: { checks, mutations: [...changeInstance(before, after), ...mutations], frames },
      };
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const { entry, record: before } = await this.#read(id);
      refuseDeployed(before);
      const { mutations, frames } = traces(context, { action: "deleted", type: "instance", id, by, before });
      const checks = [unchanged(keys.instance(id), entry)];
      return {
        result: undefined,
        commit: { checks, mutations: [...removeInstance(before), ...mutations], frames },
      };
    });
  }

  #narrowest({ stream_id, template_id }: InstanceFilter): readonly InstanceRecord[] {
    const { instances, instancesByTemplate, streams } = this.mirrors;
    if (stream_id !== undefined) {
      const stream = streams.get(stream_id);
      return stream === undefined ? [] : this.#uses.of(stream);
    }
    return template_id === undefined ? instances.list() : instancesByTemplate.of(template_id);
  }

  #matches(instance: InstanceRecord, filter: InstanceFilter): boolean {
    const { template_id, package_id, category, is_active, is_deployed } = filter;
    if (template_id !== undefined && instance.template_id !== template_id) return false;
    if (is_deployed !== undefined && instance.is_deployed !== is_deployed) return false;
    if (package_id === undefined && category === undefined && is_active === undefined) return true;
    const template = this.mirrors.templates.get(instance.template_id);
    return (package_id === undefined || template?.package_id === package_id) &&
      (category === undefined || template?.category === category) &&
      (is_active === undefined || template?.is_active === is_active);
  }

  async #read(id: number): Promise<{ entry: Entry; record: InstanceRecord }> {
    const entry = await this.context.store.get(keys.instance(id));
    if (entry === undefined) throw notFound("instance", id);
    return { entry, record: kinds.instance.read(entry.value) };
  }

  async #templateTakesInstances(id: number): Promise<Check> {
    const entry = await this.context.store.get(keys.template(id));
    if (entry === undefined) throw instanceRefusals.noTemplate(id);
    const template = kinds.template.read(entry.value);
    if (!template.allow_instances) throw instanceRefusals.closedTemplate(template.name);
    return unchanged(keys.template(id), entry);
  }

  async #nameIsFree(templateId: number, name: string): Promise<Check> {
    const key = keys.instanceByName(templateId, name);
    if (await this.context.store.get(key) === undefined) return unchanged(key, undefined);
    throw instanceRefusals.nameTaken(name);
  }

  async #requireNode(flocId: string | null): Promise<Check[]> {
    if (flocId === null) return [];
    const entry = await this.context.store.get(keys.plantNode(flocId));
    if (entry === undefined) throw instanceRefusals.noPlantNode(flocId);
    return [unchanged(keys.plantNode(flocId), entry)];
  }
}

function refuseDeployed(instance: InstanceRecord): void {
  if (!instance.is_deployed) return;
  const text = `Instance "${instance.instance_name}" is deployed; undeploy it first`;
  throw new Refusal("INSTANCE_IN_USE", text, { instance_id: instance.id });
}
