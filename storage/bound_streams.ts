import type { StreamRecord } from "../domain/asset/types.ts";
import { streamIdsOf } from "../domain/instance/streams.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";

/** The streams that an instance is bound to. */
export function boundStreams(
  assets: { stream(id: number): StreamRecord | undefined },
  instance: Pick<InstanceRecord, "bindings" | "named_streams">,
): StreamRecord[] {
  return [...streamIdsOf(instance)].flatMap((id) => assets.stream(id) ?? []);
}
