import { bindTemplate, type BoundTemplate } from "../../domain/rule/bind.ts";
import type { Condition, Placeholder, Rule } from "../../domain/rule/types.ts";
import type { Schemas } from "../api/client.ts";
import type { KnownStream, StreamIndex } from "../streams/stream_index.ts";

type Template = Pick<Schemas["Template"], "rules" | "placeholders">;
type Instance = Pick<Schemas["Instance"], "placeholders">;

export interface BoundInstance extends BoundTemplate {
  /** The streams used by its rules, by id. */
  streamsById: ReadonlyMap<number, KnownStream>;
}

/** Binds a template's rules as deployment does; `problems` are the reasons why deployment would be refused. */
export function boundRules(
  { template, instance, index, sourceMaxAgeSeconds, correctionHorizonHours }: {
    template: Template;
    instance: Instance;
    index: StreamIndex;
    sourceMaxAgeSeconds: number;
    correctionHorizonHours?: number;
  },
): BoundInstance {
  const bound = bindTemplate({
    template: asDomainTemplate(template),
    bindings: Object.fromEntries(
      instance.placeholders.map(({ placeholder_name, ...binding }) => [placeholder_name, binding]),
    ),
    streams: { byId: () => undefined, byName: (name) => index.byName.get(name) },
    sourceMaxAgeSeconds,
    correctionHorizonHours,
  });
  const byId = new Map(index.streams.map((stream) => [stream.id, stream]));
  const named = bound.streams.map(({ id }) => byId.get(id)).filter((stream) => stream !== undefined);
  return { ...bound, streamsById: new Map(named.map((stream) => [stream.id, stream])) };
}

/** The OpenAPI types of nested conditions are wider than those of the domain. */
export function asDomainTemplate(
  { rules, placeholders }: Template,
): { rules: Rule[]; placeholders: Placeholder[] } {
  return {
    rules: rules.map((rule) => ({ ...rule, conditions: rule.conditions as Condition[] })),
    placeholders,
  };
}
