import type { RuleEvent } from "../../api/client.ts";
import { triggerKey } from "../../parts/event_text.ts";

/** A stream as it is named today. */
export interface NamedStream {
  id: number;
  stream_name: string;
  uom: string | null;
}

/** Finds the stream that decided an event: by its id, as its name may be another's today. */
export function decidingStream(
  streams: ReadonlyMap<string, NamedStream> | undefined,
): (event: Pick<RuleEvent, "trigger">) => NamedStream | undefined {
  const byId = new Map(streams?.values().map((stream) => [stream.id, stream]));
  const byKey = (key: number | string) => typeof key === "number" ? byId.get(key) : streams?.get(key);
  return ({ trigger: [first] }) => first && byKey(triggerKey(first));
}
