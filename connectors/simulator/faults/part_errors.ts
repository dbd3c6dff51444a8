import { Fault } from "../http/answers.ts";
import type { JsonObject } from "../sds_types.ts";
import type { Call } from "../world.ts";
import { namedStream } from "./stream_changes.ts";
import { streamsOf } from "./stream_fault.ts";

/** The error of one part of a request for several streams; undefined: that part is answered. */
export function partFault(call: Call, id: string): Fault | undefined {
  const faults = call.world.faults.inForce("part_errors", call.nowMs);
  if (faults.length === 0) return undefined;
  const stream = call.world.catalog.find(id);
  const named = stream === undefined ? { id, name: id } : namedStream(stream);
  const fault = faults.find((each) => streamsOf(each)(named));
  return fault === undefined ? undefined : new Fault(fault.spec.status, {
    Error: "An error occurred.",
    Reason: `The stream '${id}' could not be read.`,
    Resolution: "Try again later.",
  });
}

/** A part's error as the vendor puts it into `ChildErrors`. */
export function childError(call: Call, fault: Fault): JsonObject {
  return { OperationId: call.world.randomId(), ...fault.words, StatusCode: fault.status };
}
