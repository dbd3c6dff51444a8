import { useMemo } from "preact/hooks";
import { type MovableLimit, movableLimits } from "../../rules/movable_limits.ts";
import { useStreams } from "../../streams/use_streams.ts";
import type { KnownStream } from "../../streams/stream_index.ts";
import { useEditor } from "./editor.ts";
import type { TemplateReading } from "./template_reading.ts";

/** The limits of the expanded rule on a stream, with what the rule is called. */
export interface RuleLimits {
  stream: KnownStream;
  limits: readonly MovableLimit[];
  open: number;
}

/** The limits of the expanded rule that can be moved on the trend of its stream; undefined if there is no such trend. */
export function useMovableLimits(
  { read, open }: { read: TemplateReading; open: number | null },
): RuleLimits | undefined {
  const { form, choice } = useEditor();
  const streams = useStreams().state.value.value;
  const draft = form.values.value;
  const { kind, instanceId, mappings } = choice.value;
  return useMemo(() => {
    const rule = open === null ? undefined : draft.rules[open];
    if (rule === undefined || open === null || kind === "all") return undefined;
    const instance = read.instances.find(({ id }) => id === instanceId);
    const bindings = kind === "streams" ? mappings : instance?.placeholder_mappings ?? {};
    const found = movableLimits(rule, { path: `rules.${open}`, bindings });
    const stream = streams?.byName.get(found?.stream ?? "");
    return found === undefined || stream?.data_type !== "NUM"
      ? undefined
      : { stream, limits: found.limits, open };
  }, [draft, open, choice.value, read.instances, streams]);
}
