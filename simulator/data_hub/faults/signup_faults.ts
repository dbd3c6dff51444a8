import { badRequest, conflict } from "../http/answers.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { Signup } from "../signups.ts";
import type { CatalogStream } from "../stream_catalog.ts";
import type { Call, World } from "../world.ts";
import { namedStream } from "./stream_changes.ts";
import { type NamedStream, streamsOf } from "./stream_fault.ts";

/** Refuses a new signup, or more resources of one, beyond the limits in force. */
export function checkSignupLimits(call: Call, wanted: { resources: number; signups: number }): void {
  for (const { spec } of call.world.faults.inForce("signup_limits", call.nowMs)) {
    if (wanted.resources > (spec.resources ?? Infinity)) {
      throw badRequest(`A signup cannot contain more than ${spec.resources} streams.`, {
        Limit: spec.resources ?? 0,
      });
    }
    if (wanted.signups > (spec.signups ?? Infinity)) {
      throw conflict(`A client cannot have more than ${spec.signups} signups.`);
    }
  }
}

/** The requested streams that a fault refuses; 400 when a fault rejects the whole request. */
export function refusedResources(call: Call, ids: readonly string[]): string[] {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  if (faults.length === 0) return [];
  const refused = new Set<string>();
  for (const fault of faults) {
    const matches = streamsOf(fault);
    for (const id of ids) {
      if (!matches(named(call.world, id))) continue;
      if (fault.spec.form === "rejected") {
        throw badRequest(`The stream '${id}' cannot be added to a signup.`, { Id: id });
      }
      refused.add(id);
    }
  }
  return [...refused];
}

function named(world: World, id: string): NamedStream {
  const stream = world.catalog.find(id);
  return stream === undefined ? { id, name: id } : namedStream(stream);
}

/** Matches the streams that the feed withholds; undefined for none. */
export function withheldStreams(call: Call): ((stream: ComputedStream) => boolean) | undefined {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  if (faults.length === 0) return undefined;
  const matchers = faults.map((fault) => streamsOf(fault));
  return (stream) => matchers.some((matches) => matches(stream));
}

/** Whether a signup can feed a stream now. */
export function isFollowable(call: Call, stream: CatalogStream): boolean {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  return !faults.some((fault) => streamsOf(fault)(namedStream(stream)));
}

/** The next state of a signup that is being activated. */
export function activationState(call: Call): Signup["state"] {
  return call.world.faults.inForce("signup_activation", call.nowMs)[0]?.spec.state ?? "Active";
}

/** How feed and assets spell stream ids: undefined for unchanged, else in the other case. */
export function spelling(call: Call): ((id: string) => string) | undefined {
  if (call.world.faults.inForce("other_case", call.nowMs).length === 0) return undefined;
  return (id) => id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}
