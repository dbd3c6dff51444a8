import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { AnyCommit, FrameDraft } from "../../domain/shared/commit.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { AtomicBudget, FRAMES_AT_ONCE, joined, mergeSums } from "../../storage/writes/atomic_budget.ts";
import type { EvaluationPartitions, EvaluationShard } from "../evaluation/contract.ts";
import type { Behaviour, Effects, Turn } from "../runtime/types.ts";
import { type BulkReads, readForBulk } from "./bulk_reads.ts";
import { afterFlush, bindingsChanged, type CommandInput } from "./command.ts";
import { type BulkAnswer, type BulkMessage, type BulkOutcome, INSTANCE_BULK } from "./contract.ts";
import { planDeployment, type PlannedDeployment, type SourceLimits, sourceLimits } from "./deploy.ts";
import { type PlannedUpgrade, planUpgrade } from "./upgrade.ts";
import { type EarlyEndings, planEarlyEndings, planUndeployment } from "./undeploy.ts";

const READY_DEADLINE_MS = 8_000;

/**
 * Bulk commands on the instances of one template in a shard: one commit a message, with as many instances as fit. Its
 * turns are exclusive, so that no command on one of these instances or their events is half done meanwhile.
 */
export function bulkBehaviour(partitions: EvaluationPartitions): Behaviour<null, BulkMessage, BulkReads> {
  return {
    kind: INSTANCE_BULK,
    gate: "exclusive",
    load: () => Promise.resolve(null),
    async prepare(_, message, context) {
      const reads = await readForBulk(message, context);
      for (const source of sourcesOf(reads)) await partitions.of(source).ready(READY_DEADLINE_MS);
      return reads;
    },
    decide: (_, message, turn) => decide(partitions, message, turn),
    broken: (_, context) => partitions.doubt(context),
  };
}

/** Waits once more when the shard went back to its last generation meanwhile. */
function decide(
  partitions: EvaluationPartitions,
  message: BulkMessage,
  turn: Turn<BulkReads>,
): Effects<BulkMessage> {
  const { context, nowMs, prepared } = turn;
  for (const source of sourcesOf(prepared)) {
    const shard = partitions.of(source);
    if (!shard.isReady) return { later: Promise.resolve(message) };
    if (message.type !== "deploy" && message.ids.some((id) => shard.isUnwritten(id))) {
      return { later: afterFlush(message, { source, context }) };
    }
  }
  const given = { partitions, by: message.by, nowMs, context };
  const decision = decisionOf(message, turn.prepared, given);
  for (const id of message.ids) decision.take(id);
  return decision.effects();
}

function sourcesOf({ sources }: BulkReads): number[] {
  return [...new Set(sources.values())];
}

type BulkInput = Omit<CommandInput, "shard">;

function decisionOf(message: BulkMessage, reads: BulkReads, given: BulkInput): CommandMany {
  switch (message.type) {
    case "deploy":
      return new DeployMany(reads, given);
    case "undeploy":
      return new UndeployMany(reads, given);
    case "upgrade":
      return new UpgradeMany(reads, given, message.version);
  }
}

/** Collects one commit. Instances that do not fit are left for the next message. */
abstract class CommandMany {
  readonly #room = new AtomicBudget();
  readonly #answer: BulkAnswer = { outcomes: [], rest: [] };
  readonly #writes: AnyCommit[] = [];
  readonly #done: number[] = [];
  readonly #early: EarlyEndings[] = [];

  constructor(readonly reads: BulkReads, readonly given: BulkInput) {}

  take(id: number): void {
    const { outcomes, rest } = this.#answer;
    const record = this.reads.records.get(id);
    if (rest.length > 0) rest.push(id);
    else if (record === undefined) {
      outcomes.push({
        id,
        status: "failed",
        problems: [{ path: "", message: `There is no instance ${id}` }],
      });
    } else this.plan(record);
  }

