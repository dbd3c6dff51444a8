import type { Ticks } from "../../domain/shared/time.ts";
import type { ComputedStream } from "./computed_stream.ts";
import type { LoadBank } from "./load_streams.ts";
import type { SignupResource } from "./signup_resource.ts";
import type { Catalog } from "./stream_catalog.ts";

/** One computed stream of a feed. */
export interface PlainFollow {
  resourceId: string;
  since: Ticks;
  stream: ComputedStream;
}

/** Load streams that share their sample times and their beginning; the two arrays run side by side. */
export interface LoadGroup {
  slot: number;
  since: Ticks;
  indexes: number[];
  resourceIds: string[];
}

/** What a signup's streams give, arranged so that a page touches only what is due. */
export interface FeedPlan {
  plain: PlainFollow[];
  /** Groups by slot. */
  load: Map<number, LoadGroup[]>;
  /** Computed samples a second, all streams together. */
  perSecond: number;
}

export function feedPlan(
  resources: Iterable<SignupResource>,
  world: { catalog: Catalog; load: LoadBank },
): FeedPlan {
  const plan: FeedPlan = { plain: [], load: new Map(), perSecond: 0 };
  const loadPerSecond = 1000 / (world.load.slots * world.load.stepMs);
  for (const resource of resources) {
    const index = world.load.indexOf(resource.id);
    if (index !== undefined) {
      follow(plan, resource, { index, slot: world.load.slotOf(index) });
      plan.perSecond += loadPerSecond;
      continue;
    }
    const stream = world.catalog.find(resource.id)?.computed;
    if (stream === undefined) continue;
    plan.plain.push({ resourceId: resource.id, since: resource.since, stream });
    plan.perSecond += stream.cadence.perSecond;
  }
  return plan;
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
