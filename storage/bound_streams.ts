import type { StreamRecord } from "../domain/asset/types.ts";
import { streamIdsOf } from "../domain/instance/streams.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { Assets } from "./contract.ts";

/** The streams that an instance is bound to. */
export function boundStreams(
  assets: Pick<Assets, "stream">,
  instance: Pick<InstanceRecord, "bindings" | "named_streams">,
): StreamRecord[] {
  return [...streamIdsOf(instance)].flatMap((id) => assets.stream(id) ?? []);
}
