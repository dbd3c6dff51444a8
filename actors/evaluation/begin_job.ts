import type { StreamRecord } from "../../domain/asset/types.ts";
import type { ReplayCommand } from "../../domain/evaluation/replay.ts";
import { NORMAL } from "../../domain/evaluation/state/state_table.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Checkpoint } from "./checkpoint_retention.ts";
import { eventText } from "./contract.ts";
import { CorrectionJob, isBeforeFirstRead, isDeployedAt, type JobUnit } from "./correction_job.ts";
import { type Forms, readForms } from "./forms.ts";
import { commandsOf, readCheckpoint, readEndedEvents, readHistory } from "./correction_reads.ts";
import type { Assignment } from "./assignment.ts";
import type { LiveShard, RestoredShard } from "./restored_shard.ts";

/** Begins a job: selects the checkpoint to start from, and reads the deployments' commands since then. */
export async function beginJob(
  shard: LiveShard,
  assignment: Assignment,
  context: ActorContext,
): Promise<CorrectionJob | null> {
  const { instances, late } = assignment;
  if (instances.length === 0) return null;
  const from = Math.min(...late.map((span) => span.from));
  const start = await startBefore(shard, { instances, from }, context);
  if (start === null) return null;
  const { instanceId } = instances[0]!;
  const checkpoints = () => shard.checkpoints.of(instanceId);
  const { timeZone, standardFrom } = shard;
  const options = { ...start, checkpoints, timeZone, standardFrom };
  return new CorrectionJob(++shard.corrections.jobs, assignment, options, start.hadEvents);
}

/** The start of a new evaluation of deployments, and their commands since then. */
export interface RunStart {
  watermark: Ticks;
  units: JobUnit[];
  /** The streams of upgraded deployments, which the source may not follow. */
  streams: StreamRecord[];
  /** By instance, the events named by a close that had ended at the start. */
  hadEvents: Map<number, Set<string>>;
}

/** The parts of a shard needed to find stored states. */
type StoredStates = Pick<RestoredShard, "deployments" | "checkpoints">;

/** The last stored states before a time, of deployments that share their checkpoints; null without any. */
export async function startBefore(
  shard: StoredStates,
  { instances, from }: { instances: readonly DeployedInstance[]; from: Ticks },
  context: ActorContext,
): Promise<RunStart | null> {
  const histories = await Promise.all(
    instances.map((instance) => readDeploymentHistory(shard, instance, context)),
  );
  const checkpoints = shard.checkpoints.of(instances[0]!.instanceId)
    .filter((checkpoint) => histories.every((each) => isUsable(each, checkpoint)));
  const before = checkpoints.findLast((checkpoint) =>
    checkpoint.watermark < from && !histories.some((each) => isBeforeInstant(each, checkpoint))
  );
  const base = baseOf(histories, { from, before, first: checkpoints[0] });
  if (base === null) return null;
  const units = await unitsOf(histories, base, context);
  const hadEvents = await readHadEvents(units, base.watermark, context);
  return { watermark: base.watermark, units, streams: histories.flatMap((each) => each.streams), hadEvents };
}

/** A deployment's commands and the forms that its upgrades gave it. */
interface DeploymentHistory extends Pick<JobUnit, "instance" | "commands">, Forms {}

async function readDeploymentHistory(
  { deployments }: StoredStates,
  instance: DeployedInstance,
  context: ActorContext,
): Promise<DeploymentHistory> {
  const history = await readHistory(instance, context);
  const present = deployments.get(instance.instanceId);
  const { forms, streams } = present === undefined
    ? { forms: [], streams: [] }
    : await readForms(present, history, context);
  return { instance, commands: commandsOf(history, forms), forms, streams };
}

/**
 * Whether a run may begin at a checkpoint. It may not between an upgrade and the instant of its new rules, before an
 * upgrade whose former version no longer exists, or directly before a first read.
 */
function isUsable({ commands, forms }: DeploymentHistory, checkpoint: Checkpoint): boolean {
  const { watermark, sequence } = checkpoint;
  if (isBeforeFirstRead({ commands }, checkpoint)) return false;
  const isBetween = commands.some((command) =>
    command.kind === "upgrade" && command.sequence <= sequence && command.clock > watermark
  );
  return !isBetween &&
    forms.every(({ deployment }, i) =>
      deployment !== null || (forms[i + 1]?.sequence ?? Infinity) <= sequence
    );
}

