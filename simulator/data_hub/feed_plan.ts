import type { Ticks } from "../../domain/shared/time.ts";
import type { ComputedStream } from "./computed_stream.ts";
import type { SampleHistory } from "./faults/sample_history.ts";
import type { LoadBank } from "./load_streams.ts";
import type { SignupResource } from "./signup_resource.ts";
import type { Catalog } from "./stream_catalog.ts";

/** One computed stream of a feed. */
export interface FollowedStream {
  resourceId: string;
  since: Ticks;
  stream: ComputedStream;
  /** Its samples under faults. */
  history?: SampleHistory;
}

/** Load streams with the same sample times and start. `indexes` and `resourceIds` are parallel arrays. */
export interface LoadGroup {
  slot: number;
  since: Ticks;
  indexes: number[];
  resourceIds: string[];
}

/** The streams of a signup, arranged so that a page visits only those with due samples. */
export interface FeedPlan {
  plain: FollowedStream[];
  /** Groups by slot. */
  load: Map<number, LoadGroup[]>;
  /** Computed samples a second, all streams together. */
  perSecond: number;
}

export interface FeedWorld {
  catalog: Pick<Catalog, "find">;
  load: LoadBank;
  /** Streams under faults. Without any, load streams need no lookup in the catalogue. */
  histories?: { readonly any: boolean; of(stream: ComputedStream): SampleHistory | undefined };
  /** Streams that the feed withholds. */
  isWithheld?: (stream: ComputedStream) => boolean;
}

export function feedPlan(resources: Iterable<SignupResource>, world: FeedWorld): FeedPlan {
  const plan: FeedPlan = { plain: [], load: new Map(), perSecond: 0 };
  const loadPerSecond = 1000 / (world.load.slots * world.load.stepMs);
  const isPlain = world.histories?.any !== true && world.isWithheld === undefined;
  for (const resource of resources) {
    const index = world.load.indexOf(resource.id);
    const found = index !== undefined && isPlain ? undefined : followed(resource, world);
    if (index !== undefined && (isPlain || found !== undefined && found.history === undefined)) {
      follow(plan, resource, { index, slot: world.load.slotOf(index) });
      plan.perSecond += loadPerSecond;
    } else if (found !== undefined) {
      plan.plain.push(found);
      plan.perSecond += found.stream.cadence.perSecond;
    }
  }
  return plan;
}

function followed(resource: SignupResource, world: FeedWorld): FollowedStream | undefined {
  const stream = world.catalog.find(resource.id)?.computed;
  if (stream === undefined || world.isWithheld?.(stream) === true) return undefined;
  const history = world.histories?.of(stream);
  return { resourceId: resource.id, since: resource.since, stream, history };
}

function follow(plan: FeedPlan, resource: SignupResource, load: { index: number; slot: number }): void {
  const groups = plan.load.get(load.slot) ?? [];
  let group = groups.find((each) => each.since === resource.since);
  if (group === undefined) {
    group = { slot: load.slot, since: resource.since, indexes: [], resourceIds: [] };
    groups.push(group);
    plan.load.set(load.slot, groups);
  }
  group.indexes.push(load.index);
  group.resourceIds.push(resource.id);
}
