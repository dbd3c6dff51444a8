import type { BulkAnswer, BulkCommand, BulkOutcome } from "../../actors/instance/contract.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { BoundedProblems, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext, requireAt } from "../pipeline/env.ts";
import { issuesOf } from "../pipeline/errors.ts";

/** The result of a bulk command for one instance; the name is null if the instance does not exist. */
export interface CommandItem<Type extends BulkCommand["type"] = BulkCommand["type"]> {
  id: number;
  instance_name: string | null;
  status: (typeof DONE)[Type] | "already" | "failed";
  problems?: Issue[];
  events?: BulkOutcome["events"];
}

export interface ManyCommand<Type extends BulkCommand["type"] = BulkCommand["type"]> {
  command: BulkCommand & { type: Type };
  ids: number[];
  by: Actor;
  /** Throws a refusal for an instance that the caller may not command. */
  require(instance: InstanceRecord): void;
}

/** The caller of a request, who commands instances only where the grants allow it. */
export function byCaller(c: AppContext): Pick<ManyCommand, "by" | "require"> {
  return { by: actorOf(c), require: ({ plant_node_floc_id }) => requireAt(c, plant_node_floc_id) };
}

const DONE = { deploy: "deployed", undeploy: "undeployed", upgrade: "upgraded" } as const;

const DEADLINE_MS = 60_000;
/** Instances in one message, about as many as fit one commit. */
const IDS_AT_ONCE = 200;
/** Templates of one shard that are processed concurrently. */
const GROUPS_AT_ONCE = 4;

/** Sends a command on many instances to their shards. The items are in the order of the ids. */
export async function commandMany<Type extends BulkCommand["type"]>(
  deps: AppDeps,
  command: ManyCommand<Type>,
): Promise<CommandItem<Type>[]> {
  const outcomes = new Map<number, BulkOutcome>();
  const take = (some: BulkOutcome[]) => some.forEach((outcome) => outcomes.set(outcome.id, outcome));
  const untilMs = deps.now() + DEADLINE_MS;
  const ids = command.ids.filter((id) => {
    const refused = refusedOf(deps, { id, command });
    if (refused !== undefined) outcomes.set(id, refused);
    return refused === undefined;
  });
  await Promise.all(
    [...queuesOf(deps, ids).values()].flatMap((queue) =>
      Array.from({ length: GROUPS_AT_ONCE }, async () => {
        for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
          await commandGroup(deps, { ...command, group, untilMs, take });
        }
      })
    ),
  );
  const reported = new BoundedProblems();
  return command.ids.map((id, index) => {
    const item = itemOf(deps, { id, index, type: command.command.type, outcome: outcomes.get(id) });
    return item.problems === undefined ? item : { ...item, problems: reported.of(item.problems) };
  });
}

/** The outcome of an instance that the caller may not command. */
function refusedOf(
  { storage }: AppDeps,
  { id, command }: { id: number; command: ManyCommand },
): BulkOutcome | undefined {
  const instance = storage.instances.get(id);
  const refusal = instance && refusalFor(() => command.require(instance));
  return refusal && { id, status: "failed", problems: issuesOf(refusal) };
}

/** The refusal that a check throws. */
export function refusalFor(check: () => void): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Instances of one shard and template. */
interface Group {
  shard: number;
  templateId: number;
  ids: number[];
}

/** The groups of each shard. Unknown ids are in no group. */
function queuesOf({ storage, bulk }: AppDeps, ids: number[]): Map<number, Group[]> {
  const groups = new Map<string, Group>();
  for (const id of ids) {
    const templateId = storage.instances.get(id)?.template_id;
    if (templateId === undefined) continue;
    const shard = bulk.shardOf(id);
    const group = groups.get(`${shard}/${templateId}`) ?? { shard, templateId, ids: [] };
    group.ids.push(id);
    groups.set(`${shard}/${templateId}`, group);
  }
  return Map.groupBy(groups.values(), (group) => group.shard);
}

interface GroupCommand extends ManyCommand {
  group: Group;
  untilMs: number;
  take: (outcomes: BulkOutcome[]) => void;
}

/** Sends one message after the other. If one fails, its instances count as failed and the others continue. */
async function commandGroup(deps: AppDeps, command: GroupCommand): Promise<void> {
  const { group, by, take } = command;
  const { templateId } = group;
  const ref = deps.bulk.ref(group.shard, templateId);
  let left = group.ids;
  while (left.length > 0) {
    const ids = left.slice(0, IDS_AT_ONCE);
    left = left.slice(IDS_AT_ONCE);
    const deadlineMs = command.untilMs - deps.now();
    try {
      if (deadlineMs <= 0) {
        throw new Refusal("UNAVAILABLE", "The time ran out before this instance; try again");
      }
      const answer = await ref.ask<BulkAnswer>({ ...command.command, templateId, ids, by }, { deadlineMs });
      take(answer.outcomes);
      left = [...answer.rest, ...left];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      take(ids.map((id) => ({ id, status: "failed", problems: issuesOf(error) })));
    }
  }
}

interface ItemInput<Type> {
  id: number;
  index: number;
  type: Type;
  outcome: BulkOutcome | undefined;
}

function itemOf<Type extends BulkCommand["type"]>(
  { storage }: AppDeps,
  { id, index, type, outcome }: ItemInput<Type>,
): CommandItem<Type> {
  const instance_name = storage.instances.get(id)?.instance_name ?? null;
  if (outcome === undefined) {
    const problems = [{ path: `instance_ids.${index}`, message: `Instance ${id} does not exist` }];
    return { id, instance_name, status: "failed", problems };
  }
  const { status, problems, events } = outcome;
  const item: CommandItem<Type> = { id, instance_name, status: status === "done" ? DONE[type] : status };
  return { ...item, ...(problems && { problems }), ...(events && { events }) };
}