  effects(): Effects<BulkMessage> {
    const answer = this.#answer;
    if (this.#done.length + this.#early.length === 0) return { answer };
    const frames = this.#changed();
    const all = joined([{ checks: this.reads.checks, mutations: [], frames }, ...this.#writes]);
    const commit = { ...all, mutations: mergeSums(all.mutations) };
    const committed = () => {
      for (const early of this.#early) early.committed();
      this.committed();
    };
    const sources = new Set(this.#done.map((id) => this.sourceOf(id)));
    return { commits: [commit], committed, tell: [...sources].map(bindingsChanged), answer };
  }

  protected sourceOf(id: number): number {
    return this.reads.sources.get(id) ?? DEFAULT_SOURCE;
  }

  /** The shard of the instance's source, and what else a command on it needs. */
  protected inputOf(id: number): CommandInput {
    return { ...this.given, shard: this.shardOf(id) };
  }

  protected shardOf(id: number): EvaluationShard {
    return this.given.partitions.of(this.sourceOf(id));
  }

  protected limitsOf(id: number): SourceLimits {
    return this.reads.limits.get(this.sourceOf(id)) ?? sourceLimits(undefined);
  }

  protected abstract plan(record: InstanceRecord): void;
  protected abstract committed(): void;

  protected already(id: number): void {
    this.#answer.outcomes.push({ id, status: "already" });
  }

  protected failed(id: number, problems: Issue[]): void {
    this.#answer.outcomes.push({ id, status: "failed", problems });
  }

  /** Adds one instance's writes to the commit; false when it must wait for the next. */
  protected write(
    id: number,
    { writes, events }: { writes: AnyCommit; events?: BulkOutcome["events"] },
  ): boolean {
    if (!this.#room.takes(writes.mutations, writes.frames)) {
      this.#answer.rest.push(id);
      return false;
    }
    this.#writes.push(writes);
    this.#done.push(id);
    this.#answer.outcomes.push({ id, status: "done", ...(events && { events }) });
    return true;
  }

  /** Writes what must be committed before the instance; the instance itself waits for the next commit. */
  protected prepareFor(id: number, early: EarlyEndings): void {
    this.#answer.rest.push(id);
    if (!this.#room.takes(early.writes.mutations, early.writes.frames)) return;
    this.#writes.push(early.writes);
    this.#early.push(early);
  }

  protected get done(): readonly number[] {
    return this.#done;
  }

  #changed(): FrameDraft[] {
    const at = isoFromMs(this.given.nowMs);
    const ids = this.#done.length > FRAMES_AT_ONCE ? ["*"] : this.#done;
    return ids.map((id) => resourceChanged("instance", id, at));
  }
}

class DeployMany extends CommandMany {
  readonly #deployed: PlannedDeployment[] = [];

  protected plan(record: InstanceRecord): void {
    if (record.is_deployed) return this.already(record.id);
    const { template, streams, nodes } = this.reads, { id } = record;
    const node = record.plant_node_floc_id;
    const nodeExists = node === null || nodes.has(node);
    const planned = planDeployment(
      { record, template, streams, nodeExists, source: this.sourceOf(id), ...this.limitsOf(id) },
      this.inputOf(id),
    );
    if ("problems" in planned) return this.failed(record.id, planned.problems);
    if (this.write(record.id, { writes: { mutations: planned.mutations } })) this.#deployed.push(planned);
  }

  protected committed(): void {
    const bySource = Map.groupBy(this.#deployed, ({ deployment }) => this.shardOf(deployment.record.id));
    for (const [shard, deployed] of bySource) shard.deployAll(deployed);
  }
}

class UndeployMany extends CommandMany {
  protected plan(record: InstanceRecord): void {
    if (!record.is_deployed) return this.already(record.id);
    const given = this.inputOf(record.id), early = planEarlyEndings(record, given);
    if (early !== undefined) return this.prepareFor(record.id, early);
    this.write(record.id, planUndeployment(record, given));
  }

  protected committed(): void {
    for (const id of this.done) this.shardOf(id).undeploy(id);
  }
}

class UpgradeMany extends CommandMany {
  readonly #upgraded: PlannedUpgrade[] = [];

  constructor(reads: BulkReads, given: BulkInput, readonly version: number) {
    super(reads, given);
  }

  protected plan(record: InstanceRecord): void {
    const { template, streams } = this.reads;
    if (record.is_deployed && record.template_version === this.version) return this.already(record.id);
    const { version } = this;
    const reads = { record, template, streams, ...this.limitsOf(record.id), version };
    const planned = planUpgrade(reads, this.inputOf(record.id));
    if ("problems" in planned) return this.failed(record.id, planned.problems);
    if ("early" in planned) return this.prepareFor(record.id, planned.early);
    if (this.write(record.id, planned)) this.#upgraded.push(planned);
  }

  protected committed(): void {
    const bySource = Map.groupBy(this.#upgraded, ({ deployment }) => this.shardOf(deployment.record.id));
    for (const [shard, upgraded] of bySource) shard.upgradeAll(upgraded);
  }
}
