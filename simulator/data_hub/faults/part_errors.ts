import { ServiceError } from "../http/answers.ts";
import type { JsonObject } from "../sds_types.ts";
import type { Call } from "../world.ts";
import { namedStream } from "./stream_changes.ts";
import { streamsOf } from "./stream_fault.ts";

/** The injected error for one stream of a request for several; undefined when that stream is read. */
export function partError(call: Call, id: string): ServiceError | undefined {
  const faults = call.world.faults.inForce("part_errors", call.nowMs);
  if (faults.length === 0) return undefined;
  const stream = call.world.catalog.find(id);
  const named = stream === undefined ? { id, name: id } : namedStream(stream);
  const fault = faults.find((each) => streamsOf(each)(named));
  return fault === undefined ? undefined : new ServiceError(fault.spec.status, {
    Error: "An error occurred.",
    Reason: `The stream '${id}' could not be read.`,
    Resolution: "Try again later.",
  });
}

/** An error in the form of the vendor's `ChildErrors`. */
export function childError(call: Call, error: ServiceError): JsonObject {
  return { OperationId: call.world.randomId(), ...error.body, StatusCode: error.status };
}