/** Whether a checkpoint lies between a deployment's command and its instant, so that known and new samples mix. */
function isBeforeInstant({ instance, commands }: DeploymentHistory, { watermark }: Checkpoint): boolean {
  const deployed = commands.find((command) => command.kind === "deploy");
  return deployed !== undefined && deployed.at < watermark && watermark < instance.deployedAt;
}

/**
 * Where the run begins: at the last stored states before the change; else before the deployments, if their commands are
 * known; else at the first stored states, and earlier results stay unchanged.
 */
function baseOf(
  histories: readonly DeploymentHistory[],
  { from, before, first }: { from: Ticks; before: Checkpoint | undefined; first: Checkpoint | undefined },
): { watermark: Ticks; checkpoint: Checkpoint | undefined } | null {
  if (before !== undefined) return { watermark: before.watermark, checkpoint: before };
  const deploys = histories.map(({ commands }) => commands.find((command) => command.kind === "deploy")?.at);
  const known = deploys.filter((at) => at !== undefined);
  const areBound = histories.every(({ forms }) => forms.every(({ deployment }) => deployment !== null));
  if (known.length === histories.length && areBound) {
    return { watermark: Math.min(from, ...known) - 1, checkpoint: undefined };
  }
  return first === undefined ? null : { watermark: first.watermark, checkpoint: first };
}

async function unitsOf(
  histories: readonly DeploymentHistory[],
  { watermark, checkpoint }: { watermark: Ticks; checkpoint: Checkpoint | undefined },
  context: ActorContext,
): Promise<JobUnit[]> {
  const deployments = new Map(histories.map(({ instance }) => [instance.instanceId, instance.deployment]));
  const states = checkpoint === undefined
    ? new Map()
    : await readCheckpoint(checkpoint, deployments, context);
  return histories.map((each): JobUnit => {
    const { commands, forms } = each, { instanceId } = each.instance;
    const begins = checkpoint !== undefined && isDeployedAt(each, checkpoint) ? checkpoint : null;
    const sequence = begins?.sequence ?? -Infinity;
    const form = forms.findLast((one) => one.sequence <= sequence);
    const instance = form?.deployment?.instance ?? each.instance;
    const later = instance.streams.map(({ id }) => id).filter((id) => form?.own.has(id) === false);
    return {
      instance,
      forms: forms.flatMap(({ deployment }) => deployment ?? []),
      commands: commands.filter((command) => command.sequence > sequence),
      from: begins === null ? null : { watermark, states: states.get(instanceId) ?? [] },
      ...unreadBefore(commands, { sequence, later }),
    };
  });
}

/**
 * The streams without a first read up to `sequence`, and those whose past the windows lacked. `later`: streams that only
 * a later upgrade binds.
 */
function unreadBefore(
  commands: readonly ReplayCommand[],
  { sequence, later }: { sequence: number; later: readonly number[] },
): Pick<JobUnit, "unread" | "unfilled"> {
  const unread = new Set(later), unfilled = new Set<number>();
  for (const command of commands) {
    const isBefore = command.kind === "deploy" || command.sequence <= sequence;
    if (command.kind === "deploy" || (command.kind === "upgrade" && isBefore)) {
      for (const known of command.known) {
        if (!known.read) unread.add(known.stream);
        if (!known.read || known.unfilled === true) unfilled.add(known.stream);
      }
    } else if (command.kind === "lost" && isBefore) {
      unread.add(command.stream);
    } else if (command.kind === "first_read" && isBefore) {
      unread.delete(command.stream);
      unfilled.delete(command.stream);
    }
  }
  return { unread, unfilled };
}

/** By instance, the ended events before the run that its close commands name. */
async function readHadEvents(
  units: readonly JobUnit[],
  watermark: Ticks,
  context: ActorContext,
): Promise<Map<number, Set<string>>> {
  const had = new Map<number, Set<string>>();
  for (const { instance, commands, from } of units) {
    const named = commands.flatMap((each) =>
      each.kind === "close" && each.onset <= watermark ? [each.onset] : []
    );
    if (from === null || named.length === 0) continue;
    const events = await readEndedEvents(instance, Math.min(...named), context);
    const isUnderWay = (ruleId: string, onset: Ticks) =>
      from.states.some((state) => state.ruleId === ruleId && state.phase !== NORMAL && state.onset === onset);
    const over = events.filter(({ ruleId, onset, end }) =>
      end > onset && onset <= watermark && !isUnderWay(ruleId, onset)
    );
    had.set(instance.instanceId, new Set(over.map(({ ruleId, onset }) => eventText(ruleId, onset))));
  }
  return had;
}
