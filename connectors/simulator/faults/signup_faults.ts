import { badRequest, conflict } from "../http/answers.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { Signup } from "../signups.ts";
import type { CatalogStream } from "../stream_catalog.ts";
import type { Call, World } from "../world.ts";
import { namedStream } from "./stream_changes.ts";
import { type NamedStream, streamsOf } from "./stream_fault.ts";

/** Refuses a new signup, or more resources for one, past the limits in force. */
export function checkSignupLimits(call: Call, wanted: { resources: number; signups: number }): void {
  for (const { spec } of call.world.faults.inForce("signup_limits", call.nowMs)) {
    if (wanted.resources > (spec.resources ?? Infinity)) {
      throw badRequest(`A signup cannot follow more than ${spec.resources} streams.`, {
        Limit: spec.resources ?? 0,
      });
    }
    if (wanted.signups > (spec.signups ?? Infinity)) {
      throw conflict(`A client cannot have more than ${spec.signups} signups.`);
    }
  }
}

/** The asked streams that no signup takes; 400 when a fault rejects the whole request for one. */
export function refusedResources(call: Call, ids: readonly string[]): string[] {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  if (faults.length === 0) return [];
  const refused = new Set<string>();
  for (const fault of faults) {
    const fits = streamsOf(fault);
    for (const id of ids) {
      if (!fits(named(call.world, id))) continue;
      if (fault.spec.form === "rejected") {
        throw badRequest(`The stream '${id}' cannot be followed.`, { Id: id });
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

/** Streams that the feed withholds; undefined: none. */
export function withheldStreams(call: Call): ((stream: ComputedStream) => boolean) | undefined {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  if (faults.length === 0) return undefined;
  const fitting = faults.map((fault) => streamsOf(fault));
  return (stream) => fitting.some((fits) => fits(stream));
}

/** Whether a stream can be followed now. */
export function isFollowable(call: Call, stream: CatalogStream): boolean {
  const faults = call.world.faults.inForce("resource_refused", call.nowMs);
  return !faults.some((fault) => streamsOf(fault)(namedStream(stream)));
}

/** What becomes of a signup that waits for its activation. */
export function activationState(call: Call): Signup["state"] {
  return call.world.faults.inForce("signup_activation", call.nowMs)[0]?.spec.state ?? "Active";
}

/** How the feed and assets spell a stream's id: as it is, or in the other case. */
export function spelling(call: Call): ((id: string) => string) | undefined {
  if (call.world.faults.inForce("other_case", call.nowMs).length === 0) return undefined;
  return (id) => id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}
