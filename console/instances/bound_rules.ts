import { bindTemplate, type BoundTemplate } from "../../domain/rule/bind.ts";
import type { Condition, Placeholder, Rule } from "../../domain/rule/types.ts";
import type { Schemas } from "../api/client.ts";
import type { KnownStream, StreamIndex } from "../streams/stream_index.ts";

type Template = Pick<Schemas["Template"], "rules" | "placeholders">;
type Instance = Pick<Schemas["Instance"], "placeholders">;

export interface BoundInstance extends BoundTemplate {
  /** Every stream that its rules name, by id. */
  streamsById: ReadonlyMap<number, KnownStream>;
}

/** A template's rules as an instance binds them; `problems` are what its deployment would be refused for. */
export function boundRules(
  { template, instance, index, sourceMaxAgeSeconds }: {
    template: Template;
    instance: Instance;
    index: StreamIndex;
    sourceMaxAgeSeconds: number;
  },
): BoundInstance {
  const bound = bindTemplate({
    template: asDomainTemplate(template),
    bindings: Object.fromEntries(
      instance.placeholders.map(({ placeholder_name, ...binding }) => [placeholder_name, binding]),
    ),
    streamByName: (name) => index.byName.get(name),
    sourceMaxAgeSeconds,
  });
  const byId = new Map(index.streams.map((stream) => [stream.id, stream]));
  const named = bound.streams.map(({ id }) => byId.get(id)).filter((stream) => stream !== undefined);
  return { ...bound, streamsById: new Map(named.map((stream) => [stream.id, stream])) };
}

/** The interface's document tells of nested conditions less closely than the domain does. */
function asDomainTemplate({ rules, placeholders }: Template): { rules: Rule[]; placeholders: Placeholder[] } {
  return {
    rules: rules.map((rule) => ({ ...rule, conditions: rule.conditions as Condition[] })),
    placeholders,
  };
}
