import { neverDeployed } from "../domain/instance/never_deployed.ts";
import type { Commit, Entry, FrameDraft, Mutation } from "../domain/shared/commit.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { instanceRefusals } from "./instance_refusals.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { unavailable } from "./store/deadline.ts";
import { audit, type NounContext, textId, unchanged } from "./write.ts";
import { resourceChanged } from "./writes/frames.ts";
import { newInstance } from "./writes/instance.ts";
import { AtomicBudget, FRAMES_AT_ONCE, mergeSums } from "./writes/atomic_budget.ts";
import type { Binding, InstanceRecord } from "../domain/instance/types.ts";
import type { Actor } from "../domain/access/types.ts";

export interface InstanceDraft {
  template_id: number;
  instance_name: string;
  plant_node_floc_id: string | null;
  bindings: Record<string, Binding>;
}

/** Instances of one template; `evenClosed`: even if the template accepts no new instances. */
export interface InstanceBatch {
  templateId: number;
  drafts: Omit<InstanceDraft, "template_id">[];
  by: Actor;
  evenClosed?: boolean;
}

/** One outcome of `createMany`; `existing`: the id of the instance that has the name. */
export type MadeInstance = { record: InstanceRecord } | { refusal: Refusal; existing?: number };

/** Drafts that are decided together; what does not fit one commit goes into the next. */
const DECIDED_AT_ONCE = 250;
const ATTEMPTS = 20;

/**
 * Creates many instances of one template, as many per commit as fit. Returns one outcome per draft, in their
 * order: the record or the refusal.
 */
export async function createInstances(context: NounContext, batch: InstanceBatch): Promise<MadeInstance[]> {
  const made: MadeInstance[] = [];
  if (batch.drafts.length === 0) return made;
  const firstId = await context.store.allocateIds("instance", batch.drafts.length);
  while (made.length < batch.drafts.length) {
    const from = made.length;
    made.push(...await commitSome(context, { batch, from, firstId: firstId + from }));
  }
  return made;
}

interface Some {
  batch: InstanceBatch;
  from: number;
  firstId: number;
}

/** The outcomes of the next drafts, at least one. An unreachable store refuses all of them. */
async function commitSome(context: NounContext, some: Some): Promise<MadeInstance[]> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { commit, outcomes } = await decideSome(context, some);
      if (commit === undefined || (await context.store.commit(commit, MAIN_LANE)).ok) return outcomes;
    }
    throw unavailable("is being changed by too many at once");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { length } = some.batch.drafts;
    const refused = Math.min(length, some.from + DECIDED_AT_ONCE) - some.from;
    return Array.from({ length: refused }, () => ({ refusal: error }));
  }
}

/**
 * Checks the template's counter of instances, which changes with every added, removed or renamed instance, and
 * the counter of removed plant nodes, which covers every node that was read.
 */
async function decideSome(
  context: NounContext,
  { batch, from, firstId }: Some,
): Promise<{ commit?: Commit; outcomes: MadeInstance[] }> {
  const { templateId } = batch;
  const guards = [keys.template(templateId), keys.templateInstances(templateId), keys.plantNodesGone()];
  const read = await context.store.getMany(guards);
  refuseClosed(read[0], batch);
  const drafts = batch.drafts.slice(from, from + DECIDED_AT_ONCE);
  const known = await readExisting(context, { templateId, drafts });
  const writer = new BatchWriter(context, batch);
  const outcomes: MadeInstance[] = [];
  for (const [i, draft] of drafts.entries()) {
    const outcome = known.refusalOf(draft) ?? writer.make(draft, firstId + i);
    if (outcome === undefined) break;
    outcomes.push(outcome);
  }
  const checks = guards.map((key, i) => unchanged(key, read[i]));
  return { commit: writer.commit(checks), outcomes };
}

function refuseClosed(entry: Entry | undefined, { templateId, evenClosed }: InstanceBatch): void {
  if (entry === undefined) throw instanceRefusals.noTemplate(templateId);
  const template = kinds.template.read(entry.value);
  if (!template.allow_instances && !evenClosed) throw instanceRefusals.closedTemplate(template.name);
}

type Draft = InstanceBatch["drafts"][number];

/** Reads the instances with the drafts' names, and the plant nodes that the drafts name. */
async function readExisting(
  { store }: NounContext,
  { templateId, drafts }: { templateId: number; drafts: Draft[] },
): Promise<{ refusalOf(draft: Draft): MadeInstance | undefined }> {
  const nodes = [...new Set(drafts.flatMap(({ plant_node_floc_id: id }) => id === null ? [] : [id]))];
  const [names, nodeEntries] = await Promise.all([
    store.getMany<number>(drafts.map((draft) => keys.instanceByName(templateId, draft.instance_name))),
    store.getMany(nodes.map((id) => keys.plantNode(id))),
  ]);
  const takenBy = new Map(drafts.map((draft, i) => [draft.instance_name, names[i]?.value]));
  const taken = new Set<string>();
  const existingNodes = new Set(nodes.filter((_, i) => nodeEntries[i] !== undefined));
  return {
    refusalOf({ instance_name: name, plant_node_floc_id: node }) {
      const existing = takenBy.get(name);
      if (existing !== undefined || taken.has(name)) {
        return { existing, refusal: instanceRefusals.nameTaken(name) };
      }
      if (node !== null && !existingNodes.has(node)) {
        return { refusal: instanceRefusals.noPlantNode(node) };
      }
      taken.add(name);
      return undefined;
    },
  };
}

/** Collects one commit of new instances. */
class BatchWriter {
  readonly #budget = new AtomicBudget();
  readonly #mutations: Mutation[] = [];
  readonly #ids: number[] = [];

  constructor(private readonly context: NounContext, readonly batch: InstanceBatch) {}

  /** The new instance, or undefined when the commit is full. */
  make(draft: Draft, id: number): MadeInstance | undefined {
    const { context, batch } = this;
    const record = neverDeployed({
      id,
      instance_id: textId(context, "ins"),
      template_id: batch.templateId,
      ...draft,
      created_at: isoFromMs(context.now()),
      created_by: batch.by.name,
    });
    const change = { action: "created", type: "instance", id, by: batch.by, after: record } as const;
    const mutations = [...newInstance(record), audit(context, change)];
    if (!this.#budget.takes(mutations)) return undefined;
    this.#mutations.push(...mutations);
    this.#ids.push(id);
    return { record };
  }

  commit(checks: Commit["checks"]): Commit | undefined {
    if (this.#ids.length === 0) return undefined;
    return { checks, mutations: mergeSums(this.#mutations), frames: this.#frames() };
  }

  #frames(): FrameDraft[] {
    const at = isoFromMs(this.context.now());
    const ids = this.#ids.length > FRAMES_AT_ONCE ? ["*"] : this.#ids;
    return ids.map((id) => resourceChanged("instance", id, at));
  }
}
